package comity.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import org.sqlite.SQLiteErrorCode;

/** Turns what the machine says into what a person can act on. */
final class Failure {
  private Failure() {}

  static StoreException of(String operation, Path file, SQLException e) {
    SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xFF);
    String hint =
        switch (code) {
          case SQLITE_FULL -> "Make room on the disk; it is tried again";
          case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN ->
              "Check that the folder and file belong to you and are writable";
          case SQLITE_CORRUPT, SQLITE_NOTADB ->
              "Stop the hub and restore the file from a backup, or move it away to start empty";
          case SQLITE_BUSY, SQLITE_LOCKED -> "Another program holds the file: close it";
          default -> "Check the disk and try again";
        };
    return new StoreException(operation, file, String.valueOf(e.getMessage()), hint, e);
  }

  static StoreException of(String operation, Path file, IOException e) {
    String cause = String.valueOf(e.getMessage());
    String hint =
        cause.toLowerCase(Locale.ROOT).contains("no space")
            ? "Make room on the disk; it is tried again"
            : "Check the disk and its permissions";
    return new StoreException(operation, file, cause, hint, e);
  }

  static boolean isDamage(SQLException e) {
    SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xFF);
    return code == SQLiteErrorCode.SQLITE_CORRUPT || code == SQLiteErrorCode.SQLITE_NOTADB;
  }
}
