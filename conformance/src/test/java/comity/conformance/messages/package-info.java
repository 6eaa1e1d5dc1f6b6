/**
 * {@link comity.conformance.messages.HubProcess} runs the real program; the tests beside it talk to
 * it as other programs do, and end it as power cuts do.
 */
@NullMarked
package comity.conformance.messages;

import org.jspecify.annotations.NullMarked;
