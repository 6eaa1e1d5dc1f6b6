package comity.memory;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.Timestamps;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code memory/flush-state.json} (MEM-18): when memory was last written, and what waits to be.
 *
 * <pre>
 * {"groups": {"last_flush_time": "…", "by_name": {"acme": {"last_flush_time": "…"}}},
 *  "main_session": {"last_flush_time": "…"},
 *  "pending_items": []}
 * </pre>
 *
 * {@code groups.uninstalled_at} keeps groups out. Other members are kept, in their order.
 * Immutable.
 */
public final class FlushState {
  /** Where it is, from the project's root. */
  public static final String FILE = "memory/flush-state.json";

  private static final String GROUPS = "groups";
  private static final String BY_NAME = "by_name";
  private static final String MAIN = "main_session";
  private static final String TIME = "last_flush_time";
  private static final String OFF = "uninstalled_at";
  private static final String PENDING = "pending_items";

  /** Numbers above are milliseconds since 1970, others seconds. */
  private static final long MOST_SECONDS = 100_000_000_000L;

  private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  private final JsonObject json;

  /** What came of reading it. */
  public sealed interface Reading {
    /** It is one. */
    record Read(FlushState state) implements Reading {}

    /** It is none, and is not changed; {@code why} is for a person. */
    record Malformed(String why) implements Reading {}
  }

  private FlushState(JsonObject json) {
    this.json = json;
  }

  /** The state where nothing was flushed yet. */
  public static FlushState empty() {
    return new FlushState(
        JsonObject.empty()
            .with(GROUPS, JsonObject.empty())
            .with(MAIN, JsonObject.empty())
            .with(PENDING, JsonArray.of(List.of())));
  }

  /** Reads the bytes of the file; a mark of the byte order before them does not count. */
  public static Reading read(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    String bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (bare.isBlank()) {
      return new Reading.Malformed("it is empty");
    }
    return switch (Json.read(bare)) {
      case JsonReading.Malformed(String reason, long offset) ->
          new Reading.Malformed("it is no JSON: " + reason + ", at byte " + offset);
      case JsonReading.Read(JsonObject object) -> {
        Optional<String> fault = fault(object);
        yield fault.isPresent()
            ? new Reading.Malformed(fault.get())
            : new Reading.Read(new FlushState(object));
      }
      case JsonReading.Read(JsonValue other) ->
          new Reading.Malformed("it is no object but of kind " + other.kind());
    };
  }

  private static Optional<String> fault(JsonObject object) {
    for (String name : List.of(GROUPS, MAIN)) {
      if (object.get(name) != null && object.object(name).isEmpty()) {
        return Optional.of(name + " is no object");
      }
    }
    if (object.get(PENDING) != null && !(object.get(PENDING) instanceof JsonArray)) {
      return Optional.of(PENDING + " is no array");
    }
    JsonObject groups = object.object(GROUPS).orElse(JsonObject.empty());
    return groups.get(BY_NAME) != null && groups.object(BY_NAME).isEmpty()
        ? Optional.of(GROUPS + "." + BY_NAME + " is no object")
        : Optional.empty();
  }

  /**
   * When that scope was last flushed; empty where it never was, or the file says no time.
   *
   * @param zone of the person; times without one are taken for it
   */
  public Optional<LocalDateTime> last(Scope scope, ZoneId zone) {
    return switch (scope) {
      case Scope.Main _ -> time(part(json, MAIN).get(TIME), zone);
      case Scope.Group(String name) ->
          time(part(part(part(json, GROUPS), BY_NAME), name).get(TIME), zone);
    };
  }

  /** The line that a session of main is told; empty where main was never flushed. */
  public Optional<String> line(ZoneId zone) {
    return last(new Scope.Main(), zone).map(time -> "上次 flush: " + shown(time));
  }

  /** A time as people read it: {@code YYYY-MM-DD HH:mm}. */
  public static String shown(LocalDateTime time) {
    return SHOWN.format(time);
  }

  private static JsonObject part(JsonObject object, String name) {
    return object.object(name).orElse(JsonObject.empty());
  }

  private static Optional<LocalDateTime> time(@Nullable JsonValue value, ZoneId zone) {
    return switch (value) {
      case JsonString(String text) -> time(text.strip(), zone);
      case JsonNumber(String digits) when digits.matches("\\d{9,14}") -> {
        long count = Long.parseLong(digits);
        Instant at =
            count > MOST_SECONDS ? Instant.ofEpochMilli(count) : Instant.ofEpochSecond(count);
        yield Optional.of(LocalDateTime.ofInstant(at, zone));
      }
      case null, default -> Optional.empty();
    };
  }

  /** As people and programs write a time: with a zone or without, with seconds or without. */
  private static Optional<LocalDateTime> time(String text, ZoneId zone) {
    String form = text.replace('/', '-').replaceFirst("[ \\t]+(?=[+-]\\d|[Zz]$)", "");
    if (form.matches("\\d{4}-\\d{2}-\\d{2}")) {
      form += "T00:00:00";
    } else if (form.matches("\\d{4}-\\d{2}-\\d{2}[T ]+\\d{2}:\\d{2}([Zz]|[+-]\\d{2}:?\\d{2})?")) {
      form =
          form.substring(0, form.indexOf(':') + 3) + ":00" + form.substring(form.indexOf(':') + 3);
    }
    form = form.replaceFirst(" +", "T").replaceFirst("([+-]\\d{2})(\\d{2})$", "$1:$2");
    try {
      return Timestamps.read(form).isEmpty()
          ? Optional.empty()
          : form.matches(".*([Zz]|[+-]\\d{2}:\\d{2})")
              ? Timestamps.read(form).map(at -> LocalDateTime.ofInstant(at, zone))
              : Optional.of(LocalDateTime.parse(form));
    } catch (DateTimeParseException noTime) {
      return Optional.empty();
    }
  }

  /** With a time of that scope; all else as it was. */
  public FlushState withFlushed(Scope scope, OffsetDateTime at) {
    String time = written(at);
    return switch (scope) {
      case Scope.Main _ -> new FlushState(json.with(MAIN, part(json, MAIN).with(TIME, time)));
      case Scope.Group(String name) -> {
        JsonObject groups = part(json, GROUPS);
        JsonObject names = part(groups, BY_NAME);
        yield new FlushState(
            json.with(
                GROUPS,
                groups
                    .with(TIME, time)
                    .with(BY_NAME, names.with(name, part(names, name).with(TIME, time)))));
      }
    };
  }

  /** Whether groups have no access any more, because memory was uninstalled (MEM-20). */
  public boolean areGroupsOff() {
    return part(json, GROUPS).get(OFF) instanceof JsonString;
  }

  /** With groups kept out since that time; let in again where there is none. */
  public FlushState withGroupsOff(Optional<OffsetDateTime> since) {
    JsonObject groups = part(json, GROUPS);
    return since.isEmpty()
        ? areGroupsOff() ? new FlushState(json.with(GROUPS, groups.without(OFF))) : this
        : areGroupsOff()
            ? this
            : new FlushState(json.with(GROUPS, groups.with(OFF, written(since.get()))));
  }

  private static String written(OffsetDateTime at) {
    return at.truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
  }

  /** What waits to be written, as it stands there. */
  public List<JsonValue> pending() {
    return json.get(PENDING) instanceof JsonArray array ? array.elements() : List.of();
  }

  public FlushState withPending(List<? extends JsonValue> items) {
    return new FlushState(json.with(PENDING, JsonArray.of(items)));
  }

  /** The file, as people read it. */
  public byte[] bytes() {
    return PrettyJson.of(json).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FlushState that && json.equals(that.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }
}
