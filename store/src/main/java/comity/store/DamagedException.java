package comity.store;

import java.nio.file.Path;

/** What was durable can't be read any more; the hub does not start over it. */
final class DamagedException extends Exception {
  private static final long serialVersionUID = 1;

  DamagedException(Path file, String what) {
    super(file + ": " + what);
  }
}
