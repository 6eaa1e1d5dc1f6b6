package comity.conformance.terminal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Output as no program writes it: texts, controls and sequences in any order. */
final class RandomOutput {
  private static final String[] TEXTS = {
    "a",
    "bc",
    "hello world",
    "漢",
    "字漢",
    "e\u0301",
    "─│┌",
    "☁\uFE0F",
    "🎉",
    "한국",
    "x  y",
    "0123456789abcdef",
    "ﾀ",
    "¡é"
  };
  private static final String[] PLAIN = {"a", "bc", "hello world", "漢", "字漢", "─│┌", "x  y", "ﾀ"};
  private static final String[] CONTROLS = {"\r", "\n", "\r\n", "\b", "\t", "\016", "\017", "\013"};
  private static final String[] ESCAPES = {
    "7", "8", "D", "E", "M", "H", "=", ">", "(0", "(B", ")0", ")B", "(A", "#8", "n", "o", "c"
  };

  /** Sequences of a number or two, without what comes before them. */
  private static final String[] SEQUENCES = {
    "A", "B", "C", "D", "E", "F", "G", "H", "f", "`", "a", "d", "e", "I", "Z", "@", "P", "X", "L",
    "M", "S", "T", "J", "K", "r", "b", "g", " @", " A", "\"q"
  };

  private static final String[] PRIVATE = {
    "1", "45", "66", "1000", "1002", "1003", "1004", "1006", "1016", "2004", "1048"
  };
  private static final String[] ALTERNATE = {"47", "1047", "1049"};
  private static final int[] LOOKS = {
    0, 1, 2, 3, 5, 7, 8, 9, 22, 23, 25, 27, 28, 29, 30, 37, 39, 40, 47, 49, 53, 55, 90, 97, 100, 107
  };

  private RandomOutput() {}

  /** This many pieces, for a screen of about this size. */
  static List<byte[]> pieces(RandomGenerator random, int count, int columns, int rows) {
    List<byte[]> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pieces.add(piece(random, columns, rows).getBytes(StandardCharsets.UTF_8));
    }
    return pieces;
  }

  /** This many pieces, for a screen of about this size. */
  static byte[] bytes(RandomGenerator random, int count, int columns, int rows) {
    return joined(pieces(random, count, columns, rows));
  }

  /**
   * Texts that leave nothing scrolled away: no history is kept, and so none comes back.
   *
   * <p>None has a cluster, which xterm.js may put into another cell when it lays out anew.
   *
   * @param moves whether the cursor may be left above the last text. When such a page gets
   *     narrower, xterm.js drops a row of a text below the cursor, or cuts a wide character.
   */
  static byte[] page(RandomGenerator random, int columns, int rows, boolean moves) {
    StringBuilder page = new StringBuilder();
    int free = rows - 1;
    while (true) {
      StringBuilder line = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        line.append(one(random, PLAIN));
      }
      // A character takes at most two columns, and a row may stay short of one.
      int needs = 1 + 2 * line.length() / (columns - 1);
      if (needs > free) {
        break;
      }
      free -= needs;
      page.append("\033[").append(look(random)).append('m').append(line);
      page.append("\r\n");
    }
    page.append("$ ");
    if (moves && random.nextBoolean()) {
      page.append("\033[").append(1 + random.nextInt(rows)).append(";");
      page.append(1 + random.nextInt(columns)).append('H');
    }
    return page.toString().getBytes(StandardCharsets.UTF_8);
  }

  static byte[] joined(List<byte[]> pieces) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    pieces.forEach(bytes::writeBytes);
    return bytes.toByteArray();
  }

  private static String piece(RandomGenerator random, int columns, int rows) {
    int which = random.nextInt(100);
    if (which < 40) {
      return one(random, TEXTS);
    } else if (which < 50) {
      return one(random, CONTROLS);
    } else if (which < 55) {
      return "\033" + one(random, ESCAPES);
    } else if (which < 70) {
      return "\033[" + look(random) + "m";
    } else if (which < 90) {
      String first = number(random, columns + 2);
      String second = random.nextBoolean() ? ";" + number(random, rows + 2) : "";
      return "\033[" + first + second + one(random, SEQUENCES);
    } else if (which < 94) {
      return "\033[?" + one(random, PRIVATE) + onOrOff(random);
    } else if (which < 96) {
      return "\033[?" + one(random, ALTERNATE) + onOrOff(random);
    } else if (which < 98) {
      return "\033[4" + onOrOff(random);
    }
    return "\033[!p";
  }

  private static String look(RandomGenerator random) {
    return switch (random.nextInt(6)) {
      case 0 -> "38;5;" + random.nextInt(256);
      case 1 -> "48;2;" + random.nextInt(256) + ";" + random.nextInt(256) + ";0";
      case 2 -> random.nextBoolean() ? "4" : "24";
      default -> LOOKS[random.nextInt(LOOKS.length)] + ";" + LOOKS[random.nextInt(LOOKS.length)];
    };
  }

  private static String number(RandomGenerator random, int most) {
    return random.nextInt(4) == 0 ? "" : Integer.toString(random.nextInt(most));
  }

  private static String onOrOff(RandomGenerator random) {
    return random.nextBoolean() ? "h" : "l";
  }

  private static String one(RandomGenerator random, String[] of) {
    return of[random.nextInt(of.length)];
  }
}
