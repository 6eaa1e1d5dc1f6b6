package comity.control;

import java.util.Optional;
import java.util.function.Function;

/**
 * What the value of a key may be.
 *
 * @param name as the reference prints it, such as {@code duration}
 * @param limits as the reference prints them, with their reason; may be empty
 * @param reader gives the value, or records why there is none
 * @param shown a value as TOML
 */
record Kind<T>(String name, String limits, Reader<T> reader, Function<T, String> shown) {
  /** Reads one value. */
  interface Reader<T> {
    Optional<T> read(ConfigValue value, Place place);
  }

  /** What came of reading a string as a {@code T}. */
  sealed interface Worded<T> {
    /** It is one. */
    record Taken<T>(T value) implements Worded<T> {}

    /** It is none; {@code reason} is read after the key. */
    record Wrong<T>(String reason) implements Worded<T> {}
  }
}
