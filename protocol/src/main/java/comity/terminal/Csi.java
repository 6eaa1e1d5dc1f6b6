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

  private static final int COLON = ':' - '0';

  private static final byte[] NONE = {};

  private final int[] parameters = new int[MAX_PARAMETERS];

  /** A bit for each parameter: whether there are digits, and whether a colon stands before it. */
  private int given;

  private int sub;
  private int count;
  private int marker;
  private int intermediates;
  private int last;
  private boolean broken;

  /** Where parameters are that are read once one is asked for: who asks seldom reads few. */
  private byte[] unread = NONE;

  private int unreadFrom;
  private int unreadTo;
  private boolean isUnread;

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
    read();
    return count;
  }

  /** A parameter, or this value where it is empty or not there. */
  public int parameter(int index, int otherwise) {
    read();
    return index < count && (given >> index & 1) != 0 ? parameters[index] : otherwise;
  }

  /** Whether a parameter belongs to the one before it, by a colon. */
  public boolean isSub(int index) {
    read();
    return index < count && (sub >> index & 1) != 0;
  }

  /** Whether it is the sequence with these signs. */
  public boolean is(int privateMarker, int signsBefore, int lastSign) {
    return marker == privateMarker && intermediates == signsBefore && last == lastSign;
  }

  void begin() {
    count = 0;
    given = 0;
    sub = 0;
    marker = 0;
    intermediates = 0;
    last = 0;
    broken = false;
    isUnread = false;
  }

  /**
   * A whole sequence.
   *
   * @param sign private sign, or 0
   * @param from where its parameters begin: fewer bytes than {@link #MAX_PARAMETERS}, digits,
   *     semicolons and colons
   * @param to where its last sign is
   */
  @SuppressWarnings("ReferenceEquality") // The same array, not one that is like it.
  void whole(int sign, byte[] bytes, int from, int to) {
    marker = sign;
    intermediates = 0;
    last = bytes[to];
    unreadFrom = from;
    unreadTo = to;
    isUnread = true;
    // To keep a reference costs more than to look whether it is kept already.
    if (unread != bytes) {
      unread = bytes;
    }
  }

  private void read() {
    if (!isUnread) {
      return;
    }
    isUnread = false;
    count = 0;
    given = 0;
    sub = 0;
    int n = 0;
    int value = 0;
    for (int at = unreadFrom; at < unreadTo; at++) {
      int digit = unread[at] - '0';
      if (digit <= 9) {
        value = Math.min(MAX_VALUE, value * 10 + digit);
        given |= 1 << n;
      } else {
        parameters[n++] = value;
        value = 0;
        sub |= digit == COLON ? 1 << n : 0;
      }
    }
    if (unreadTo > unreadFrom) {
      parameters[n] = value;
      count = n + 1;
    }
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
      given |= 1 << at;
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
    sub |= isSub ? 1 << count : 0;
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
    read();
    StringBuilder text = new StringBuilder("CSI ");
    if (marker != 0) {
      text.append((char) marker);
    }
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : isSub(i) ? ":" : ";");
      if ((given >> i & 1) != 0) {
        text.append(parameters[i]);
      }
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
