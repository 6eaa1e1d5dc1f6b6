package comity.terminal;

import java.util.Map;
import java.util.TreeMap;

/** What a program has switched on or off at its terminal, beside what is shown. */
final class Modes {
  boolean insert;
  boolean newLine;
  boolean applicationCursor;
  boolean applicationKeypad;
  boolean origin;
  boolean wraps;
  boolean reverseWraps;
  boolean blinks;
  boolean cursorShown;
  boolean focus;
  boolean bracketedPaste;
  boolean synchronised;

  /** 9, 1000, 1002 or 1003; 0 for none. */
  int mouse;

  /** 1005, 1006, 1015 or 1016; 0 for the first form. */
  int mouseForm;

  /** As {@code CSI Ps SP q} has it; 0 for the terminal's own. */
  int cursorShape;

  /** As {@code CSI > 4 ; Pv m} has it. */
  int otherKeys;

  /** 47, 1047 or 1049: by which the alternate screen was entered; 0 where it is not shown. */
  int alternate;

  /**
   * Those that mean nothing here and something to a viewer's terminal, as they were set last: what
   * the wheel sends on the alternate screen, clusters of characters, reports of dark and light.
   */
  final Map<Integer, Boolean> passed = new TreeMap<>();

  Modes() {
    reset();
  }

  /** {@code ESC c}. */
  void reset() {
    softReset();
    newLine = false;
    blinks = false;
    mouse = 0;
    mouseForm = 0;
    otherKeys = 0;
    alternate = 0;
    passed.clear();
  }

  /** {@code CSI ! p}. */
  void softReset() {
    insert = false;
    applicationCursor = false;
    applicationKeypad = false;
    origin = false;
    wraps = true;
    reverseWraps = false;
    cursorShown = true;
    focus = false;
    bracketedPaste = false;
    synchronised = false;
    cursorShape = 0;
  }

  /** {@code CSI h} and {@code CSI l}. */
  void set(int mode, boolean on) {
    if (mode == 4) {
      insert = on;
    } else if (mode == 20) {
      newLine = on;
    }
  }

  /** {@code CSI ? h} and {@code CSI ? l}, as far as nothing else happens by it. */
  void setPrivate(int mode, boolean on) {
    switch (mode) {
      case 1 -> applicationCursor = on;
      case 6 -> origin = on;
      case 7 -> wraps = on;
      case 12 -> blinks = on;
      case 25 -> cursorShown = on;
      case 45 -> reverseWraps = on;
      case 66 -> applicationKeypad = on;
      case 9, 1000, 1002, 1003 -> mouse = on ? mode : 0;
      case 1004 -> focus = on;
      case 1005, 1006, 1015, 1016 -> mouseForm = on ? mode : 0;
      case 2004 -> bracketedPaste = on;
      case 2026 -> synchronised = on;
      case 1007, 2027, 2031 -> passed.put(mode, on);
      default -> {
        // Others change nothing here.
      }
    }
  }

  /** Whether it knows the mode at all. */
  static boolean isKnown(int mode, boolean extended) {
    return extended
        ? switch (mode) {
          case 1, 6, 7, 9, 12, 25, 45, 47, 66 -> true;
          case 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004, 2026 -> true;
          default -> false;
        }
        : mode == 4 || mode == 20;
  }

  /** Whether it is on; a mode that is not known is off. */
  boolean isSet(int mode, boolean extended) {
    if (!extended) {
      return mode == 4 ? insert : mode == 20 && newLine;
    }
    return switch (mode) {
      case 1 -> applicationCursor;
      case 6 -> origin;
      case 7 -> wraps;
      case 12 -> blinks;
      case 25 -> cursorShown;
      case 45 -> reverseWraps;
      case 47, 1047, 1049 -> alternate != 0;
      case 66 -> applicationKeypad;
      case 9, 1000, 1002, 1003 -> mouse == mode;
      case 1004 -> focus;
      case 1005, 1006, 1015, 1016 -> mouseForm == mode;
      case 2004 -> bracketedPaste;
      case 2026 -> synchronised;
      default -> false;
    };
  }
}
