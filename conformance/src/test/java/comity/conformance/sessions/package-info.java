/**
 * {@link comity.conformance.sessions.CaptureFaultsTest} runs {@code hook capture} by its launcher
 * with all that can be wrong around it.
 */
@NullMarked
package comity.conformance.sessions;

import org.jspecify.annotations.NullMarked;
