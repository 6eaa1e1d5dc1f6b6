package comity.memory;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.Optional;

/**
 * Counts tokens in one named encoding (MEM-11). Special tokens such as {@code <|endoftext|>} are
 * counted as the plain text they are in a file. The first count of an encoding reads its
 * vocabulary, which takes a while and some ten megabytes.
 */
public enum Tokenizer {
  O200K("o200k", EncodingType.O200K_BASE),
  CL100K("cl100k", EncodingType.CL100K_BASE);

  /** What counts where nothing is configured. */
  public static final Tokenizer DEFAULT = CL100K;

  /**
   * A run of one kind is taken for one word, and the time and memory to count its tokens grow much
   * faster than it does. Nobody reads one of so many signs.
   */
  static final int MAX_RUN = 32_768;

  private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();

  private final String word;
  private final EncodingType type;

  Tokenizer(String word, EncodingType type) {
    this.word = word;
    this.type = type;
  }

  /** The name that configuration and records give it. */
  public String word() {
    return word;
  }

  public static Optional<Tokenizer> named(String word) {
    for (Tokenizer tokenizer : values()) {
      if (tokenizer.word.equals(word)) {
        return Optional.of(tokenizer);
      }
    }
    return Optional.empty();
  }

  /**
   * How many tokens a text has; {@link Integer#MAX_VALUE} where it has more than {@link #MAX_RUN}
   * letters, blanks or signs on end, which fit into no budget.
   */
  public int count(String text) {
    return isReadable(text) ? encoding().countTokensOrdinary(text) : Integer.MAX_VALUE;
  }

  /** Whether no run in it is too long; digits are counted by threes. */
  private static boolean isReadable(String text) {
    int letters = 0;
    int blanks = 0;
    int signs = 0;
    for (int at = 0; at < text.length() && text.length() > MAX_RUN; at++) {
      char sign = text.charAt(at);
      int type = Character.getType(sign);
      boolean mark =
          type == Character.NON_SPACING_MARK
              || type == Character.COMBINING_SPACING_MARK
              || type == Character.ENCLOSING_MARK;
      boolean letter = Character.isLetter(sign);
      boolean blank = Character.isWhitespace(sign) || Character.isSpaceChar(sign);
      boolean digit =
          type == Character.DECIMAL_DIGIT_NUMBER
              || type == Character.LETTER_NUMBER
              || type == Character.OTHER_NUMBER;
      letters = letter || mark ? letters + 1 : 0;
      blanks = blank ? blanks + 1 : 0;
      signs = sign == '\n' || sign == '\r' || !(letter || blank || digit) ? signs + 1 : 0;
      if (Math.max(letters, Math.max(blanks, signs)) > MAX_RUN) {
        return false;
      }
    }
    return true;
  }

  /** Reads the vocabulary, where that was not done yet: then the first count need not. */
  public void prepare() {
    encoding();
  }

  private Encoding encoding() {
    return REGISTRY.getEncoding(type);
  }
}
