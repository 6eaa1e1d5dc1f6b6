package comity.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** Collects the bytes of a value. */
final class JsonOutput {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

  byte[] bytes() {
    return out.toByteArray();
  }

  /** {@code asRead}: containers that still have their bytes are given as these. */
  void value(JsonValue value, boolean asRead) {
    switch (value) {
      case JsonObject o -> object(o, asRead);
      case JsonArray a -> array(a, asRead);
      case JsonString s -> string(s.value());
      case JsonNumber n -> out.writeBytes(n.digits().getBytes(StandardCharsets.US_ASCII));
      case JsonBoolean b -> out.writeBytes(b.value() ? TRUE : FALSE);
      case JsonNull _ -> out.writeBytes(NULL);
    }
  }

  private void object(JsonObject object, boolean asRead) {
    if (asRead && copied(object.source())) {
      return;
    }
    Map<String, JsonValue> members = asRead ? object.members() : new TreeMap<>(object.members());
    char before = '{';
    for (Map.Entry<String, JsonValue> member : members.entrySet()) {
      out.write(before);
      string(member.getKey());
      out.write(':');
      value(member.getValue(), asRead);
      before = ',';
    }
    if (members.isEmpty()) {
      out.write('{');
    }
    out.write('}');
  }

  private void array(JsonArray array, boolean asRead) {
    if (asRead && copied(array.source())) {
      return;
    }
    out.write('[');
    boolean first = true;
    for (JsonValue element : array.elements()) {
      if (!first) {
        out.write(',');
      }
      first = false;
      value(element, asRead);
    }
    out.write(']');
  }

  private boolean copied(@Nullable Source source) {
    if (source == null) {
      return false;
    }
    out.write(source.bytes(), source.from(), source.to() - source.from());
    return true;
  }

  private void string(String text) {
    out.write('"');
    out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(text));
    out.write('"');
  }
}
