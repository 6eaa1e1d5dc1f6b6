package comity.terminal;

/**
 * How a character looks, in a long: the colour of the text (26 bits), of the ground (26 bits), nine
 * attributes, and the kind of underline (3 bits). A colour is a kind (2 bits) and a number (24
 * bits): of the 16, of the 256, or red, green and blue.
 */
final class Look {
  static final int NONE = 0;
  static final int OF_16 = 1 << 24;
  static final int OF_256 = 2 << 24;
  static final int RGB = 3 << 24;
  static final int COLOUR = (1 << 26) - 1;
  static final int KIND = RGB;

  private static final int GROUND_SHIFT = 26;
  private static final int UNDERLINE_SHIFT = 61;
  static final long GROUND = (long) COLOUR << GROUND_SHIFT;

  static final long BOLD = 1L << 52;
  static final long DIM = 1L << 53;
  static final long ITALIC = 1L << 54;
  static final long BLINK = 1L << 55;
  static final long INVERSE = 1L << 56;
  static final long INVISIBLE = 1L << 57;
  static final long STRUCK = 1L << 58;
  static final long OVERLINE = 1L << 59;

  /** Not erased by a selective erase; nothing of it is seen. */
  static final long PROTECTED = 1L << 60;

  static final long UNDERLINE = 7L << UNDERLINE_SHIFT;

  private static final long[] FLAGS = {
    BOLD, DIM, ITALIC, BLINK, INVERSE, INVISIBLE, STRUCK, OVERLINE
  };
  private static final int[] FLAG_NUMBERS = {1, 2, 3, 5, 7, 8, 9, 53};

  private Look() {}

  static int text(long look) {
    return (int) look & COLOUR;
  }

  static int ground(long look) {
    return (int) (look >> GROUND_SHIFT) & COLOUR;
  }

  /** 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed. */
  static int underline(long look) {
    return (int) (look >>> UNDERLINE_SHIFT);
  }

  static long withText(long look, int colour) {
    return (look & ~(long) COLOUR) | colour;
  }

  static long withGround(long look, int colour) {
    return (look & ~GROUND) | (long) colour << GROUND_SHIFT;
  }

  static long withUnderline(long look, int kind) {
    return (look & ~UNDERLINE) | (long) kind << UNDERLINE_SHIFT;
  }

  /**
   * As parameters of {@code CSI m} for a terminal without any: empty, or each with a {@code ;}
   * before it.
   */
  static String parameters(long look, int underlineColour) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < FLAGS.length; i++) {
      if ((look & FLAGS[i]) != 0) {
        text.append(';').append(FLAG_NUMBERS[i]);
      }
    }
    int underline = underline(look);
    if (underline == 1) {
      text.append(";4");
    } else if (underline > 1) {
      text.append(";4:").append(underline);
    }
    colour(text, text(look), 30, 90, 38);
    colour(text, ground(look), 40, 100, 48);
    if (underlineColour != NONE && underline != 0) {
      colour(text, underlineColour, 0, 0, 58);
    }
    return text.toString();
  }

  private static void colour(StringBuilder text, int colour, int low, int high, int more) {
    int number = colour & ~KIND & COLOUR;
    switch (colour & KIND) {
      case OF_16 -> text.append(';').append(number < 8 ? low + number : high + number - 8);
      case OF_256 -> text.append(';').append(more).append(";5;").append(number);
      case RGB ->
          text.append(';')
              .append(more)
              .append(";2;")
              .append(number >> 16)
              .append(';')
              .append(number >> 8 & 0xFF)
              .append(';')
              .append(number & 0xFF);
      default -> {
        // The terminal's own.
      }
    }
  }
}
