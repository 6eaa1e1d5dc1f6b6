package comity.mcp;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How grave a log message is; the least first (RFC 5424). */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** As it stands in messages. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The level of that text. */
  public static Optional<LogLevel> of(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }
}
