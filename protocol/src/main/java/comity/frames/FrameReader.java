package comity.frames;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Puts the frames of one peer together, however their bytes are cut. */
public final class FrameReader {
  /** What came of looking for the next frame. */
  public sealed interface Next {
    /** It is there. */
    record Whole(Frame frame) implements Next {}

    /** It has not come yet. */
    record Partial() implements Next {}

    /** The peer does not speak this protocol; nothing can be read after it. */
    record Broken(String why) implements Next {}
  }

  private static final int SMALL = 512;

  private byte[] bytes = new byte[SMALL];
  private int from;
  private int to;

  /** For a peer that has said nothing yet. */
  public FrameReader() {}

  /** Takes the next bytes of the peer; all whole frames before are to be asked for first. */
  public void take(byte[] more, int size) {
    if (from == to) {
      from = 0;
      to = 0;
    }
    if (to + size > bytes.length) {
      int kept = to - from;
      byte[] larger =
          kept + size > bytes.length ? new byte[Math.max(kept + size, 2 * kept)] : bytes;
      System.arraycopy(bytes, from, larger, 0, kept);
      bytes = larger;
      from = 0;
      to = kept;
    }
    System.arraycopy(more, 0, bytes, to, size);
    to += size;
  }

  /** The next frame. */
  public Next next() {
    if (to - from < Frame.HEAD) {
      return partial();
    }
    int size = ByteBuffer.wrap(bytes, from, to - from).getInt();
    Optional<Frame.Kind> kind = Frame.Kind.of(bytes[from + Frame.HEAD - 1]);
    if (kind.isEmpty() || size < 0 || size > Frame.MAX_CONTENT) {
      return new Next.Broken("it sent no frame of version " + Frame.VERSION);
    }
    if (to - from - Frame.HEAD < size) {
      return partial();
    }
    int start = from + Frame.HEAD;
    from = start + size;
    return new Next.Whole(new Frame(kind.get(), Arrays.copyOfRange(bytes, start, from)));
  }

  private Next partial() {
    // One large frame is no reason to keep so much for as long as the peer stays.
    if (from == to && bytes.length > SMALL) {
      bytes = new byte[SMALL];
      from = 0;
      to = 0;
    }
    return new Next.Partial();
  }
}
