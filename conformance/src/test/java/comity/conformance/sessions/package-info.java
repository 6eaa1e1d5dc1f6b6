/**
 * {@link comity.conformance.sessions.CaptureFaultsTest} runs {@code hook capture} by its launcher
 * with all that can be wrong around it.
 *
 * <p>{@link comity.conformance.sessions.ManySessionsTest}, {@link
 * comity.conformance.sessions.NothingLostTest} and {@link
 * comity.conformance.sessions.HostKilledTest} load the host of sessions, and kill it and those
 * around it.
 */
@NullMarked
package comity.conformance.sessions;

import org.jspecify.annotations.NullMarked;
