package comity.memory;

/** What a person types to have the memory written (MEM-16). */
public final class Remem {
  private static final String WORD = "/remem";

  private Remem() {}

  /**
   * Whether a message is exactly that, or begins with it and a space; line ends behind do not
   * count.
   */
  public static boolean isAsked(String message) {
    return message.startsWith(WORD + " ") || message.replaceFirst("[\\r\\n]+$", "").equals(WORD);
  }

  /** What stands behind it, which is a note to keep; empty where nothing does. */
  public static String note(String message) {
    return message.startsWith(WORD + " ") ? message.substring(WORD.length()).strip() : "";
  }
}
