package comity.host;

import comity.files.Home;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds and ends what still lives of a home's runs whose hub or host crashed (MSG-43, SES-12). What
 * lives of the same runs of another home, of which this one is a copy, is neither seen nor ended
 * ({@link comity.sessions.Belonging} has the rule).
 */
public final class Leftovers {
  /** Whether a home, which may be none, keeps a run of this id. */
  @FunctionalInterface
  public interface Keeps {
    boolean keeps(Home home, String runId);
  }

  private final Processes processes = Processes.OF_THIS_SYSTEM;
  private final Owning owning;

  /** Of the runs of this home; {@code keeps} is asked of other homes. */
  public Leftovers(Home home, Keeps keeps) {
    this.owning = new Owning(processes, home, keeps);
  }

  /** Those of these runs that a living process carries the id of, found in one look at all. */
  public Set<String> living(Set<String> runIds) {
    Set<String> living = new HashSet<>();
    for (long pid : processes.pids()) {
      Optional<String> run =
          processes
              .value(pid, ProgramSpec.RUN_ID_VARIABLE)
              .filter(id -> runIds.contains(id) && !living.contains(id));
      if (run.isPresent() && owning.isOurs(pid, run.get())) {
        living.add(run.get());
      }
    }
    return living;
  }

  /** A living process that carries the run's id and is another home's, of which one is a copy. */
  public OptionalLong elsewhere(String runId) {
    return processes.pids().stream()
        .filter(pid ->
            processes.value(pid, ProgramSpec.RUN_ID_VARIABLE).equals(Optional.of(runId))
                && !owning.isOurs(pid, runId))
        .mapToLong(Long::longValue)
        .findFirst();
  }

  /**
   * Ends the recorded process, what descends from it and whatever carries the run's id; never a
   * process that merely has a pid again that the run once had, nor one of another home, and never
   * this process or those it descends from. Blocks until they are gone, at most for the grace and
   * five seconds.
   *
   * @param mark what {@link Program.Started} was told; null when the crash came before that or the
   *     run of that id was begun anew since
   * @param runId as in {@link ProgramSpec}
   * @param grace from the polite signal to the other one
   * @return what could not be ended; empty in an ordinary life
   */
  public List<ProcessMark> end(@Nullable ProcessMark mark, String runId, Duration grace) {
    ProgramSpec.checkRunId(runId);
    if (mark != null && !mark.isOfThisBoot()) {
      return List.of(); // The machine was started again since: nothing outlived that.
    }
    return new Ending(Family.recorded(mark, runId, owning), grace).end();
  }
}
