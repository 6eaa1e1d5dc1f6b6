package comity.roles;

import java.util.Optional;

/**
 * Something in a file that is not as the protocol has it (ROLE-25).
 *
 * @param file as whoever asked calls it
 * @param line from 1
 * @param column from 1, in UTF-16 units; 0 where it is about the whole line
 * @param rule its name, such as {@code l0-missing}
 * @param message for a person
 * @param fix an edit that mends it; only where one is safe
 */
public record Finding(
    String file,
    int line,
    int column,
    String rule,
    Severity severity,
    String message,
    Optional<Fix> fix) {

  /** How bad it is. */
  public enum Severity {
    /** Others can't read the file as it is meant. */
    ERROR,
    /** Something is likely to be read otherwise than it is meant. */
    WARNING,
    /** Good to know. */
    INFO
  }

  /** An edit of lines, which count from 0. */
  public sealed interface Fix {
    /** The first {@code old} of a line becomes {@code replacement}. */
    record Replace(int line, String old, String replacement) implements Fix {}

    /** A line becomes the first one. */
    record MoveToTop(int line) implements Fix {}
  }

  /** About a line that counts from 0. */
  static Finding of(String file, int line, String rule, Severity severity, String message) {
    return new Finding(file, line + 1, 0, rule, severity, message, Optional.empty());
  }

  Finding at(int where) {
    return new Finding(file, line, where, rule, severity, message, fix);
  }

  Finding with(Fix mending) {
    return new Finding(file, line, column, rule, severity, message, Optional.of(mending));
  }
}
