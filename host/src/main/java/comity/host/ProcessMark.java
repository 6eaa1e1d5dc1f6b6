package comity.host;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One process, and none that has its pid later.
 *
 * @param start on Linux its start in ticks since the machine started (field 22 of /proc/PID/stat),
 *     elsewhere in milliseconds since 1970
 * @param boot the kernel's id of that start of the machine; empty elsewhere
 */
public record ProcessMark(long pid, long start, String boot) {

  private static final long GONE = -1;
  private static final Pattern TEXT =
      Pattern.compile("([1-9]\\d{0,17}) (-1|\\d{1,18}) ([0-9a-f-]{0,64})");

  public ProcessMark {
    if (pid <= 0 || start < GONE) {
      throw new IllegalArgumentException("pid " + pid + " started at " + start);
    }
  }

  /** The process that has this pid now; empty when there is none. */
  public static Optional<ProcessMark> of(long pid) {
    Processes processes = Processes.OF_THIS_SYSTEM;
    return processes.look(pid).map(seen -> new ProcessMark(pid, seen.start(), processes.boot()));
  }

  /** A process that ended before its start time could be read; nothing matches it. */
  static ProcessMark gone(long pid) {
    return new ProcessMark(pid, GONE, Processes.OF_THIS_SYSTEM.boot());
  }

  /** What {@link #text} wrote; empty when it is something else. */
  public static Optional<ProcessMark> parse(String text) {
    Matcher m = TEXT.matcher(text);
    return m.matches()
        ? Optional.of(
            new ProcessMark(Long.parseLong(m.group(1)), Long.parseLong(m.group(2)), m.group(3)))
        : Optional.empty();
  }

  /** One line, for a record on disk. */
  public String text() {
    return pid + " " + start + " " + boot;
  }

  /** Whether the machine has run without a restart since this process started. */
  public boolean isOfThisBoot() {
    return boot.equals(Processes.OF_THIS_SYSTEM.boot());
  }

  /** Whether this very process runs. One that has ended and waits to be collected does not. */
  public boolean isAlive() {
    return isOfThisBoot()
        && Processes.OF_THIS_SYSTEM
            .look(pid)
            .filter(s -> s.start() == start && !s.dead())
            .isPresent();
  }
}
