package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;

/**
 * Waits until some of many descriptors can be read or written. For one thread, except {@link
 * #wake}.
 */
public final class Poller implements AutoCloseable {
  /** Of one wait; the rest come with the next. */
  private static final int MAX_EVENTS = 256;

  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int NON_BLOCKING = 0x800;
  private static final int ADD = 1;
  private static final int REMOVE = 2;
  private static final int CHANGE = 3;
  private static final int IN = 1;
  private static final int OUT = 4;
  private static final int ERROR = 8;
  private static final int HANG_UP = 16;

  /** On the machines of Intel's kind the structure has no gap. */
  private static final boolean PACKED = System.getProperty("os.arch", "").equals("amd64");

  private static final int EVENT_SIZE = PACKED ? 12 : 16;
  private static final int DATA = PACKED ? 4 : 8;

  private static final MethodHandle CREATE = Libc.of("epoll_create1", JAVA_INT, JAVA_INT);
  private static final MethodHandle CONTROL =
      Libc.of("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle WAIT =
      Libc.of("epoll_wait", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle EVENT = Libc.of("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);

  /** Is told what a descriptor is ready for. */
  @FunctionalInterface
  public interface Ready {
    /**
     * It can be read, or has come to its end, or can be written.
     *
     * @param readable also where the other side is gone
     */
    void at(int descriptor, boolean readable, boolean writable);
  }

  private final Libc libc;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment events = arena.allocate((long) EVENT_SIZE * MAX_EVENTS, 8);
  private final MemorySegment event = arena.allocate(EVENT_SIZE, 8);
  private final byte[] count = new byte[Long.BYTES];
  private final int poll;
  private final int wakes;

  /** For the thread that has these calls. */
  Poller(Libc libc) {
    this.libc = libc;
    this.poll = opened("epoll_create1", create(libc));
    this.wakes = opened("eventfd", event(libc));
    watch(wakes, true, false);
  }

  private static int create(Libc libc) {
    try {
      return libc.result((int) CREATE.invokeExact(libc.state, CLOSE_ON_EXEC));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  private static int event(Libc libc) {
    try {
      return libc.result((int) EVENT.invokeExact(libc.state, 0, CLOSE_ON_EXEC | NON_BLOCKING));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  private static int opened(String what, int descriptor) {
    if (descriptor < 0) {
      throw new IllegalStateException(what + ": " + Libc.text(-descriptor));
    }
    return descriptor;
  }

  /** Begins to watch a descriptor. */
  public void watch(int descriptor, boolean reading, boolean writing) {
    int result = control(ADD, descriptor, reading, writing);
    if (result < 0) {
      throw new IllegalStateException("epoll_ctl: " + Libc.text(-result));
    }
  }

  /** Changes what it is watched for; what it has been before is forgotten. */
  public void change(int descriptor, boolean reading, boolean writing) {
    control(CHANGE, descriptor, reading, writing);
  }

  /** Ends to watch it, before it is closed. */
  public void forget(int descriptor) {
    control(REMOVE, descriptor, false, false);
  }

  private int control(int what, int descriptor, boolean reading, boolean writing) {
    event.set(JAVA_INT_UNALIGNED, 0, (reading ? IN : 0) | (writing ? OUT : 0));
    event.set(JAVA_LONG_UNALIGNED, DATA, descriptor);
    try {
      return libc.result((int) CONTROL.invokeExact(libc.state, poll, what, descriptor, event));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  /**
   * Waits until something is ready, somebody wakes it, or the time is over.
   *
   * @param most how long; rounded up to milliseconds
   */
  public void await(Duration most, Ready ready) {
    long millis = Math.min(Integer.MAX_VALUE, most.plusNanos(999_999).toMillis());
    int found;
    try {
      found =
          libc.result((int) WAIT.invokeExact(libc.state, poll, events, MAX_EVENTS, (int) millis));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
    for (int i = 0; i < found; i++) {
      long at = (long) i * EVENT_SIZE;
      int what = events.get(JAVA_INT_UNALIGNED, at);
      int descriptor = (int) events.get(JAVA_LONG_UNALIGNED, at + DATA);
      if (descriptor == wakes) {
        int _ = libc.read(wakes, count, count.length);
      } else {
        ready.at(descriptor, (what & (IN | ERROR | HANG_UP)) != 0, (what & OUT) != 0);
      }
    }
  }

  /** Ends the wait, or the next one, from any thread. */
  public void wake() {
    byte[] one = {1, 0, 0, 0, 0, 0, 0, 0};
    int _ = new Libc().write(wakes, one, 0, one.length);
  }

  @Override
  public void close() {
    libc.close(wakes);
    libc.close(poll);
    arena.close();
  }
}
