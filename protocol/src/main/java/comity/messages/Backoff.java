package comity.messages;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * When a message that could not be handed over is tried again (MSG-30).
 *
 * @param first the wait after the first failure; it doubles with each further one
 * @param longest the wait never grows past this
 * @param giveUpAfter counted from the first try: then the message is a dead letter
 */
public record Backoff(Duration first, Duration longest, Duration giveUpAfter) {
  /** Doubling more often than this only repeats {@code longest}. */
  private static final int MAX_DOUBLINGS = 30;

  /** More digits of seconds than this are some hundred years, and would only overflow. */
  private static final int MAX_DIGITS = 10;

  /**
   * Milliseconds to wait after the {@code attempt}-th try failed, or empty to give up.
   *
   * @param attempt from 1
   * @param age milliseconds since the first try
   * @param random from 0 to 1: the wait is between half of the full one and the full one, so that
   *     many senders do not come back at once
   * @param retryAfter what the receiver asked for, in milliseconds; shortened only to {@code
   *     giveUpAfter}, when the last try is due
   */
  public Optional<Long> wait(int attempt, long age, double random, Optional<Long> retryAfter) {
    long full =
        Math.min(
            longest.toMillis(), first.toMillis() << Math.clamp(attempt - 1L, 0, MAX_DOUBLINGS));
    long spread = (long) (full * (0.5 + random / 2));
    long left = giveUpAfter.toMillis() - age;
    if (left < spread) {
      return Optional.empty();
    }
    return Optional.of(Math.max(spread, Math.min(retryAfter.orElse(0L), left)));
  }

  /**
   * The milliseconds that a {@code Retry-After} asks for (RFC 9110, 10.2.3): seconds or a date;
   * empty where it is neither.
   *
   * @param now milliseconds since 1970
   */
  public static Optional<Long> asked(String retryAfter, long now) {
    if (retryAfter.matches("[0-9]+")) {
      boolean ages = retryAfter.length() > MAX_DIGITS;
      return Optional.of(Long.parseLong(ages ? "9".repeat(MAX_DIGITS) : retryAfter) * 1000);
    }
    try {
      Instant date = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(retryAfter));
      return Optional.of(Math.max(0, date.toEpochMilli() - now));
    } catch (DateTimeParseException neither) {
      return Optional.empty();
    }
  }

  /** Whether an HTTP status other than 2xx leaves hope (MSG-30). */
  public static boolean isFinal(int status) {
    // A redirect is not followed with a message, and may be a network's login page.
    return status >= 400 && status < 500 && status != 408 && status != 425 && status != 429;
  }
}
