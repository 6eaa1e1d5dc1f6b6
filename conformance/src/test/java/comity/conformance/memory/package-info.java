/**
 * {@link comity.conformance.memory.KilledFlushTest} kills flushes of memory by the kernel's own
 * hand; what the next one finds and does is what counts. {@link comity.conformance.memory.LeakTest}
 * looks for what shows in a memory that is not its own.
 */
@NullMarked
package comity.conformance.memory;

import org.jspecify.annotations.NullMarked;
