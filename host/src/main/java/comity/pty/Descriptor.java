package comity.pty;

/** An open descriptor that never blocks. For the thread that has it. */
public final class Descriptor implements AutoCloseable {
  /** Nothing can be read or written now. */
  public static final int NOT_NOW = 0;

  /** The other side is gone, and nothing will come any more. */
  public static final int ENDED = -1;

  private final Libc libc;
  private final int number;
  private boolean open = true;

  Descriptor(Libc libc, int number) {
    this.libc = libc;
    this.number = number;
  }

  /** By which a {@link Poller} knows it. */
  public int number() {
    return number;
  }

  /** How many bytes came into the array, {@link #NOT_NOW} or {@link #ENDED}. */
  public int read(byte[] into) {
    int result = open ? libc.read(number, into, into.length) : ENDED;
    return result == 0 ? ENDED : counted(result);
  }

  /** How many bytes of the array were taken, {@link #NOT_NOW} or {@link #ENDED}. */
  public int write(byte[] bytes, int from, int size) {
    return open ? counted(libc.write(number, bytes, from, size)) : ENDED;
  }

  private static int counted(int result) {
    if (result >= 0) {
      return result;
    }
    // A master says EIO once no program has its slave open.
    return -result == Libc.EAGAIN || -result == Libc.EINTR ? NOT_NOW : ENDED;
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      libc.close(number);
    }
  }
}
