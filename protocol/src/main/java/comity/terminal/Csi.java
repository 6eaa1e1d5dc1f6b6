package comity.terminal;

/**
 * A control sequence ({@code CSI}). The parser has one and fills it anew each time: what is to last
 * must be copied.
 */
public final class Csi {
  /** As many parameters as xterm takes; a sequence with more is none. */
  static final int MAX_PARAMETERS = 30;

  /** Larger numbers count as this. */
  static final int MAX_VALUE = 65_535;

  private static final int MAX_INTERMEDIATES = 2;

  private final int[] parameters = new int[MAX_PARAMETERS];
  private final boolean[] given = new boolean[MAX_PARAMETERS];
  private final boolean[] sub = new boolean[MAX_PARAMETERS];
  private int count;
  private int marker;
  private int intermediates;
  private int last;
  private boolean broken;

  /** Made and filled by the parser alone. */
  Csi() {}

  /** The sign of a private sequence, {@code <}, {@code =}, {@code >} or {@code ?}; 0 for none. */
  public int marker() {
    return marker;
  }

  /** The signs before the last, each a byte, the latest lowest; 0 for none. */
  public int intermediates() {
    return intermediates;
  }

  /** The sign that says which sequence it is. */
  public int last() {
    return last;
  }

  /** How many parameters there are, empty ones among them. */
  public int size() {
    return count;
  }

  /** A parameter, or this value where it is empty or not there. */
  public int parameter(int index, int otherwise) {
    return index < count && given[index] ? parameters[index] : otherwise;
  }

  /** Whether a parameter belongs to the one before it, by a colon. */
  public boolean isSub(int index) {
    return index < count && sub[index];
  }

  /** Whether it is the sequence with these signs. */
  public boolean is(int privateMarker, int signsBefore, int lastSign) {
    return marker == privateMarker && intermediates == signsBefore && last == lastSign;
  }

  void begin() {
    count = 0;
    marker = 0;
    intermediates = 0;
    last = 0;
    broken = false;
  }

  /** A byte from 0x30 to 0x3F. */
  void parameterByte(int b) {
    if (b >= '<') {
      broken |= count > 0 || marker != 0;
      marker = b;
    } else if (b == ';' || b == ':') {
      open();
      next(b == ':');
    } else {
      open();
      int at = count - 1;
      parameters[at] = Math.min(MAX_VALUE, parameters[at] * 10 + b - '0');
      given[at] = true;
    }
    // Nothing of it may come after the signs before the last.
    broken |= intermediates != 0;
  }

  private void open() {
    if (count == 0) {
      next(false);
    }
  }

  private void next(boolean isSub) {
    if (count == MAX_PARAMETERS) {
      broken = true;
      return;
    }
    parameters[count] = 0;
    given[count] = false;
    sub[count] = isSub;
    count++;
  }

  /** A byte from 0x20 to 0x2F. */
  void intermediateByte(int b) {
    broken |= intermediates >> ((MAX_INTERMEDIATES - 1) * Byte.SIZE) != 0;
    intermediates = intermediates << Byte.SIZE | b;
  }

  /** Whether it is a sequence, with this byte from 0x40 to 0x7E at its end. */
  boolean end(int b) {
    last = b;
    return !broken;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CSI ");
    if (marker != 0) {
      text.append((char) marker);
    }
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : sub[i] ? ":" : ";").append(given[i] ? parameters[i] : "");
    }
    if (intermediates >> Byte.SIZE != 0) {
      text.append((char) (intermediates >> Byte.SIZE));
    }
    if (intermediates != 0) {
      text.append((char) (intermediates & 0xFF));
    }
    return text.append((char) last).toString();
  }
}
