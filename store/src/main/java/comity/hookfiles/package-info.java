/**
 * {@link comity.hookfiles.HookFiles} puts Comity's hooks into the files of the agents' programs,
 * and takes them out again (SES-8). A file is never printed anew: text is put in at the right
 * place, so that all else of it keeps its bytes.
 *
 * <p>In the home, {@code hooks/PROVIDER-HASH.before} holds what the file had before Comity's hooks
 * (absent where there was no file), and {@code hooks/PROVIDER-HASH.json} says {@code
 * {"file","existed","after","before","made"}}, {@code after} being the SHA-256 of what was written
 * and {@code before} that of what it had: where the file and its backup still have these, removing
 * gives back what it had before, to the byte; {@code made} are the folders that were not there
 * before, which go with it where they are empty.
 */
@NullMarked
package comity.hookfiles;

import org.jspecify.annotations.NullMarked;
