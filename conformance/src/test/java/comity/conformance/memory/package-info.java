/**
 * {@link comity.conformance.memory.KilledFlushTest} kills flushes of memory by the kernel's own
 * hand; what the next one finds and does is what counts.
 */
@NullMarked
package comity.conformance.memory;

import org.jspecify.annotations.NullMarked;
