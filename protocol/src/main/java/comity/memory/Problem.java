package comity.memory;

/**
 * Something in a file of memory that could not be taken as it is; the rest of the file works.
 *
 * @param file from the project's root
 * @param line from 1; 0 where it is about the whole file
 * @param what for a person
 */
public record Problem(String file, int line, String what) {
  /** What it quotes may be long. */
  private static final int MAX_LENGTH = 300;

  public Problem {
    what = what.length() > MAX_LENGTH ? what.substring(0, MAX_LENGTH) + "…" : what;
  }

  @Override
  public String toString() {
    return file + (line > 0 ? ":" + line : "") + ": " + what;
  }
}
