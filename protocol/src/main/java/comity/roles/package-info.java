/**
 * {@link comity.roles.RoleFile} reads the role files of MUSE (ROLE-1 to ROLE-18): their header,
 * sections, tasks and directives, and says which lines an edit changes.
 *
 * <p>{@link comity.roles.Lines} holds a file's bytes line by line; everything else only looks at
 * them. What is code, comment or quotation is told by commonmark-java, whose types stay here.
 */
@NullMarked
package comity.roles;

import org.jspecify.annotations.NullMarked;
