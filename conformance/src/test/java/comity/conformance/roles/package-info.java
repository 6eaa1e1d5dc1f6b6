/**
 * {@link comity.conformance.roles.Comity} runs the real program on a project; the tests beside it
 * look at what becomes of its files.
 */
@NullMarked
package comity.conformance.roles;

import org.jspecify.annotations.NullMarked;
