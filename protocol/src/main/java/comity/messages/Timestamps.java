package comity.messages;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Times on the wire: RFC 3339; a time without a zone is UTC (MSG-10). */
public final class Timestamps {
  private static final int MAX_FRACTION = 9;

  private Timestamps() {}

  /**
   * The instant, or empty where the text is no such time. A leap second is read as the one before.
   */
  public static Optional<Instant> read(String text) {
    int zone = zoneStart(text);
    if (zone < 0 || !isZone(text, zone)) {
      return Optional.empty();
    }
    int second = number(text, 17, 19);
    try {
      LocalDateTime local =
          LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 7),
              number(text, 8, 10),
              number(text, 11, 13),
              number(text, 14, 16),
              second == 60 ? 59 : second,
              nanos(text, zone));
      return Optional.of(local.toInstant(offset(text, zone)));
    } catch (DateTimeException outOfRange) {
      return Optional.empty();
    }
  }

  /** Where date, time and fraction end; -1 where the text does not begin with them. */
  private static int zoneStart(String text) {
    String form = "dddd-dd-ddTdd:dd:dd";
    if (text.length() < form.length()) {
      return -1;
    }
    for (int i = 0; i < form.length(); i++) {
      char c = text.charAt(i);
      boolean fits =
          switch (form.charAt(i)) {
            case 'd' -> isDigit(c);
            case 'T' -> c == 'T' || c == 't' || c == ' ';
            default -> c == form.charAt(i);
          };
      if (!fits) {
        return -1;
      }
    }
    int at = form.length();
    if (at == text.length() || text.charAt(at) != '.') {
      return at;
    }
    int end = at + 1;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    int digits = end - at - 1;
    return digits >= 1 && digits <= MAX_FRACTION ? end : -1;
  }

  private static boolean isZone(String text, int at) {
    return switch (text.length() - at) {
      case 0 -> true;
      case 1 -> text.charAt(at) == 'Z' || text.charAt(at) == 'z';
      case 6 ->
          (text.charAt(at) == '+' || text.charAt(at) == '-')
              && isDigit(text.charAt(at + 1))
              && isDigit(text.charAt(at + 2))
              && text.charAt(at + 3) == ':'
              && isDigit(text.charAt(at + 4))
              && isDigit(text.charAt(at + 5));
      default -> false;
    };
  }

  private static ZoneOffset offset(String text, int at) {
    return text.length() - at < 6 ? ZoneOffset.UTC : ZoneOffset.of(text.substring(at));
  }

  private static int nanos(String text, int end) {
    int nanos = 0;
    for (int i = 20; i <= 19 + MAX_FRACTION; i++) {
      nanos = nanos * 10 + (i < end ? text.charAt(i) - '0' : 0);
    }
    return nanos;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  /** Milliseconds since 1970 in UTC, such as {@code 2026-03-04T10:00:00.123Z}. */
  public static String write(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
