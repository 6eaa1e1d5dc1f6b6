package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;

/**
 * A Unix socket where other processes of the same owner come in. Who else could come to it is told
 * by its folder, which is 0700, and is asked of the system once more.
 */
public final class Door implements AutoCloseable {
  private static final int UNIX = 1;
  private static final int STREAM = 1 | 0x80000 | 0x800;
  private static final int ACCEPTED = 0x80000 | 0x800;
  private static final int WAITING = 128;
  private static final int SOCKET_LEVEL = 1;
  private static final int CREDENTIALS = 17;
  private static final int ADDRESS_SIZE = 110;

  /** Of a path, in bytes; the system takes no longer one. */
  public static final int MAX_PATH = 107;

  /** Who would come in has gone, or the call was broken off: it is asked again. */
  private static final Set<Integer> PASSING = Set.of(Libc.EAGAIN, Libc.EINTR, 103);

  /** What came of letting somebody in. */
  public sealed interface Coming {
    /** Somebody came in. */
    record Came(Descriptor descriptor) implements Coming {}

    /** Nobody waits, or a stranger did. */
    record Nobody() implements Coming {}

    /**
     * Somebody waits and can't be let in, such as where too many files are open. The door stays
     * readable.
     */
    record Stuck(String reason) implements Coming {}
  }

  private static final MethodHandle SOCKET =
      Libc.of("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle BIND = Libc.of("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle LISTEN = Libc.of("listen", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle ACCEPT =
      Libc.of("accept4", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
  private static final MethodHandle OPTION =
      Libc.of("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle MODE = Libc.of("chmod", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle USER = Libc.of("geteuid", JAVA_INT);

  private final Libc libc;
  private final Descriptor descriptor;

  private Door(Libc libc, Descriptor descriptor) {
    this.libc = libc;
    this.descriptor = descriptor;
  }

  static Door open(Libc libc, Path socket) {
    byte[] path = socket.toString().getBytes(StandardCharsets.UTF_8);
    if (path.length > MAX_PATH) {
      throw new IllegalArgumentException(socket + " is too long for a socket");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(ADDRESS_SIZE, 8);
      address.set(JAVA_SHORT, 0, (short) UNIX);
      MemorySegment.copy(MemorySegment.ofArray(path), 0, address, 2, path.length);
      int made = libc.result((int) SOCKET.invokeExact(libc.state, UNIX, STREAM, 0));
      int done =
          made < 0
              ? made
              : libc.result((int) BIND.invokeExact(libc.state, made, address, ADDRESS_SIZE));
      if (done >= 0) {
        done =
            libc.result(
                (int) MODE.invokeExact(libc.state, arena.allocateFrom(socket.toString()), 0600));
      }
      if (done >= 0) {
        done = libc.result((int) LISTEN.invokeExact(libc.state, made, WAITING));
      }
      if (done < 0) {
        throw new IllegalStateException("listening at " + socket + ": " + Libc.text(-done));
      }
      return new Door(libc, new Descriptor(libc, made));
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  /** Readable when somebody waits. */
  public int number() {
    return descriptor.number();
  }

  /** Lets in who comes next. */
  public Coming accept() {
    try (Arena arena = Arena.ofConfined()) {
      int came =
          libc.result(
              (int)
                  ACCEPT.invokeExact(
                      libc.state,
                      descriptor.number(),
                      MemorySegment.NULL,
                      MemorySegment.NULL,
                      ACCEPTED));
      if (came < 0) {
        return PASSING.contains(-came)
            ? new Coming.Nobody()
            : new Coming.Stuck("nobody can come in at the socket: " + Libc.text(-came));
      }
      MemorySegment who = arena.allocate(12, 4);
      MemorySegment size = arena.allocate(4, 4);
      size.set(JAVA_INT, 0, 12);
      int told = (int) OPTION.invokeExact(libc.state, came, SOCKET_LEVEL, CREDENTIALS, who, size);
      int self = (int) USER.invokeExact(libc.state);
      if (told != 0 || who.get(JAVA_INT, 4) != self) {
        libc.close(came);
        return new Coming.Nobody();
      }
      return new Coming.Came(new Descriptor(libc, came));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
