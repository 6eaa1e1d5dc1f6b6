package comity.host;

import comity.files.Home;
import comity.sessions.Belonging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Looks whether a process that carries the mark of a run is of this home's run ({@link Belonging}
 * has the rule): reads {@value Home#VARIABLE} in the environment that it and those above it were
 * given.
 */
final class Owning {
  private final Processes processes;
  private final Path home;
  private final Leftovers.Keeps keeps;
  private final long self = ProcessHandle.current().pid();

  Owning(Processes processes, Home home, Leftovers.Keeps keeps) {
    this.processes = processes;
    this.home = home.root();
    this.keeps = keeps;
  }

  /** Whether the process with this pid is of this home's run of that id, as it seems to be. */
  boolean isOurs(long pid, String runId) {
    return Belonging.isOurs(self, new Upwards(pid, runId));
  }

  /** A process and those above it, each read when it is asked for. */
  private final class Upwards implements Iterator<Belonging.Looked> {
    private final String runId;
    private long at;

    Upwards(long pid, String runId) {
      this.at = pid;
      this.runId = runId;
    }

    @Override
    public boolean hasNext() {
      return at > 0;
    }

    @Override
    public Belonging.Looked next() {
      if (at <= 0) {
        throw new NoSuchElementException();
      }
      long pid = at;
      at = processes.look(pid).map(Processes.Seen::parent).orElse(0L);
      return new Belonging.Looked(
          pid, at, told(pid).map(each -> named(each, runId)).orElse(Belonging.Named.NONE));
    }
  }

  /** The home that a process was told of; we tell it an absolute path. */
  private Optional<Path> told(long pid) {
    try {
      return processes.value(pid, Home.VARIABLE).map(Path::of).filter(Path::isAbsolute);
    } catch (InvalidPathException none) {
      return Optional.empty();
    }
  }

  private Belonging.Named named(Path told, String runId) {
    if (isHome(told)) {
      return Belonging.Named.THIS;
    }
    return keeps.keeps(new Home(told), runId) ? Belonging.Named.ANOTHER : Belonging.Named.NONE;
  }

  private boolean isHome(Path told) {
    try {
      return Files.isSameFile(told, home);
    } catch (IOException gone) {
      return false;
    }
  }
}
