/**
 * {@link comity.tools.Offer} is what a server of the Model Context Protocol offers; {@link
 * comity.tools.StdioServer} and {@link comity.tools.McpRoutes} serve it.
 *
 * <p>How a request goes: a transport reads a message and decides which revision it is written in.
 * {@code Dialogue} runs it, counts it and can cancel it; {@code Methods} finds what the method
 * means and asks the offer. What a request sends before its answer goes to its {@code Outlet}: a
 * line of standard output, or an event of the answer's stream.
 *
 * <p>An offer that needs something of the client says so as 2026-07-28 has it, by a result ({@link
 * comity.tools.Given.NeedsInput}). To clients of older revisions {@code InputRounds} sends the
 * requests and calls the offer again, so that an offer is written once.
 */
@NullMarked
package comity.tools;

import org.jspecify.annotations.NullMarked;
