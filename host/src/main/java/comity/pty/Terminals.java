package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import comity.terminal.Size;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Programs in terminals of their own, sockets and folders, all for one thread. */
public final class Terminals {
  private static final long OPEN_PROCESS = 434;
  private static final int NON_BLOCKING = 0x800;
  private static final int CLOSE_ON_EXEC = 0x80000;

  /** Moved here and created. */
  private static final int CHANGES = 0x80 | 0x100;

  private static final MethodHandle NOTIFY = Libc.of("inotify_init1", JAVA_INT, JAVA_INT);
  private static final MethodHandle NOTIFY_OF =
      Libc.of("inotify_add_watch", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  /**
   * What to start.
   *
   * @param words the program's name and its arguments
   * @param environment all of it
   * @param folder where it starts, absolute
   */
  public record Start(List<String> words, Map<String, String> environment, Path folder) {
    public Start {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }
  }

  /** What came of starting. */
  public sealed interface Starting {
    /** It runs. */
    record Started(Child child) implements Starting {}

    /**
     * It was not started.
     *
     * @param reason a clause that names the program and what is wrong with it
     */
    record Refused(String reason) implements Starting {}
  }

  private final Libc libc = new Libc();

  /** Tells this thread what is ready. */
  public Poller poller() {
    return new Poller(libc);
  }

  /** Starts a program in a new terminal; it is looked for on this thread. */
  public Starting start(Start start, Size size) {
    AtomicReference<Starting> came = new AtomicReference<>();
    start(start, Optional.of(size), Runnable::run, Runnable::run, came::set);
    return came.get();
  }

  /**
   * Starts a program; where it or its folder is on a disk that does not answer, another thread
   * waits for that.
   *
   * @param size of its terminal; empty for a program without one, and without input and output
   * @param elsewhere does what may take long, on any thread
   * @param here takes what is for this thread, from any
   * @param then takes what came of it, on this thread
   */
  public void start(
      Start start,
      Optional<Size> size,
      Executor elsewhere,
      Executor here,
      Consumer<Starting> then) {
    Optional<Descriptor> terminal = Optional.empty();
    Optional<String> slave = Optional.empty();
    if (size.isPresent()) {
      switch (Pty.open(libc, size.get())) {
        case Pty.Opening.Refused(String reason) -> {
          then.accept(new Starting.Refused(reason));
          return;
        }
        case Pty.Opening.Opened(int master, String name) -> {
          terminal = Optional.of(new Descriptor(libc, master));
          slave = Optional.of(name);
        }
      }
    }
    Optional<Descriptor> itsTerminal = terminal;
    Optional<String> itsSlave = slave;
    try {
      elsewhere.execute(() -> {
        Spawn.Spawned spawned = Spawn.found(start, itsSlave);
        here.execute(() -> then.accept(started(spawned, itsTerminal)));
      });
    } catch (OutOfMemoryError noThread) {
      itsTerminal.ifPresent(Descriptor::close);
      then.accept(new Starting.Refused("there is no thread to start it on: " + noThread));
    }
  }

  private Starting started(Spawn.Spawned spawned, Optional<Descriptor> terminal) {
    return switch (spawned) {
      case Spawn.Spawned.Failed(String reason) -> {
        terminal.ifPresent(Descriptor::close);
        yield new Starting.Refused(reason);
      }
      case Spawn.Spawned.Running(int pid) -> {
        // Nobody has waited for it yet, so that its pid is its own.
        int process = libc.systemCall(OPEN_PROCESS, pid, 0);
        if (process < 0) {
          libc.kill(-pid, 9);
          terminal.ifPresent(Descriptor::close);
          yield new Starting.Refused("it can't be followed (pidfd_open): " + Libc.text(-process));
        }
        yield new Starting.Started(new Child(libc, pid, new Descriptor(libc, process), terminal));
      }
    };
  }

  /** Opens the door for other processes of the same owner; {@link Door} says how. */
  public Door door(Path socket) {
    return Door.open(libc, socket);
  }

  /**
   * Readable whenever a file comes into the folder; read it then.
   *
   * @throws IllegalStateException where the user's programs watch as much as the system lets them
   */
  public Descriptor arrivals(Path folder) {
    try (var arena = java.lang.foreign.Arena.ofConfined()) {
      int made = libc.result((int) NOTIFY.invokeExact(libc.state, NON_BLOCKING | CLOSE_ON_EXEC));
      int watched =
          made < 0
              ? made
              : libc.result(
                  (int)
                      NOTIFY_OF.invokeExact(
                          libc.state, made, arena.allocateFrom(folder.toString()), CHANGES));
      if (watched < 0) {
        if (made >= 0) {
          libc.close(made);
        }
        throw new IllegalStateException(
            "watching " + folder + ": " + Libc.text(-watched) + "; see fs.inotify of sysctl");
      }
      return new Descriptor(libc, made);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }
}
