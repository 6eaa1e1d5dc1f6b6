package comity.terminal;

import java.nio.charset.StandardCharsets;

/**
 * Finds the key that leaves a session among those that were typed: as the control character, and as
 * terminals send it to programs that asked for keys to be told apart ({@code CSI 92;5u}, {@code CSI
 * 27;5;92~}). What is pasted, between {@code CSI 200~} and {@code CSI 201~}, was not typed.
 */
public final class DetachKeys {
  private static final String PASTE_BEGINS = "\u001b[200~";
  private static final String PASTE_ENDS = "\u001b[201~";

  private final byte control;
  private final String[] sequences;

  /** Whether what comes next is pasted, after all that was {@link #handedOn}. */
  private boolean pasting;

  /** How much of what begins or ends a paste has come. */
  private int matched;

  /**
   * Nothing has been typed yet.
   *
   * @param sign that is typed with the control key
   */
  public DetachKeys(char sign) {
    this.control = (byte) (sign & 0x1F);
    int code = Character.toLowerCase(sign);
    this.sequences =
        new String[] {
          "\u001b[" + code + ";5u", "\u001b[" + code + ";5:1u", "\u001b[27;5;" + code + "~"
        };
  }

  /** Where it begins in the first {@code count} bytes; below zero where it was not typed. */
  public int find(byte[] typed, int count) {
    String text = new String(typed, 0, count, StandardCharsets.ISO_8859_1);
    boolean pastingBefore = pasting;
    int matchedBefore = matched;
    try {
      for (int at = 0; at < count; at++) {
        if (!pasting && isKey(text, at)) {
          return at;
        }
        follow(text.charAt(at));
      }
      return -1;
    } finally {
      pasting = pastingBefore;
      matched = matchedBefore;
    }
  }

  private boolean isKey(String text, int at) {
    if (text.charAt(at) == control) {
      return true;
    }
    for (String sequence : sequences) {
      if (text.startsWith(sequence, at)) {
        return true;
      }
    }
    return false;
  }

  private void follow(char next) {
    String awaited = pasting ? PASTE_ENDS : PASTE_BEGINS;
    // Both begin with ESC, which is nowhere else in them.
    matched = next == awaited.charAt(matched) ? matched + 1 : next == awaited.charAt(0) ? 1 : 0;
    if (matched == awaited.length()) {
      pasting = !pasting;
      matched = 0;
    }
  }

  /** The first bytes of what was typed went to the session. */
  public void handedOn(byte[] typed, int count) {
    for (int at = 0; at < count; at++) {
      follow((char) (typed[at] & 0xFF));
    }
  }

  /**
   * Nothing has come for so long that a paste, which comes in one piece, is over: one whose end got
   * lost must not keep anybody in the session.
   */
  public void paused() {
    pasting = false;
    matched = 0;
  }

  /** How many of the last bytes may be the beginning of it, of which the rest is still to come. */
  public int begun(byte[] typed, int count) {
    String text = new String(typed, 0, count, StandardCharsets.ISO_8859_1);
    int most = 0;
    for (String sequence : sequences) {
      for (int size = Math.min(count, sequence.length() - 1); size > most; size--) {
        if (text.endsWith(sequence.substring(0, size))) {
          most = size;
        }
      }
    }
    return most;
  }
}
