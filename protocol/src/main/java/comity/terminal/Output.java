package comity.terminal;

/** Is told what a program's output is made of, in its order. */
public interface Output {
  /** Which kind of string. */
  enum StringKind {
    /** {@code ESC ]}: titles, notifications, progress. */
    OSC,
    /** {@code ESC P}. */
    DCS,
    /** {@code ESC _}. */
    APC,
    /** {@code ESC ^}. */
    PM,
    /** {@code ESC X}. */
    SOS
  }

  /**
   * Bytes to be shown, in UTF-8, and the controls among them, such as line ends; no ESC and no BEL.
   * A character may be cut between this call and the next.
   */
  void text(byte[] bytes, int from, int to);

  /** A BEL outside of strings. */
  void bell();

  /**
   * An escape sequence.
   *
   * @param intermediates the signs before the last, the latest lowest; 0 for none
   * @param last the sign that says which it is
   */
  void escape(int intermediates, int last);

  /** A control sequence; it is another after this call. */
  void control(Csi csi);

  /**
   * A string that came to its end.
   *
   * @param bytes it begins at 0; they are others after this call
   * @param length of it
   * @param byBell whether a BEL ended it, as an answer to it then should
   */
  void string(StringKind kind, byte[] bytes, int length, boolean byBell);
}
