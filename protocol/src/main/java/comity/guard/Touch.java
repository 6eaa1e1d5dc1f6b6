package comity.guard;

import comity.roles.Isolation.Access;

/**
 * A file that would be read or written.
 *
 * @param path as it stands there, from the working folder
 * @param extent how much of it
 * @param guessed whether it only may be a path, as a part of an option
 */
public record Touch(Access access, String path, Extent extent, boolean guessed) {
  /** How much is touched. */
  public enum Extent {
    /** That file. */
    ONE,
    /** All that lies in it. */
    TREE,
    /** All that the pattern stands for in a shell. */
    PATTERN
  }

  /** That file alone. */
  public static Touch one(Access access, String path) {
    return new Touch(access, path, Extent.ONE, false);
  }

  /** All that lies in a folder. */
  public static Touch tree(Access access, String path) {
    return new Touch(access, path, Extent.TREE, false);
  }

  Touch within(String base) {
    return base.isEmpty() || path.startsWith("/")
        ? this
        : new Touch(access, base + "/" + path, extent, guessed);
  }
}
