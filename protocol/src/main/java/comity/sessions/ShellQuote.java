package comity.sessions;

/** Quotes words so that every POSIX shell takes each as one word, and as nothing else. */
public final class ShellQuote {
  private static final String HARMLESS = "_-+=.,:/@%";

  private ShellQuote() {}

  /** The word, in quotes where it needs them. */
  public static String of(String word) {
    boolean harmless =
        !word.isEmpty()
            && word.chars()
                .allMatch(c ->
                    (c >= 'A' && c <= 'Z')
                        || (c >= 'a' && c <= 'z')
                        || (c >= '0' && c <= '9')
                        || HARMLESS.indexOf(c) >= 0);
    // What holds a = would be an assignment as the first word.
    return harmless && word.indexOf('=') < 0 ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
