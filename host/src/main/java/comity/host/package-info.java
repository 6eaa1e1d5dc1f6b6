/**
 * {@link comity.host.Program} runs one program to its end, within a limit of time and of output,
 * and leaves nothing of it running.
 *
 * <p>{@link comity.host.Leftovers} ends what an earlier hub, which crashed, left behind.
 */
@NullMarked
package comity.host;

import org.jspecify.annotations.NullMarked;
