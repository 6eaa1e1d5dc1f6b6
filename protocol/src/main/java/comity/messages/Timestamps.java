package comity.messages;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times on the wire: RFC 3339; a time without a zone is UTC (MSG-10). */
public final class Timestamps {
  private static final Pattern RFC3339 =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2})[Tt ](\\d{2}:\\d{2}:)(\\d{2})(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})?");

  private Timestamps() {}

  /**
   * The instant, or empty where the text is no such time. A leap second is read as the one before.
   */
  public static Optional<Instant> read(String text) {
    Matcher m = RFC3339.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    String seconds = m.group(3).equals("60") ? "59" : m.group(3);
    String fraction = m.group(4) == null ? "" : m.group(4);
    String zone = m.group(5) == null ? "Z" : m.group(5).toUpperCase(Locale.ROOT);
    try {
      LocalDateTime local = LocalDateTime.parse(m.group(1) + "T" + m.group(2) + seconds + fraction);
      return Optional.of(local.toInstant(ZoneOffset.of(zone)));
    } catch (DateTimeException outOfRange) {
      return Optional.empty();
    }
  }

  /** Milliseconds since 1970 in UTC, such as {@code 2026-03-04T10:00:00.123Z}. */
  public static String write(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
