package comity.terminal;

/** Hands what a program's output is made of to two, so that it is parted once. */
public record Both(Output first, Output second) implements Output {
  @Override
  public void text(byte[] bytes, int from, int to) {
    first.text(bytes, from, to);
    second.text(bytes, from, to);
  }

  @Override
  public void bell() {
    first.bell();
    second.bell();
  }

  @Override
  public void escape(int intermediates, int last) {
    first.escape(intermediates, last);
    second.escape(intermediates, last);
  }

  @Override
  public void control(Csi csi) {
    first.control(csi);
    second.control(csi);
  }

  @Override
  public void string(StringKind kind, byte[] bytes, int length, boolean byBell) {
    first.string(kind, bytes, length, byBell);
    second.string(kind, bytes, length, byBell);
  }
}
