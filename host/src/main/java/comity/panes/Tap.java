package comity.panes;

import comity.terminal.Csi;
import comity.terminal.Output;
import comity.terminal.Screen;
import comity.terminal.Signals;

/**
 * Hands the parts of a program's output on: to the screen first, since an answer may be about it,
 * then to what looks for signals.
 */
final class Tap implements Output {
  private final Screen screen;
  private final Signals signals;
  private boolean shown;

  Tap(Screen screen, Signals signals) {
    this.screen = screen;
    this.signals = signals;
  }

  /** Whether something was shown since this was asked last. */
  boolean wasShown() {
    boolean was = shown;
    shown = false;
    return was;
  }

  @Override
  public void text(byte[] bytes, int from, int to) {
    shown = true;
    screen.text(bytes, from, to);
  }

  @Override
  public void bell() {
    signals.bell();
  }

  @Override
  public void escape(int intermediates, int last) {
    screen.escape(intermediates, last);
    signals.escape(intermediates, last);
  }

  @Override
  public void control(Csi csi) {
    screen.control(csi);
    signals.control(csi);
  }

  @Override
  public void string(StringKind kind, byte[] bytes, int length, boolean byBell) {
    screen.string(kind, bytes, length, byBell);
    signals.string(kind, bytes, length, byBell);
  }
}
