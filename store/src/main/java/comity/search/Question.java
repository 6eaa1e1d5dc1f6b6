package comity.search;

import java.util.function.Predicate;

/**
 * What is looked for.
 *
 * @param text words or a question in any language; what stands in {@code "…"} must be found as it
 *     stands
 * @param limit the most hits to give, 1 to {@link #MAX_LIMIT}
 * @param within which files count, by their name from the project's root
 * @param mode what may be used
 */
public record Question(String text, int limit, Predicate<String> within, Mode mode) {
  /** More hits than anyone reads. */
  public static final int MAX_LIMIT = 1000;

  /** A longer question is cut: each word costs time. */
  static final int MAX_LENGTH = 4000;

  /** How passages are compared with a question. */
  public enum Mode {
    /** By their words alone. */
    WORDS,
    /** By meaning too if the model is loaded; otherwise by words, while it is loaded behind. */
    MEANING_WHEN_READY,
    /** By meaning too; waits until the model is loaded. */
    MEANING
  }

  public Question {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("a limit of " + limit + " hits");
    }
    if (text.length() > MAX_LENGTH) {
      text = text.substring(0, MAX_LENGTH);
    }
  }

  /** A question to all files. */
  public static Question of(String text, int limit, Mode mode) {
    return new Question(text, limit, _ -> true, mode);
  }
}
