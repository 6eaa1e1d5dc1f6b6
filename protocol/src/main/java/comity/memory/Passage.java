package comity.memory;

/**
 * A part of a file.
 *
 * @param line where it begins, from 1
 * @param text some whole lines
 * @param score how well it fits what was asked for; more is better
 */
public record Passage(int line, String text, double score) {
  /** Its lines, such as {@code 3-9}. */
  String lines() {
    long count = Math.max(1, text.lines().count());
    return line + "-" + (line + count - 1);
  }
}
