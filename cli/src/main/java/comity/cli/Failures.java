package comity.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in words what the file system's exceptions say by their type. */
final class Failures {
  private Failures() {}

  static String text(IOException failed) {
    if (failed instanceof FileSystemException file) {
      String reason = file.getReason();
      return file.getFile()
          + ": "
          + switch (file) {
            case NoSuchFileException _ -> "there is no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it is there already";
            default -> reason == null ? "the file system refused" : reason;
          };
    }
    String message = failed.getMessage();
    return message == null ? failed.getClass().getSimpleName() : message;
  }
}
