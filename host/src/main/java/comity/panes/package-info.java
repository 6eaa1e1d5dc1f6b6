/**
 * {@link comity.panes.SessionHost} is the process that has the terminals of all sessions (SES-10,
 * SES-28): one thread reads what their programs print, keeps the last of it and what is on their
 * screens, tells what they are at, and serves viewers and commands over a socket in the home. It
 * outlives windows and the hub. {@link comity.panes.HostClient} is for those who ask it.
 */
@NullMarked
package comity.panes;

import org.jspecify.annotations.NullMarked;
