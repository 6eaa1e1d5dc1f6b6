/**
 * {@link comity.files.Home} is the folder where Comity keeps everything; around it stand how a file
 * is replaced without ever being half-written ({@link comity.files.AtomicFile}), how one hub keeps
 * another out ({@link comity.files.HomeLock}) and how {@code config.toml} is read, extended and
 * watched ({@link comity.files.ConfigFile}, {@link comity.files.ConfigWatch}).
 */
@NullMarked
package comity.files;

import org.jspecify.annotations.NullMarked;
