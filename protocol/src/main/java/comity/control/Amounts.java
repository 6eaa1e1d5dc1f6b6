package comity.control;

import comity.control.Kind.Worded;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations, sizes and rates as they are written: {@code 10m}, {@code 16MiB}, {@code 600/minute}.
 */
final class Amounts {
  private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,18}) ?([A-Za-z]+)");
  private static final Pattern RATE = Pattern.compile("([0-9]{1,9}) ?/ ?([A-Za-z]+)");

  private record Unit(String word, long amount) {}

  /** Milliseconds, the longest unit first. */
  private static final List<Unit> SPANS =
      List.of(
          new Unit("w", 604_800_000),
          new Unit("d", 86_400_000),
          new Unit("h", 3_600_000),
          new Unit("m", 60_000),
          new Unit("s", 1_000),
          new Unit("ms", 1));

  /** Bytes. */
  private static final List<Unit> SIZES =
      List.of(
          new Unit("TiB", 1L << 40),
          new Unit("GiB", 1L << 30),
          new Unit("MiB", 1L << 20),
          new Unit("KiB", 1L << 10),
          new Unit("TB", 1_000_000_000_000L),
          new Unit("GB", 1_000_000_000L),
          new Unit("MB", 1_000_000L),
          new Unit("kB", 1_000L),
          new Unit("B", 1L));

  /** Milliseconds. */
  private static final List<Unit> PERIODS =
      List.of(
          new Unit("second", 1_000),
          new Unit("minute", 60_000),
          new Unit("hour", 3_600_000),
          new Unit("day", 86_400_000));

  private Amounts() {}

  static Worded<Duration> duration(String text) {
    Matcher amount = AMOUNT.matcher(text);
    OptionalLong unit = amount.matches() ? unit(SPANS, amount.group(2)) : OptionalLong.empty();
    if (unit.isEmpty()) {
      return new Worded.Wrong<>(
          "must be a number with ms, s, m, h, d or w, such as \"30s\" or \"10m\", is "
              + Place.shown(text));
    }
    BigInteger millis = product(amount.group(1), unit.getAsLong());
    return millis.bitLength() < Long.SIZE
        ? new Worded.Taken<>(Duration.ofMillis(millis.longValue()))
        : new Worded.Wrong<>("is longer than can be counted: " + Place.shown(text));
  }

  static Worded<Long> size(String text) {
    Matcher amount = AMOUNT.matcher(text);
    OptionalLong unit = amount.matches() ? unit(SIZES, amount.group(2)) : OptionalLong.empty();
    if (unit.isEmpty()) {
      return new Worded.Wrong<>(
          "must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, such as"
              + " \"16MiB\", is "
              + Place.shown(text));
    }
    BigInteger bytes = product(amount.group(1), unit.getAsLong());
    return bytes.bitLength() < Long.SIZE
        ? new Worded.Taken<>(bytes.longValue())
        : new Worded.Wrong<>("is more bytes than can be counted: " + Place.shown(text));
  }

  static Worded<Optional<Rate>> rate(String text) {
    if (text.equals("none")) {
      return new Worded.Taken<>(Optional.empty());
    }
    Matcher rate = RATE.matcher(text);
    OptionalLong period = rate.matches() ? unit(PERIODS, rate.group(2)) : OptionalLong.empty();
    if (period.isEmpty()) {
      return new Worded.Wrong<>(
          "must be a number per second, minute, hour or day, such as \"600/minute\", or \"none\","
              + " is "
              + Place.shown(text));
    }
    long count = Long.parseLong(rate.group(1));
    return count > 0
        ? new Worded.Taken<>(Optional.of(new Rate(count, Duration.ofMillis(period.getAsLong()))))
        : new Worded.Wrong<>("must let at least one request through, is " + Place.shown(text));
  }

  /** Sizes are told apart without regard to case: nobody means a millibit. */
  private static OptionalLong unit(List<Unit> units, String word) {
    return units.stream()
        .filter(u -> units.equals(SIZES) ? u.word().equalsIgnoreCase(word) : u.word().equals(word))
        .mapToLong(Unit::amount)
        .findFirst();
  }

  private static BigInteger product(String digits, long amount) {
    return new BigInteger(digits).multiply(BigInteger.valueOf(amount));
  }

  /** In the longest unit up to a day that gives a whole number. */
  static String text(Duration duration) {
    return shown(SPANS.subList(1, SPANS.size()), duration.toMillis());
  }

  /** In the largest binary unit that gives a whole number. */
  static String text(long bytes) {
    return shown(SIZES, bytes);
  }

  static String text(Rate rate) {
    return PERIODS.stream()
        .filter(p -> p.amount() == rate.per().toMillis())
        .map(p -> rate.count() + "/" + p.word())
        .findFirst()
        .orElseThrow();
  }

  private static String shown(List<Unit> units, long amount) {
    return units.stream()
        .filter(u -> amount != 0 && amount % u.amount() == 0)
        .map(u -> amount / u.amount() + u.word())
        .findFirst()
        .orElseGet(() -> amount + units.getLast().word());
  }
}
