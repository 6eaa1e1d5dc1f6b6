/**
 * {@link comity.conformance.roles.RoleProcess} runs the real program on role files and directives;
 * {@link comity.conformance.roles.Attempts} is the table of what roles attempt, and the tests
 * beside it attempt all of it at each door.
 */
@NullMarked
package comity.conformance.roles;

import org.jspecify.annotations.NullMarked;
