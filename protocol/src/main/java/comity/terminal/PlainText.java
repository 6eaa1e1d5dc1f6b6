package comity.terminal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** What a program printed without what is meant for a terminal. */
public final class PlainText implements Output {
  private static final byte NEW_LINE = '\n';

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  private int last = NEW_LINE;

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
        write(b);
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
    // Programs that draw their screen part words and lines so.
    switch (csi.last()) {
      case 'C', 'G' -> part(' ');
      case 'A', 'B', 'E', 'F', 'H', 'd', 'f' -> part(NEW_LINE);
      default -> {
        // For the terminal.
      }
    }
  }

  private void part(int by) {
    if (last != NEW_LINE && last != by && (by == NEW_LINE || last != ' ')) {
      write(by);
    }
  }

  private void write(int b) {
    text.write(b);
    last = b;
  }

  @Override
  public void string(StringKind kind, byte[] bytes, int length, boolean byBell) {
    // For the terminal.
  }
}
