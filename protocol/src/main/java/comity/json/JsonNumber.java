package comity.json;

import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * A JSON number in the digits it was written with: {@code 1.0}, {@code 1e400} stay what they are.
 */
public record JsonNumber(String digits) implements JsonValue {

  /** Past this many digits in the exponent a number is no long, and is not expanded to find out. */
  private static final int MAX_EXPANDED = 40;

  /** The number of a long. */
  public static JsonNumber of(long value) {
    return new JsonNumber(Long.toString(value));
  }

  /** The exact value where it is a whole number that fits a long, else empty. */
  public OptionalLong asLong() {
    if (digits.length() > MAX_EXPANDED) {
      return OptionalLong.empty();
    }
    try {
      BigDecimal exact = new BigDecimal(digits);
      if (Math.abs((long) exact.scale()) > MAX_EXPANDED) {
        return OptionalLong.empty();
      }
      return OptionalLong.of(exact.longValueExact());
    } catch (ArithmeticException | NumberFormatException notWhole) {
      return OptionalLong.empty();
    }
  }
}
