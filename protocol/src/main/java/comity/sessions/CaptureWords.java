package comity.sessions;

import java.util.Optional;

/** What words may stand in a report; each becomes an argument of a command, or is shown. */
final class CaptureWords {
  /** Of a provider's id, in characters: a UUID has 36. */
  static final int MAX_ID = 256;

  /** Of a provider's word. */
  private static final int MAX_PROVIDER = 32;

  private CaptureWords() {}

  /** Why a text is none that can be shown and kept in a line; empty where it is one. */
  static Optional<String> flaw(String name, String text, int most) {
    if (text.isBlank()) {
      return Optional.of(name + " is missing or blank");
    }
    if (text.length() > most) {
      return Optional.of(name + " is longer than " + most + " characters");
    }
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        return Optional.of(name + " has a control character");
      }
    }
    return Optional.empty();
  }

  /** Why it can't be a provider's id that is given to its resume command; empty where it can. */
  static Optional<String> idFlaw(String id) {
    return id.startsWith("-")
        ? Optional.of("the id begins with -, which would be an option")
        : flaw("the id", id, MAX_ID);
  }

  /** Why it is no provider's word; empty where it is one. */
  static Optional<String> providerFlaw(String word) {
    boolean wellFormed =
        !word.isEmpty() && word.length() <= MAX_PROVIDER && isLetter(word.charAt(0));
    for (int at = 0; at < word.length() && wellFormed; at++) {
      char c = word.charAt(at);
      wellFormed = isLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
    return wellFormed
        ? Optional.empty()
        : Optional.of(
            "the provider must be a word of small letters, digits, - and _, at most "
                + MAX_PROVIDER
                + " long");
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }
}
