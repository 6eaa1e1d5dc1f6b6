package comity.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.WritableHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The header fields of a message. Names are compared without regard to case. */
public final class Headers {
  /** More fields than any client sends. */
  static final int MAX_FIELDS = 100;

  private final io.helidon.http.Headers fields;

  Headers(io.helidon.http.Headers fields) {
    this.fields = fields;
  }

  /** These fields, in their order. */
  static Headers of(List<Map.Entry<String, String>> fields) {
    WritableHeaders<?> all = WritableHeaders.create();
    for (var field : fields) {
      all.add(HeaderValues.create(HeaderNames.create(field.getKey()), field.getValue()));
    }
    return new Headers(all);
  }

  /** The first value of that name. */
  public Optional<String> first(String name) {
    return fields.first(HeaderNames.create(name)).map(String::strip);
  }

  /** All values of that name, in their order, each line one. */
  public List<String> all(String name) {
    var key = HeaderNames.create(name);
    return fields.contains(key)
        ? fields.get(key).allValues().stream().map(String::strip).toList()
        : List.of();
  }

  /** Whether there is a line of that name. */
  public boolean has(String name) {
    return fields.contains(HeaderNames.create(name));
  }

  /** Whether the name of some line starts so; {@code prefix} in lower case. */
  boolean hasPrefix(String prefix) {
    for (Header field : fields) {
      if (field.headerName().lowerCase().startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  boolean tooMany() {
    int count = 0;
    for (Header field : fields) {
      count += field.valueCount();
    }
    return count > MAX_FIELDS;
  }

  /** The names as they came, each once. */
  public List<String> names() {
    List<String> names = new ArrayList<>(fields.size());
    for (Header field : fields) {
      names.add(field.name());
    }
    return List.copyOf(names);
  }
}
