package comity.host;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ends what still lives of a run whose hub crashed (MSG-43). */
public final class Leftovers {

  private Leftovers() {}

  /** The ids of all runs that a living process carries, found in one look at all of them. */
  public static Set<String> runs() {
    Processes processes = Processes.OF_THIS_SYSTEM;
    return processes.pids().stream()
        .flatMap(pid -> processes.value(pid, ProgramSpec.RUN_ID_VARIABLE).stream())
        .collect(Collectors.toSet());
  }

  /**
   * Ends the recorded process, what descends from it and whatever carries the run's id; never a
   * process that merely has a pid again that the run once had, and never this process or those it
   * descends from. Blocks until they are gone, at most for the grace and five seconds.
   *
   * @param mark what {@link Program.Started} was told; null when the crash came before that or the
   *     run of that id was begun anew since
   * @param runId as in {@link ProgramSpec}
   * @param grace from the polite signal to the other one
   * @return what could not be ended; empty in an ordinary life
   */
  public static List<ProcessMark> end(@Nullable ProcessMark mark, String runId, Duration grace) {
    ProgramSpec.checkRunId(runId);
    if (mark != null && !mark.isOfThisBoot()) {
      return List.of(); // The machine was started again since: nothing outlived that.
    }
    return new Ending(Family.recorded(mark, runId), grace).end();
  }
}
