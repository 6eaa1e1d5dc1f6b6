/**
 * {@link comity.hub.Hub} puts the parts together: what comes in over HTTP is admitted, stored, run
 * and answered.
 */
@NullMarked
package comity.hub;

import org.jspecify.annotations.NullMarked;
