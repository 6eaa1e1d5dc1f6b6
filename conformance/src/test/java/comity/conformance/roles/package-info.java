/**
 * Black-box tests of role files, directives and isolation, on the real program; {@link
 * comity.conformance.roles.RoleProcess} runs it.
 */
@NullMarked
package comity.conformance.roles;

import org.jspecify.annotations.NullMarked;
