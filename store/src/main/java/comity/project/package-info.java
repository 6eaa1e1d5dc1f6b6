/**
 * {@link comity.project.RoleFiles} keeps the role files of a project (ROLE-1 to ROLE-14): many
 * processes, people's editors and agents may change them at the same time.
 *
 * <p>Beside the files themselves there are, in the home: {@code projects.json}, the projects that
 * are known; {@code directive-id}, the highest number that was given to a directive, in decimal;
 * {@code run/roles.lock}, held while a role file is changed; and {@code run/pickup.json}, there
 * only while a directive is on its way from one file to another.
 */
@NullMarked
package comity.project;

import org.jspecify.annotations.NullMarked;
