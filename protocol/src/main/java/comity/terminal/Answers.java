package comity.terminal;

import java.nio.charset.StandardCharsets;

/**
 * What a terminal that nobody looks at answers to what a program asks it (SES-24): one answer to
 * each question, in the order asked. It is a dark terminal of 256 and true colours, and can what
 * {@link Screen} can. A clipboard is never read out: that question has no answer.
 *
 * <p>Whether text can be sized ({@code OSC 66}) is not asked in words: a program writes with it and
 * asks where the cursor is, which has not moved.
 */
public final class Answers {
  private static final String ESC = "\033";
  private static final String CSI = "\033[";
  private static final String OSC = "\033]";
  private static final String END = "\033\\";

  /** VT220 with colours. */
  private static final String ABILITIES = CSI + "?62;22c";

  /** A VT220 too, of no version, without a ROM. */
  private static final String MODEL = CSI + ">1;10;0c";

  private static final int TEXT = 0xD8D8D8;
  private static final int GROUND = 0x181818;

  /** The first 16: as xterm has them, with a blue that can be read on the ground. */
  private static final int[] PALETTE = {
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x3B78FF, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF
  };

  /** Those of a cube of 6 by 6 by 6 colours come next, then greys. */
  private static final int GREYS = 16 + 6 * 6 * 6;

  /**
   * In iTerm's words: true colours, mouse, shapes of the cursor, Unicode, bracketed paste, focus,
   * struck and overlined text, synchronised drawing, links, notifications.
   */
  private static final String CAPABILITIES = "T3MSc7UBFGsGoSyHNo";

  /** Of the names that a program gives to a question. */
  private static final int MAX_ID = 64;

  private final String name;

  /**
   * Names itself so.
   *
   * @param name with a version, as {@code CSI > q} asks for it; only printable ASCII
   */
  public Answers(String name) {
    if (!name.chars().allMatch(c -> c >= ' ' && c < 0x7F)) {
      throw new IllegalArgumentException("a terminal's name is of printable ASCII: " + name);
    }
    this.name = name;
  }

  /** The answer, from what is on the screen at that moment. */
  public byte[] to(Query query, Screen screen) {
    String answer =
        switch (query) {
          case Query.Abilities() -> ABILITIES;
          case Query.Model() -> MODEL;
          case Query.Version() -> ESC + "P>|" + name + END;
          case Query.Health() -> CSI + "0n";
          case Query.Cursor(boolean extended) -> cursor(screen.display(), extended);
          case Query.Keyboard() -> CSI + "?" + screen.display().grid.keyboard.flags() + "u";
          case Query.Mode(int mode, boolean extended) ->
              CSI + mark(extended) + mode + ";" + state(screen, mode, extended) + "$y";
          case Query.Colour(int code, int index, boolean byBell) ->
              OSC + colour(code, index) + (byBell ? "\007" : END);
          case Query.Notifications(String id) -> notifications(id);
          case Query.Capabilities() -> OSC + "1337;Capabilities=" + CAPABILITIES + END;
          case Query.StatusProtocol() -> OSC + "7501;?" + END;
        };
    return answer.getBytes(StandardCharsets.US_ASCII);
  }

  private static String mark(boolean extended) {
    return extended ? "?" : "";
  }

  /** Counted from the margins where the program counts so. */
  private static String cursor(Display display, boolean extended) {
    Grid grid = display.grid;
    int row = grid.y + 1 - (display.modes.origin ? grid.top : 0);
    int column = Math.min(grid.x + 1, grid.columns);
    return CSI + mark(extended) + row + ";" + column + "R";
  }

  /** 0 not known, 1 on, 2 off, 3 always on, 4 always off. */
  private static int state(Screen screen, int mode, boolean extended) {
    Modes modes = screen.display().modes;
    if (Modes.isKnown(mode, extended)) {
      return modes.isSet(mode, extended) ? 1 : 2;
    }
    if (extended) {
      return switch (mode) {
        case 8, 1048 -> 3;
        case 67 -> 4;
        default -> 0;
      };
    }
    return switch (mode) {
      case 12 -> 3;
      case 2 -> 4;
      default -> 0;
    };
  }

  private static String colour(int code, int index) {
    int rgb =
        switch (code) {
          case 4 -> palette(index);
          case 11 -> GROUND;
          default -> TEXT;
        };
    String which = code == 4 ? "4;" + index : Integer.toString(code);
    int red = rgb >> 16;
    int green = rgb >> 8 & 0xFF;
    int blue = rgb & 0xFF;
    return which + ";rgb:%02x%02x/%02x%02x/%02x%02x".formatted(red, red, green, green, blue, blue);
  }

  private static int palette(int index) {
    if (index < PALETTE.length) {
      return PALETTE[index];
    }
    if (index >= GREYS) {
      int grey = 8 + 10 * (index - GREYS);
      return grey << 16 | grey << 8 | grey;
    }
    int at = index - PALETTE.length;
    return level(at / 36) << 16 | level(at / 6 % 6) << 8 | level(at % 6);
  }

  private static int level(int step) {
    return step == 0 ? 0 : 55 + 40 * step;
  }

  /** What it named the question comes back only as far as kitty allows such names. */
  private static String notifications(String id) {
    StringBuilder named = new StringBuilder();
    id.chars()
        .filter(c -> c < 0x7F && (Character.isLetterOrDigit(c) || "_-+.".indexOf(c) >= 0))
        .limit(MAX_ID)
        .forEach(c -> named.append((char) c));
    return OSC
        + "99;"
        + (named.isEmpty() ? "" : "i=" + named + ":")
        + "p=?;p=title,body,?,close:o=always,unfocused,invisible:u=0,1,2"
        + END;
  }
}
