/**
 * {@link comity.frames.Frame} is what is said over the host's socket: version 1 of how commands,
 * viewers and the hub talk with the process that has the terminals.
 *
 * <p>Who comes in says {@code HELLO} with the version, and is answered with the same. Then it asks,
 * one {@link comity.frames.Ask} after the other, each of which is answered once, in their order. A
 * viewer, who asked to attach, gets output from then on and sends keys and sizes; who asked to
 * watch gets an event for each change.
 */
@NullMarked
package comity.frames;

import org.jspecify.annotations.NullMarked;
