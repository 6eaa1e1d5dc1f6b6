package comity.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The machine failed: a disk is full, a file can't be read or is damaged. Nothing was half done.
 *
 * <p>The message says what was tried, on which file, what went wrong and what to do.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoreException(
      String operation, Path path, String cause, String hint, @Nullable Throwable thrown) {
    super(operation + " " + path + ": " + cause + ". " + hint, thrown);
  }
}
