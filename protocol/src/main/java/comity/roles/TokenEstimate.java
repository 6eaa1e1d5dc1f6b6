package comity.roles;

/**
 * How many tokens a text takes at most, as far as can be told without a model's own vocabulary: an
 * estimate that is rather too high than too low. The estimate of texts put together is no more than
 * the sum of theirs.
 */
final class TokenEstimate {
  /** Of letters that a vocabulary knows well, as those of English; the usual word has more. */
  private static final int LETTERS_OF_A_TOKEN = 3;

  /** A character of Chinese, Japanese or Korean takes one token or two: three of them, four. */
  private static final int IDEOGRAPHS = 3;

  private static final int TOKENS_OF_IDEOGRAPHS = 4;

  /** Emoji and other characters beyond the first plane, byte by byte at worst. */
  private static final int TOKENS_OF_A_RARE_CHARACTER = 3;

  private TokenEstimate() {}

  /** The tokens of a text. */
  public static long of(String text) {
    long tokens = 0;
    long letters = 0;
    long ideographs = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      boolean plain = c < 0x80 && Character.isLetterOrDigit(c);
      if (plain) {
        letters++;
        continue;
      }
      tokens += rounded(letters, LETTERS_OF_A_TOKEN);
      letters = 0;
      if (Character.isIdeographic(c)
          || (c >= 0x3040 && c <= 0x30FF)
          || (c >= 0xAC00 && c <= 0xD7A3)) {
        ideographs++;
      } else if (c > 0xFFFF) {
        tokens += TOKENS_OF_A_RARE_CHARACTER;
      } else if (c > 0x7F) {
        tokens += 2;
      } else if (c != ' ') {
        // A blank is part of the word behind it.
        tokens++;
      } else if (at < text.length() && text.charAt(at) == ' ') {
        tokens++;
      }
    }
    tokens += rounded(letters, LETTERS_OF_A_TOKEN);
    return tokens + rounded(ideographs * TOKENS_OF_IDEOGRAPHS, IDEOGRAPHS);
  }

  private static long rounded(long amount, long by) {
    return (amount + by - 1) / by;
  }
}
