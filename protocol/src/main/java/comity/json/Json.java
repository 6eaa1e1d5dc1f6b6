package comity.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON. Reading keeps the bytes; writing gives unchanged values back as they came.
 */
public final class Json {
  /** Nesting past this is an attack or a bug, and would cost stack in every reader after us. */
  public static final int MAX_DEPTH = 64;

  /**
   * Values in one document. Each takes some hundred bytes of memory, and may take two in a
   * document: without a limit one request of ten megabytes would take a gigabyte.
   */
  public static final int MAX_VALUES = 100_000;

  /** Holds most of our own answers. */
  private static final int SHORT = 512;

  /** Holds most messages. */
  private static final int LONG = 2048;

  private Json() {}

  /**
   * Reads one JSON value. {@code bytes} is kept by the result and must not be changed afterwards.
   */
  public static JsonReading read(byte[] bytes) {
    return JsonTokens.read(bytes);
  }

  /** Reads one JSON value from text. */
  public static JsonReading read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The value in UTF-8: containers that were read and not changed come byte for byte. */
  public static byte[] write(JsonValue value) {
    Source source = source(value);
    if (source != null) {
      return Arrays.copyOfRange(source.bytes(), source.from(), source.to());
    }
    JsonOutput out = new JsonOutput(SHORT);
    out.value(value, true);
    return out.bytes();
  }

  /** As {@link #write}, as a string. */
  public static String text(JsonValue value) {
    return new String(write(value), StandardCharsets.UTF_8);
  }

  /**
   * One spelling for equal values, for hashing: keys sorted by UTF-16 unit, no white space, numbers
   * in the digits they were written with.
   */
  public static byte[] canonical(JsonValue value) {
    JsonOutput out = new JsonOutput(LONG);
    out.value(value, false);
    return out.bytes();
  }

  private static @Nullable Source source(JsonValue value) {
    return switch (value) {
      case JsonObject object -> object.source();
      case JsonArray array -> array.source();
      default -> null;
    };
  }

  /** The string with each lone surrogate replaced by U+FFFD, so that it can be written. */
  static String wellFormed(String text) {
    if (loneSurrogate(text) < 0) {
      return text;
    }
    StringBuilder mended = new StringBuilder(text);
    for (int at = loneSurrogate(mended); at >= 0; at = loneSurrogate(mended)) {
      mended.setCharAt(at, '\uFFFD');
    }
    return mended.toString();
  }

  /** The index of the first lone surrogate, or -1. */
  static int loneSurrogate(CharSequence text) {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (!Character.isSurrogate(c)) {
        at++;
      } else if (Character.isHighSurrogate(c)
          && at + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(at + 1))) {
        at += 2;
      } else {
        return at;
      }
    }
    return -1;
  }
}
