package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import comity.terminal.Size;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalInt;

/** A program that was started, the first of its session. For the thread that has it. */
public final class Child implements AutoCloseable {
  private static final int NO_HANG = 1;
  private static final int SIGNALLED = 128;
  private static final MethodHandle WAIT =
      Libc.of("waitpid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  private final Libc libc;
  private final int pid;
  private final Descriptor exit;
  private final Optional<Descriptor> terminal;
  private OptionalInt code = OptionalInt.empty();

  Child(Libc libc, int pid, Descriptor exit, Optional<Descriptor> terminal) {
    this.libc = libc;
    this.pid = pid;
    this.exit = exit;
    this.terminal = terminal;
  }

  /** Its own, and that of its session and process group. */
  public int pid() {
    return pid;
  }

  /** Readable once it has ended. */
  public int exitNumber() {
    return exit.number();
  }

  /** The terminal's other side. */
  public Descriptor terminal() {
    return terminal.orElseThrow();
  }

  /** The terminal is as large from now on; its programs are told. */
  public void resize(Size size) {
    Pty.resize(libc, terminal().number(), size);
  }

  /** Its exit code, 128 + n where signal n ended it; empty while it runs. */
  public OptionalInt exitCode() {
    if (code.isEmpty()) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment status = arena.allocate(JAVA_INT);
        int found = libc.result((int) WAIT.invokeExact(libc.state, pid, status, NO_HANG));
        if (found == pid) {
          int word = status.get(JAVA_INT, 0);
          int signal = word & 0x7F;
          code = OptionalInt.of(signal == 0 ? word >> 8 & 0xFF : SIGNALLED + signal);
        } else if (found < 0 && -found != Libc.EINTR) {
          // Nobody else waits for it; were that so, its code would be lost.
          code = OptionalInt.of(SIGNALLED);
        }
      } catch (Throwable t) {
        throw Libc.impossible(t);
      }
    }
    return code;
  }

  /** Sends a signal to all of its process group; nothing where that is gone. */
  public void signal(int number) {
    if (code.isEmpty()) {
      libc.kill(-pid, number);
    }
  }

  /** Lets go of its descriptors, which hangs its terminal up. */
  @Override
  public void close() {
    exit.close();
    terminal.ifPresent(Descriptor::close);
  }
}
