package comity.cli;

import comity.messages.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Times, in the zone of this machine, and sizes, for a person. */
final class Amounts {
  /** {@code 2026-03-04T10:00:00}, before the letter is taken out. */
  private static final int WITH_SECONDS = 19;

  private Amounts() {}

  /** {@code 2026-03-04 11:00:00} for a time of the wire; what is none stays as it is. */
  static String local(String time) {
    return Timestamps.read(time)
        .map(instant -> local(instant, ZoneId.systemDefault()))
        .orElse(time);
  }

  static String local(Instant instant, ZoneId zone) {
    String text = LocalDateTime.ofInstant(instant.truncatedTo(ChronoUnit.SECONDS), zone).toString();
    String whole = text.length() < WITH_SECONDS ? text + ":00" : text;
    return whole.replace('T', ' ');
  }

  /** {@code 3 min ago} for a time of the wire, in its largest unit; what is none stays as it is. */
  static String ago(String time, Instant now) {
    return Timestamps.read(time)
        // Clocks that were set back say nothing of the future.
        .map(instant -> Math.max(0, Duration.between(instant, now).toSeconds()))
        .map(seconds -> span(seconds).replaceFirst("^(\\d+ \\w+).*", "$1 ago"))
        .orElse(time);
  }

  /** {@code 2 d 3 h}, {@code 5 min 1 s}, {@code 12 s}: the two largest units. */
  static String span(long seconds) {
    long[] units = {86_400, 3_600, 60, 1};
    String[] names = {"d", "h", "min", "s"};
    for (int at = 0; at < units.length; at++) {
      if (seconds >= units[at] || at == units.length - 1) {
        long rest = at + 1 < units.length ? seconds % units[at] / units[at + 1] : 0;
        String first = seconds / units[at] + " " + names[at];
        return rest == 0 ? first : first + " " + rest + " " + names[at + 1];
      }
    }
    throw new AssertionError("the last unit takes all");
  }

  /** {@code 12 kB}, {@code 3.4 MB}: how large something is, for a person. */
  static String bytes(long bytes) {
    return bytes < 1_000
        ? bytes + (bytes == 1 ? " byte" : " bytes")
        : bytes < 1_000_000
            ? (bytes + 500) / 1_000 + " kB"
            : bytes / 1_000_000 + "." + bytes % 1_000_000 / 100_000 + " MB";
  }
}
