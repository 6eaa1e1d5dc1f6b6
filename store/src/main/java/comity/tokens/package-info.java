/**
 * {@link comity.tokens.Tokens} keeps what opens {@code /mcp}: each token is bound to a project, a
 * role and the rooms it may open.
 *
 * <p>They are in {@code mcp-tokens.json} of the home, so that none of the commands needs a hub:
 * {@code
 * {"tokens":[{"id","name","sha256","project_root","role"?,"rooms":[…],"created_at","expires"?,
 * "revoked_at"?}]}}, the oldest first. A token is {@code mcp_ID_SECRET}; only its SHA-256 is kept,
 * which is enough, since the secret is random and long.
 */
@NullMarked
package comity.tokens;

import org.jspecify.annotations.NullMarked;
