package comity.terminal;

import comity.terminal.Output.StringKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Parts a program's output into what it shows and what it says beside (SES-13). The parts are the
 * same however the bytes are cut. Whatever the bytes are, it goes on, and keeps no more than {@link
 * #MAX_STRING} of them. The 8-bit forms of control characters are parts of UTF-8 characters here.
 *
 * <p>What tmux passes through, {@code ESC P tmux;} with each ESC doubled, is unwrapped once; a
 * sequence that GNU screen's way cuts into pieces of DCS is put together.
 */
public final class Parser {
  /** In bytes; a string that is longer is taken to its end and dropped. */
  public static final int MAX_STRING = 8192;

  /** Screen cuts after 768 bytes: a string that ends before was not cut. */
  private static final int MIN_PIECE = 512;

  private static final byte BEL = 0x07;
  private static final byte CAN = 0x18;
  private static final byte SUB = 0x1A;
  private static final byte ESC = 0x1B;
  private static final byte DEL = 0x7F;
  private static final byte[] TMUX = {'t', 'm', 'u', 'x', ';'};

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long ESCS = ONES * ESC;
  private static final long BELS = ONES * BEL;
  private static final long EIGHTS = ONES * 0x08;
  private static final long UPPER = 0xF0F0F0F0F0F0F0F0L;
  private static final long THREES = ONES * 0x30;

  private enum State {
    GROUND,
    /** After ESC. */
    ESCAPE,
    CONTROL,
    STRING,
    /** After ESC in a string. */
    STRING_ESCAPE,
    /** In what tmux passes through. */
    PASSED,
    /** After ESC in that. */
    PASSED_ESCAPE,
    /** After the end of a piece of what screen passes through: it may go on with another. */
    PIECE_ENDED,
    /** After ESC there. */
    PIECE_ESCAPE
  }

  private final Output output;
  private final boolean unwraps;
  private final Csi csi = new Csi();
  private final byte[] one = new byte[1];
  private State state = State.GROUND;
  private StringKind kind = StringKind.OSC;
  private byte[] string = new byte[64];
  private int length;
  private boolean tooLong;
  private int intermediates;

  /** Whether the string began within a DCS, as screen passes it through. */
  private boolean inPieces;

  /** Whether a DCS without any byte was cut off by the ESC before: screen's way to pass on. */
  private boolean inDcs;

  /** For what tmux passes through. */
  private Parser inner;

  /** Tells {@code output} of the parts. */
  public Parser(Output output) {
    this(output, true);
  }

  private Parser(Output output, boolean unwraps) {
    this.output = output;
    this.unwraps = unwraps;
    this.inner = this;
  }

  /** Whether it is between two parts, not within one. */
  public boolean isBetween() {
    return state == State.GROUND;
  }

  /** Takes the next bytes, from one index to before the other. */
  public void take(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (state == State.GROUND) {
        int end = plain(bytes, at, to);
        if (end > at) {
          output.text(bytes, at, end);
        }
        if (end == to) {
          return;
        }
        at = end + 1;
        if (bytes[end] == BEL) {
          output.bell();
        } else if (at < to && bytes[at] == '[') {
          at = control(bytes, at + 1, to);
        } else {
          escape();
        }
      } else {
        at = step(bytes, at, to);
      }
    }
  }

  /** Most control sequences come in one piece, without anything between. */
  private int control(byte[] bytes, int from, int to) {
    inDcs = false;
    int begins = from < to && bytes[from] >= '<' && bytes[from] <= '?' ? from + 1 : from;
    int ends = parameters(bytes, begins, to);
    boolean whole = ends < to && bytes[ends] >= '@' && bytes[ends] < DEL;
    if (whole && ends - begins < Csi.MAX_PARAMETERS) {
      csi.whole(begins > from ? bytes[from] : 0, bytes, begins, ends);
      output.control(csi);
      return ends + 1;
    }
    state = State.CONTROL;
    csi.begin();
    return from;
  }

  /** Up to where there is no digit, colon or semicolon. */
  private static int parameters(byte[] bytes, int from, int to) {
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long eight = (long) LONGS.get(bytes, at);
      // Bytes from 0x3C to 0x3F have both bits; those outside 0x30 to 0x3F differ in the upper
      // half.
      long found = ((eight & UPPER) ^ THREES) | (eight & eight << 1 & EIGHTS);
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (at < to && bytes[at] >= '0' && bytes[at] <= ';') {
      at++;
    }
    return at;
  }

  /** Up to where there is neither ESC nor BEL. */
  private static int plain(byte[] bytes, int from, int to) {
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long eight = (long) LONGS.get(bytes, at);
      long esc = eight ^ ESCS;
      long bel = eight ^ BELS;
      // The high bit of a byte is set where it became none: the one that was looked for.
      long found = (((esc - ONES) & ~esc) | ((bel - ONES) & ~bel)) & HIGHS;
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (at < to && bytes[at] != ESC && bytes[at] != BEL) {
      at++;
    }
    return at;
  }

  private int step(byte[] bytes, int at, int to) {
    byte b = bytes[at];
    switch (state) {
      case ESCAPE -> afterEscape(b);
      case CONTROL -> inControl(b);
      case STRING -> {
        return inString(bytes, at, to);
      }
      case STRING_ESCAPE -> afterEscapeInString(b);
      case PASSED -> passed(b);
      case PASSED_ESCAPE -> afterEscapeInPassed(b);
      case PIECE_ENDED -> {
        if (b == ESC) {
          state = State.PIECE_ESCAPE;
        } else {
          finish(false);
          return at;
        }
      }
      case PIECE_ESCAPE -> {
        if (b == 'P') {
          state = State.STRING;
        } else {
          finish(false);
          escape();
          return at;
        }
      }
      case GROUND -> throw new AssertionError("text is taken elsewhere");
    }
    return at + 1;
  }

  private void escape() {
    state = State.ESCAPE;
    intermediates = 0;
  }

  private void afterEscape(byte b) {
    if (b == DEL || (intermediates == 0 && begins(b))) {
      // Terminals skip DEL here.
      return;
    }
    if (b == CAN || b == SUB) {
      state = State.GROUND;
    } else if (b == ESC) {
      escape();
    } else if (b == BEL) {
      output.bell();
    } else if (b >= 0 && b < ' ') {
      text(b);
    } else if (b >= ' ' && b < '0') {
      intermediates = (intermediates & 0xFF) << Byte.SIZE | b;
    } else {
      state = State.GROUND;
      if (b > 0) {
        output.escape(intermediates, b);
      } else if (b < 0) {
        text(b);
      }
    }
  }

  /** Whether it begins something longer. */
  private boolean begins(byte b) {
    boolean within = kind == StringKind.DCS && inDcs;
    inDcs = false;
    switch (b) {
      case '[' -> {
        state = State.CONTROL;
        csi.begin();
      }
      case ']' -> begin(StringKind.OSC, within);
      case 'P' -> begin(StringKind.DCS, false);
      case '_' -> begin(StringKind.APC, within);
      case '^' -> begin(StringKind.PM, within);
      case 'X' -> begin(StringKind.SOS, false);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void begin(StringKind which, boolean pieces) {
    state = State.STRING;
    kind = which;
    length = 0;
    tooLong = false;
    inPieces = pieces;
  }

  private void text(byte b) {
    one[0] = b;
    output.text(one, 0, 1);
  }

  private void inControl(byte b) {
    if (b >= '@' && b < DEL) {
      state = State.GROUND;
      if (csi.end(b)) {
        output.control(csi);
      }
    } else if (b == DEL) {
      return;
    } else if (b >= '0') {
      csi.parameterByte(b);
    } else if (b >= ' ') {
      csi.intermediateByte(b);
    } else if (b == ESC) {
      escape();
    } else if (b == CAN || b == SUB) {
      state = State.GROUND;
    } else if (b == BEL) {
      output.bell();
    } else if (b >= 0) {
      text(b);
    } else {
      // No byte of a sequence: what was begun is given up, and the character is shown.
      state = State.GROUND;
      text(b);
    }
  }

  /** Takes as much of the string as there is. */
  private int inString(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && !isSpecial(bytes[at])) {
      at++;
    }
    add(bytes, from, at);
    if (unwraps && kind == StringKind.DCS && isTmux()) {
      state = State.PASSED;
      inner = inner == this ? new Parser(output, false) : inner;
      for (int i = TMUX.length; i < length; i++) {
        inner.take(string, i, i + 1);
      }
      return at;
    }
    if (at == to) {
      return at;
    }
    byte b = bytes[at];
    if (b == ESC) {
      state = State.STRING_ESCAPE;
    } else if (b == CAN || b == SUB) {
      state = State.GROUND;
    } else if (b == BEL && kind == StringKind.OSC) {
      finish(true);
    } else if (kind != StringKind.OSC) {
      add(bytes, at, at + 1);
    }
    return at + 1;
  }

  private static boolean isSpecial(byte b) {
    return b >= 0 && b < ' ';
  }

  private boolean isTmux() {
    return length >= TMUX.length && Arrays.equals(string, 0, TMUX.length, TMUX, 0, TMUX.length);
  }

  private void add(byte[] bytes, int from, int to) {
    int more = to - from;
    if (tooLong || length + more > MAX_STRING) {
      tooLong = true;
      return;
    }
    if (length + more > string.length) {
      string = Arrays.copyOf(string, Math.min(MAX_STRING, Math.max(length + more, 2 * length)));
    }
    System.arraycopy(bytes, from, string, length, more);
    length += more;
  }

  private void afterEscapeInString(byte b) {
    if (b == '\\') {
      if (inPieces && length >= MIN_PIECE) {
        state = State.PIECE_ENDED;
      } else {
        finish(false);
      }
      return;
    }
    inDcs = kind == StringKind.DCS && length == 0 && unwraps;
    escape();
    afterEscape(b);
  }

  private void finish(boolean byBell) {
    state = State.GROUND;
    if (!tooLong) {
      output.string(kind, string, length, byBell);
    }
    // One long string is no reason to keep so much for as long as the program runs.
    if (string.length > 1024) {
      string = new byte[64];
    }
  }

  private void passed(byte b) {
    if (b == ESC) {
      state = State.PASSED_ESCAPE;
    } else {
      one[0] = b;
      inner.take(one, 0, 1);
    }
  }

  private void afterEscapeInPassed(byte b) {
    if (b == ESC) {
      state = State.PASSED;
      one[0] = ESC;
      inner.take(one, 0, 1);
      return;
    }
    // What was begun in there is given up.
    inner.state = State.GROUND;
    if (b == '\\') {
      state = State.GROUND;
    } else {
      escape();
      afterEscape(b);
    }
  }
}
