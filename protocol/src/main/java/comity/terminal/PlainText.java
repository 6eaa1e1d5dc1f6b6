package comity.terminal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** What a program printed without what is meant for a terminal. */
public final class PlainText implements Output {
  private static final byte NEW_LINE = '\n';

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  private PlainText() {}

  /** The lines of it; a part of a sequence at its beginning, where it was cut, may be in it. */
  public static String of(byte[] printed) {
    PlainText plain = new PlainText();
    new Parser(plain).take(printed, 0, printed.length);
    return plain.text.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void text(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == NEW_LINE || b == '\t' || b < 0 || (b >= ' ' && b != 0x7F)) {
        text.write(b);
      }
    }
  }

  @Override
  public void bell() {
    // It is heard, not read.
  }

  @Override
  public void escape(int intermediates, int last) {
    // For the terminal.
  }

  @Override
  public void control(Csi csi) {
    // For the terminal.
  }

  @Override
  public void string(StringKind kind, byte[] bytes, int length, boolean byBell) {
    // For the terminal.
  }
}
