/**
 * {@link comity.mcp.Message} is what an MCP client and server send one another; around it stand the
 * revisions and what tools, prompts and resources look like (Model Context Protocol).
 *
 * <p>Nothing here waits, reads or sends: a server is made of this in {@code comity.tools}.
 */
@NullMarked
package comity.mcp;

import org.jspecify.annotations.NullMarked;
