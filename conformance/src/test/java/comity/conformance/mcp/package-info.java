/**
 * {@link comity.conformance.mcp.RawStdioTest} and its neighbours speak with MCP servers in
 * processes of their own: the program itself, and {@code FixtureServer}, which offers on the same
 * engine and transports what the official suite asks for.
 */
@NullMarked
package comity.conformance.mcp;

import org.jspecify.annotations.NullMarked;
