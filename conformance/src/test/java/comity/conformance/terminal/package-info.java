/**
 * {@link comity.conformance.terminal.ScreenComparison} holds the screen of a session against the
 * terminal that browsers show.
 */
@NullMarked
package comity.conformance.terminal;

import org.jspecify.annotations.NullMarked;
