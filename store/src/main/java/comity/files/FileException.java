package comity.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The machine failed on a file. Nothing was half done.
 *
 * <p>The message says what was tried, on which file, what went wrong and what to do.
 */
public final class FileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FileException(
      String operation, Path path, String cause, String hint, @Nullable Throwable thrown) {
    super(operation + " " + path + ": " + cause + ". " + hint, thrown);
  }

  /** Of what the system said. */
  public static FileException of(String operation, Path path, IOException e) {
    String cause =
        switch (e) {
          case AccessDeniedException _ -> "permission denied";
          case NoSuchFileException _ -> "its folder is not there";
          case NotDirectoryException _ -> "is no folder";
          case FileSystemException f when f.getReason() != null -> f.getReason();
          default -> String.valueOf(e.getMessage());
        };
    String low = cause.toLowerCase(Locale.ROOT);
    String hint =
        low.contains("no space") || low.contains("quota")
            ? "Make room on the disk"
            : cause.equals(RegularFile.NONE) ? "Move it away" : hint(low);
    return new FileException(operation, path, cause, hint, e);
  }

  private static String hint(String low) {
    return low.contains("read-only")
        ? "Mount the file system writable, or name another home"
        : low.startsWith("it ")
            ? "Nothing was changed"
            : "Check that it belongs to you and is writable";
  }
}
