package comity.terminal;

/** How what is written next will look, as {@code CSI m} says. */
final class Pen {
  private static final long UNDERLINE_COLOUR = Look.COLOUR;

  /** See {@link Look}. */
  long look;

  /** See {@link Styles}: the colour of the underline, and the link. */
  long extra;

  void reset() {
    look = 0;
    extra = 0;
  }

  /** What is erased keeps the colour of the ground only. */
  long erased() {
    return look & Look.GROUND;
  }

  void link(long number) {
    extra = (extra & UNDERLINE_COLOUR) | number;
  }

  /** {@code CSI … m}. */
  void set(Csi csi) {
    if (csi.size() == 0) {
      plain();
      return;
    }
    int at = 0;
    while (at < csi.size()) {
      int number = csi.parameter(at, 0);
      if (number == 38 || number == 48 || number == 58) {
        at = colour(csi, at, number);
      } else if (number == 4) {
        underline(csi.isSub(at + 1) ? csi.parameter(at + 1, 1) : 1);
      } else {
        one(number);
      }
      at++;
      while (csi.isSub(at)) {
        at++;
      }
    }
  }

  private void plain() {
    look = 0;
    extra &= ~UNDERLINE_COLOUR;
  }

  private void one(int number) {
    if (number >= 30 && number <= 37) {
      look = Look.withText(look, Look.OF_16 | number - 30);
    } else if (number >= 40 && number <= 47) {
      look = Look.withGround(look, Look.OF_16 | number - 40);
    } else if (number >= 90 && number <= 97) {
      look = Look.withText(look, Look.OF_16 | number - 90 + 8);
    } else if (number >= 100 && number <= 107) {
      look = Look.withGround(look, Look.OF_16 | number - 100 + 8);
    } else {
      attribute(number);
    }
  }

  private void attribute(int number) {
    switch (number) {
      case 0 -> plain();
      case 1 -> look |= Look.BOLD;
      case 2 -> look |= Look.DIM;
      case 3 -> look |= Look.ITALIC;
      case 5 -> look |= Look.BLINK;
      case 7 -> look |= Look.INVERSE;
      case 8 -> look |= Look.INVISIBLE;
      case 9 -> look |= Look.STRUCK;
      case 21 -> underline(2);
      case 22 -> look &= ~(Look.BOLD | Look.DIM);
      case 23 -> look &= ~Look.ITALIC;
      case 24 -> underline(0);
      case 25 -> look &= ~Look.BLINK;
      case 27 -> look &= ~Look.INVERSE;
      case 28 -> look &= ~Look.INVISIBLE;
      case 29 -> look &= ~Look.STRUCK;
      case 39 -> look = Look.withText(look, Look.NONE);
      case 49 -> look = Look.withGround(look, Look.NONE);
      case 53 -> look |= Look.OVERLINE;
      case 55 -> look &= ~Look.OVERLINE;
      case 59 -> extra &= ~UNDERLINE_COLOUR;
      default -> {
        // Others show nothing.
      }
    }
  }

  private void underline(int kind) {
    look = Look.withUnderline(look, kind > 5 ? 1 : kind);
  }

  /** {@code 38;2;R;G;B}, {@code 38;5;N}, {@code 38:2::R:G:B} or {@code 38:5:N}, and 48 and 58. */
  private int colour(Csi csi, int at, int which) {
    boolean subs = csi.isSub(at + 1);
    int kind = csi.parameter(at + 1, 0);
    int first = at + (subs && kind == 2 ? 3 : 2);
    if (kind == 5) {
      colour(which, Look.OF_256 | (csi.parameter(first, 0) & 0xFF));
    } else if (kind == 2) {
      int red = csi.parameter(first, 0) & 0xFF;
      int green = csi.parameter(first + 1, 0) & 0xFF;
      int blue = csi.parameter(first + 2, 0) & 0xFF;
      colour(which, Look.RGB | red << 16 | green << 8 | blue);
    }
    if (subs) {
      return at;
    }
    // An unknown kind takes what follows with it, as in xterm.js.
    return at
        + switch (kind) {
          case 5 -> 2;
          case 2 -> 4;
          case 0 -> 6;
          default -> 5;
        };
  }

  private void colour(int which, int colour) {
    if (which == 38) {
      look = Look.withText(look, colour);
    } else if (which == 48) {
      look = Look.withGround(look, colour);
    } else {
      extra = (extra & ~UNDERLINE_COLOUR) | colour;
    }
  }
}
