/**
 * {@link comity.conformance.roles.Attempts} is the table of what roles attempt; the tests beside it
 * attempt all of it at each door.
 */
@NullMarked
package comity.conformance.roles;

import org.jspecify.annotations.NullMarked;
