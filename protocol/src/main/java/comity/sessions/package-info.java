/**
 * {@link comity.sessions.Activity} tells what an agent in a terminal is at (SES-14); {@link
 * comity.sessions.Launching} how its program is run to begin a conversation and to take one up
 * again (SES-16 to SES-21), {@link comity.sessions.Resuming} which of both, and {@link
 * comity.sessions.Providers} what is known of whom; {@link comity.sessions.HookReport} what its
 * hooks tell, and {@link comity.sessions.Ancestry} whether they are the session's own (SES-5).
 */
@NullMarked
package comity.sessions;

import org.jspecify.annotations.NullMarked;
