/**
 * Agents that run in terminals (SES-16 to SES-21): how they are launched, and how a conversation of
 * theirs is taken up again. Begin with {@link comity.sessions.ResumeTemplate}.
 */
@NullMarked
package comity.sessions;

import org.jspecify.annotations.NullMarked;
