package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import comity.terminal.Size;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The terminal that this process was given. */
public final class Tty implements AutoCloseable {
  private static final int ATTRIBUTES_SIZE = 64;
  private static final long GET_SIZE = 0x5413;

  /** Once what was written is out. */
  private static final int DRAINED = 1;

  /** Linking one takes milliseconds; who asks for the size alone needs none of these. */
  private static final class Calls {
    static final MethodHandle ATTRIBUTES = Libc.of("tcgetattr", JAVA_INT, JAVA_INT, ADDRESS);
    static final MethodHandle SET_ATTRIBUTES =
        Libc.of("tcsetattr", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    static final MethodHandle MAKE_RAW = Libc.of("cfmakeraw", JAVA_INT, ADDRESS);
  }

  private static final int QUIT = 3;

  /** {@code SIG_IGN}. */
  private static final MemorySegment IGNORED = MemorySegment.ofAddress(1);

  private final Libc libc = new Libc();
  private final MemorySegment before;

  private Tty(MemorySegment before) {
    this.before = before;
  }

  /**
   * Has every key come as it is typed, until it is closed; empty where standard input is no
   * terminal.
   */
  public static Optional<Tty> raw() {
    Libc libc = new Libc();
    MemorySegment before = Arena.ofAuto().allocate(ATTRIBUTES_SIZE, 8);
    MemorySegment raw = Arena.ofAuto().allocate(ATTRIBUTES_SIZE, 8);
    try {
      if ((int) Calls.ATTRIBUTES.invokeExact(libc.state, 0, before) != 0) {
        return Optional.empty();
      }
      raw.copyFrom(before);
      int _ = (int) Calls.MAKE_RAW.invokeExact(libc.state, raw);
      int _ = (int) Calls.SET_ATTRIBUTES.invokeExact(libc.state, 0, DRAINED, raw);
      return Optional.of(new Tty(before));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  /**
   * Takes no notice of Ctrl-\ any more. A JVM prints all its threads at it, and who leaves a
   * session by that key may type it once more than needed.
   */
  public static void ignoreQuit() {
    try {
      MemorySegment _ =
          (MemorySegment)
              Libc.of("signal", ADDRESS, JAVA_INT, ADDRESS)
                  .invokeExact(new Libc().state, QUIT, IGNORED);
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  /** How large the terminal of a descriptor is; empty where it is none. */
  public static Optional<Size> size(int descriptor) {
    if (isSurelyNone(descriptor)) {
      return Optional.empty();
    }
    Libc libc = new Libc();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment window = arena.allocate(8, 2);
      if (libc.control(descriptor, GET_SIZE, window) < 0) {
        return Optional.empty();
      }
      int columns = Short.toUnsignedInt(window.get(JAVA_SHORT, 2));
      int rows = Short.toUnsignedInt(window.get(JAVA_SHORT, 0));
      // A terminal that nobody gave a size has none.
      return Optional.of(columns == 0 || rows == 0 ? Size.USUAL : new Size(columns, rows));
    }
  }

  /** As in most scripts; to know it so is quicker than to ask the C library. */
  private static boolean isSurelyNone(int descriptor) {
    try {
      String what = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return what.equals("/dev/null") || what.startsWith("pipe:") || what.startsWith("socket:");
    } catch (IOException unknown) {
      return false;
    }
  }

  /** The terminal is as it was. */
  @Override
  public void close() {
    try {
      int _ = (int) Calls.SET_ATTRIBUTES.invokeExact(libc.state, 0, DRAINED, before);
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }
}
