package comity.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** Collects the bytes of a value. */
final class JsonOutput {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  /** The longest array that every JVM makes. */
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  private byte[] out;
  private int length;

  /** {@code expected} bytes; more make it grow. */
  JsonOutput(int expected) {
    out = new byte[expected];
  }

  byte[] bytes() {
    return Arrays.copyOf(out, length);
  }

  private void write(char ascii) {
    ensure(1);
    out[length++] = (byte) ascii;
  }

  private void write(byte[] from, int at, int count) {
    ensure(count);
    System.arraycopy(from, at, out, length, count);
    length += count;
  }

  private void write(byte[] all) {
    write(all, 0, all.length);
  }

  private void ensure(int more) {
    int least = Math.addExact(length, more);
    if (least > out.length) {
      out = Arrays.copyOf(out, (int) Math.min(Math.max(2L * out.length, least), MAX_LENGTH));
    }
  }

  /** {@code asRead}: containers that still have their bytes are given as these. */
  void value(JsonValue value, boolean asRead) {
    switch (value) {
      case JsonObject o -> object(o, asRead);
      case JsonArray a -> array(a, asRead);
      case JsonString s -> string(s.value());
      case JsonNumber n -> write(n.digits().getBytes(StandardCharsets.US_ASCII));
      case JsonBoolean b -> write(b.value() ? TRUE : FALSE);
      case JsonNull _ -> write(NULL);
    }
  }

  private void object(JsonObject object, boolean asRead) {
    if (asRead && copied(object.source())) {
      return;
    }
    Map<String, JsonValue> members = asRead ? object.members() : new TreeMap<>(object.members());
    char before = '{';
    for (Map.Entry<String, JsonValue> member : members.entrySet()) {
      write(before);
      string(member.getKey());
      write(':');
      value(member.getValue(), asRead);
      before = ',';
    }
    if (members.isEmpty()) {
      write('{');
    }
    write('}');
  }

  private void array(JsonArray array, boolean asRead) {
    if (asRead && copied(array.source())) {
      return;
    }
    write('[');
    boolean first = true;
    for (JsonValue element : array.elements()) {
      if (!first) {
        write(',');
      }
      first = false;
      value(element, asRead);
    }
    write(']');
  }

  private boolean copied(@Nullable Source source) {
    if (source == null) {
      return false;
    }
    write(source.bytes(), source.from(), source.to() - source.from());
    return true;
  }

  private void string(String text) {
    write('"');
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    write(isPlain(utf8) ? utf8 : JsonStringEncoder.getInstance().quoteAsUTF8(text));
    write('"');
  }

  /** Whether it is ASCII that stands for itself. */
  private static boolean isPlain(byte[] utf8) {
    for (byte b : utf8) {
      if (b < ' ' || b == 0x7F || b == '"' || b == '\\') {
        return false;
      }
    }
    return true;
  }
}
