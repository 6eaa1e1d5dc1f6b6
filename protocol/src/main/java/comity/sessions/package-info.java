/**
 * {@link comity.sessions.Activity} tells what an agent in a terminal is at (SES-14); {@link
 * comity.sessions.ResumeTemplate} how a conversation of it is taken up again (SES-19, SES-20);
 * {@link comity.sessions.HookReport} what its hooks tell, and {@link comity.sessions.Ancestry}
 * whether they are the session's own (SES-5).
 */
@NullMarked
package comity.sessions;

import org.jspecify.annotations.NullMarked;
