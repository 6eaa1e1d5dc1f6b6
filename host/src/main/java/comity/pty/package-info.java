/**
 * {@link comity.pty.Terminals} starts programs in pseudo-terminals, and {@link comity.pty.Poller}
 * tells one thread what all of them, and all sockets, have to say: through the C library by the
 * foreign-function API, on Linux with glibc 2.34 or newer. Nothing is forked: the JVM's threads
 * would not survive that.
 */
@NullMarked
package comity.pty;

import org.jspecify.annotations.NullMarked;
