package comity.terminal;

/** What programs ask a terminal when they start (SES-24). */
public sealed interface Query {
  /** What it can: {@code CSI c}. */
  record Abilities() implements Query {}

  /** Which model it is: {@code CSI > c}. */
  record Model() implements Query {}

  /** Its name and version: {@code CSI > q}. */
  record Version() implements Query {}

  /** Whether it is well: {@code CSI 5 n}. */
  record Health() implements Query {}

  /**
   * Where the cursor is: {@code CSI 6 n}.
   *
   * @param extended with the {@code ?} form
   */
  record Cursor(boolean extended) implements Query {}

  /** Which keys it tells apart: {@code CSI ? u}. */
  record Keyboard() implements Query {}

  /**
   * Whether a mode is set: {@code CSI ? MODE $ p}, or without the {@code ?}.
   *
   * @param extended with the {@code ?} form
   */
  record Mode(int mode, boolean extended) implements Query {}

  /**
   * A colour: {@code OSC 4;N;?}, or {@code OSC 10} (text), {@code 11} (ground), {@code 12}
   * (cursor).
   *
   * @param code 4, 10, 11 or 12
   * @param index with 4, which of the palette; else 0
   * @param byBell whether a BEL ends the answer, as it did the question
   */
  record Colour(int code, int index, boolean byBell) implements Query {}

  /**
   * What notifications it knows: {@code OSC 99;…p=?}.
   *
   * @param id what it named the question; may be empty
   */
  record Notifications(String id) implements Query {}

  /** What else it can, in iTerm's way: {@code OSC 1337;Capabilities}. */
  record Capabilities() implements Query {}

  /** Whether it knows the status protocol: {@code OSC 7501;?}. */
  record StatusProtocol() implements Query {}
}
