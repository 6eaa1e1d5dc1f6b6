package comity.host;

import comity.files.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tells whether a process that carries the mark of a run is of this home's run.
 *
 * <p>A home that was copied keeps the same runs as the one it was copied from, with the same ids,
 * pids and start times, so none of these tells the homes apart. What does is the home that a
 * program was given when it was started, {@value Home#VARIABLE} in its environment. This is the
 * rule:
 *
 * <ol>
 *   <li>What this process has started itself is this home's, whatever it is told there.
 *   <li>Else the process is asked, then its parent, and so upwards. The first that names a home in
 *       which the run is kept decides: this one, or another. It is this one where it is the same
 *       folder, by whatever path; and where this very process is met on the way.
 *   <li>Where none decides, the process is this home's.
 * </ol>
 *
 * <p>So a home decides nothing that is not there any more, since it may be this one, which was
 * moved; nor one that does not keep the run, since programs may be told of another home to work on.
 * A process whose environment was emptied, or can't be read, is this home's unless one above it,
 * its host at last, says otherwise.
 */
final class Belonging {
  /** Nothing ordinary is nested so deeply; pids that are used again while we go up must end. */
  private static final int MAX_ABOVE = 100;

  private final Processes processes;
  private final Path home;
  private final Leftovers.Keeps keeps;
  private final long self = ProcessHandle.current().pid();

  Belonging(Processes processes, Home home, Leftovers.Keeps keeps) {
    this.processes = processes;
    this.home = home.root();
    this.keeps = keeps;
  }

  /** Whether the process with this pid is of this home's run of that id, as it seems to be. */
  boolean isOurs(long pid, String runId) {
    long at = pid;
    for (int above = 0; above < MAX_ABOVE && at > 0; above++) {
      Optional<Path> named = named(at);
      if (at == self || named.filter(this::isHome).isPresent()) {
        return true;
      }
      long parent = processes.look(at).map(Processes.Seen::parent).orElse(0L);
      if (above == 0 && parent == self) {
        return true;
      }
      if (named.filter(other -> keeps.keeps(new Home(other), runId)).isPresent()) {
        return false;
      }
      at = parent;
    }
    return true;
  }

  /** The home that a process was told of; we tell it an absolute path. */
  private Optional<Path> named(long pid) {
    try {
      return processes.value(pid, Home.VARIABLE).map(Path::of).filter(Path::isAbsolute);
    } catch (InvalidPathException none) {
      return Optional.empty();
    }
  }

  private boolean isHome(Path named) {
    try {
      return Files.isSameFile(named, home);
    } catch (IOException gone) {
      return false;
    }
  }
}
