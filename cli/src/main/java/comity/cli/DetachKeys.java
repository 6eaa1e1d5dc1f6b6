package comity.cli;

import java.nio.charset.StandardCharsets;

/**
 * Finds the key that leaves a session among those that were typed: as the control character, and as
 * terminals send it to programs that asked for keys to be told apart ({@code CSI 92;5u}, {@code CSI
 * 27;5;92~}).
 */
final class DetachKeys {
  private final byte control;
  private final String[] sequences;

  /**
   * @param sign that is typed with the control key
   */
  DetachKeys(char sign) {
    this.control = (byte) (sign & 0x1F);
    int code = Character.toLowerCase(sign);
    this.sequences =
        new String[] {
          "\u001b[" + code + ";5u", "\u001b[" + code + ";5:1u", "\u001b[27;5;" + code + "~"
        };
  }

  /** Where it begins; below zero where it was not typed. */
  int find(byte[] typed, int count) {
    String text = new String(typed, 0, count, StandardCharsets.ISO_8859_1);
    int found = text.indexOf(control);
    for (String sequence : sequences) {
      int at = text.indexOf(sequence);
      found = at >= 0 && (found < 0 || at < found) ? at : found;
    }
    return found;
  }

  /** How many of the last bytes may be the beginning of it, of which the rest is still to come. */
  int begun(byte[] typed, int count) {
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
