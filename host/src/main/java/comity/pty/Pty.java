package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import comity.terminal.Size;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A pseudo-terminal: opens one, and says how large it is. Its programs see the slave, we have the
 * master.
 */
final class Pty {
  private static final int OPEN_FLAGS = 0x2 | 0x100 | 0x80000 | 0x800;
  private static final long SET_SIZE = 0x5414;
  private static final int MAX_NAME = 128;

  /** As large as the structure is on any Linux. */
  private static final int ATTRIBUTES_SIZE = 64;

  /** Erasing a character then takes all of its bytes (IUTF8). */
  private static final int UTF8 = 0x4000;

  private static final MethodHandle OPEN = Libc.of("posix_openpt", JAVA_INT, JAVA_INT);
  private static final MethodHandle GRANT = Libc.of("grantpt", JAVA_INT, JAVA_INT);
  private static final MethodHandle UNLOCK = Libc.of("unlockpt", JAVA_INT, JAVA_INT);
  private static final MethodHandle NAME =
      Libc.of("ptsname_r", JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle ATTRIBUTES = Libc.of("tcgetattr", JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle SET_ATTRIBUTES =
      Libc.of("tcsetattr", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);

  /** What came of opening one. */
  sealed interface Opening {
    /** The master does not block. */
    record Opened(int master, String slave) implements Opening {}

    record Refused(String reason) implements Opening {}
  }

  private Pty() {}

  static Opening open(Libc libc, Size size) {
    int master = -1;
    try (Arena arena = Arena.ofConfined()) {
      master = libc.result((int) OPEN.invokeExact(libc.state, OPEN_FLAGS));
      if (master < 0) {
        return new Opening.Refused("there is no pseudo-terminal left: " + Libc.text(-master));
      }
      MemorySegment name = arena.allocate(MAX_NAME);
      int granted = libc.result((int) GRANT.invokeExact(libc.state, master));
      int unlocked = libc.result((int) UNLOCK.invokeExact(libc.state, master));
      int named = (int) NAME.invokeExact(libc.state, master, name, (long) MAX_NAME);
      if (granted < 0 || unlocked < 0 || named != 0) {
        libc.close(master);
        return new Opening.Refused("a pseudo-terminal can't be opened: see ls -l /dev/pts");
      }
      MemorySegment attributes = arena.allocate(ATTRIBUTES_SIZE, 8);
      if ((int) ATTRIBUTES.invokeExact(libc.state, master, attributes) == 0) {
        attributes.set(JAVA_INT, 0, attributes.get(JAVA_INT, 0) | UTF8);
        int _ = (int) SET_ATTRIBUTES.invokeExact(libc.state, master, 0, attributes);
      }
      resize(libc, master, size);
      return new Opening.Opened(master, name.getString(0));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  /** Its programs are told by a signal. */
  static void resize(Libc libc, int master, Size size) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment window = arena.allocate(8, 2);
      window.set(JAVA_SHORT, 0, (short) size.rows());
      window.set(JAVA_SHORT, 2, (short) size.columns());
      int _ = libc.control(master, SET_SIZE, window);
    }
  }
}
