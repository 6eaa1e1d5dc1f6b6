/**
 * {@link comity.sessions.Activity} tells what an agent in a terminal is at (SES-14); {@link
 * comity.sessions.ResumeTemplate} how a conversation of it is taken up again (SES-19, SES-20).
 */
@NullMarked
package comity.sessions;

import org.jspecify.annotations.NullMarked;
