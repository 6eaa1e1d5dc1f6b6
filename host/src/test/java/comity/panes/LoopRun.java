package comity.panes;

import comity.files.Home;
import comity.pty.Poller;
import comity.pty.Terminals;
import comity.sessionfiles.SessionFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** The parts of a host of a home of its own, and their thread, without the host itself. */
final class LoopRun implements AutoCloseable {
  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final Home home;
  private final Poller poller;
  private final Loop loop;
  private final HostParts parts;
  private final Thread thread;

  LoopRun(Path folder, InstantSource clock) {
    home = HostRun.opened(folder);
    Terminals terminals = new Terminals();
    poller = terminals.poller();
    loop = new Loop(poller, fault -> faults.add(fault.toString()));
    Aside aside = new Aside();
    parts =
        new HostParts(
            home,
            "/bin/false",
            loop,
            terminals,
            new Keeper(loop, new SessionFiles(home), faults::add),
            Reread.providers(home, loop, aside.files(), faults::add),
            new SessionIds(new SecureRandom()),
            () -> UUID.randomUUID().toString(),
            clock,
            aside,
            ScreenBudget.of(Runtime.getRuntime().maxMemory()),
            new byte[4096],
            faults::add);
    thread = Thread.ofPlatform().start(loop::run);
  }

  HostParts parts() {
    return parts;
  }

  /** What went wrong. */
  List<String> faults() {
    return faults;
  }

  /** Makes something on the loop's thread. */
  <T> T on(Supplier<T> what) throws InterruptedException, ExecutionException {
    FutureTask<T> task = new FutureTask<>(what::get);
    loop.submit(task);
    return task.get();
  }

  @Override
  public void close() throws IOException {
    try {
      parts.keeper().close();
      loop.end();
      thread.join();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    poller.close();
  }
}
