package comity.control;

/**
 * One thing that is wrong in a configuration file.
 *
 * @param line from 1
 * @param column from 1, in characters
 * @param key the path of the key such as {@code agents."muse/build".timeout}; empty where the text
 *     is no TOML at all. Tables of an array count from 1: {@code peers[1].url}
 * @param message what is wrong and what would do, to be read after the key
 */
public record ConfigFault(int line, int column, String key, String message) {

  /** {@code FILE:LINE:COLUMN: key message}. */
  public String text(String file) {
    return file + ":" + line + ":" + column + ": " + (key.isEmpty() ? "" : key + " ") + message;
  }
}
