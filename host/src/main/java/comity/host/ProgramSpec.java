package comity.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What to run and within which limits.
 *
 * @param runId names this run and no other; the program and all that it starts carry it in their
 *     environment as {@value #RUN_ID_VARIABLE}, which is how they are found again
 * @param argv the program and its arguments; no shell is between. A program without a slash is
 *     looked up in the absolute folders of PATH
 * @param environment what is added to the environment of this process, or replaces a part of it
 * @param folder where the program starts
 * @param standardInput the whole of its standard input, after which it sees the end
 * @param limit the longest time from its start to its end
 * @param outputLimit the most bytes of standard output that are kept; one more ends the run
 * @param grace how long after the polite signal (TERM) the other one (KILL) comes
 */
public record ProgramSpec(
    String runId,
    List<String> argv,
    Map<String, String> environment,
    Path folder,
    byte[] standardInput,
    Duration limit,
    int outputLimit,
    Duration grace) {

  public static final String RUN_ID_VARIABLE = "COMITY_RUN_ID";

  /** Short ids could be met by chance in the environment of a process that is not ours. */
  private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9_.:-]{8,200}");

  /** Far more than anyone waits, and far from where nanoseconds overflow. */
  private static final Duration LONGEST = Duration.ofDays(366);

  public ProgramSpec {
    checkRunId(runId);
    argv = List.copyOf(argv);
    environment = Map.copyOf(environment);
    standardInput = standardInput.clone();
    if (argv.isEmpty() || argv.getFirst().isEmpty()) {
      throw new IllegalArgumentException("no program is named");
    }
    if (environment.containsKey(RUN_ID_VARIABLE)) {
      throw new IllegalArgumentException(RUN_ID_VARIABLE + " is set from the run id");
    }
    if (!folder.isAbsolute()) {
      throw new IllegalArgumentException("the folder " + folder + " is not absolute");
    }
    if (limit.isNegative()
        || limit.isZero()
        || limit.compareTo(LONGEST) > 0
        || grace.isNegative()
        || grace.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("a limit of " + limit + " with a grace of " + grace);
    }
    if (outputLimit < 0) {
      throw new IllegalArgumentException("an output limit of " + outputLimit + " bytes");
    }
  }

  static void checkRunId(String runId) {
    if (!RUN_ID.matcher(runId).matches()) {
      throw new IllegalArgumentException("\"" + runId + "\" is no run id: " + RUN_ID.pattern());
    }
  }
}
