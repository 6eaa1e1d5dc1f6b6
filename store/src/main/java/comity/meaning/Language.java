package comity.meaning;

/** What a text is written in, as far as a model for it goes. */
public enum Language {
  ENGLISH,
  CHINESE;

  /** Chinese where Han characters weigh more than letters: one of them is about a word. */
  public static Language of(String text) {
    int han = 0;
    int words = 0;
    boolean inWord = false;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      boolean ideograph = Character.isIdeographic(c);
      han += ideograph ? 1 : 0;
      boolean letter = !ideograph && Character.isLetterOrDigit(c);
      words += letter && !inWord ? 1 : 0;
      inWord = letter;
    }
    return han > words ? CHINESE : ENGLISH;
  }
}
