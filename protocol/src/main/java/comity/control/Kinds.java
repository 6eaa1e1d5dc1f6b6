package comity.control;

import comity.control.Kind.Worded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kinds of value that keys are declared with. */
final class Kinds {
  private Kinds() {}

  /** A range or rule with the reason for it. */
  private static String limits(String range, String why) {
    return range + " (" + why + ")";
  }

  /** An integer of a range. */
  static Kind<Integer> integer(int min, int max, String why) {
    String limits = limits(min + " to " + max, why);
    return new Kind<>(
        "integer",
        limits,
        (value, place) -> {
          if (!(value instanceof ConfigValue.Whole whole)) {
            return wrongKind("an integer", value, place);
          }
          if (whole.value() < min || whole.value() > max) {
            place.fault(value, "must be " + limits + ", is " + whole.value());
            return Optional.empty();
          }
          return Optional.of((int) whole.value());
        },
        String::valueOf);
  }

  static Kind<Boolean> truth() {
    return new Kind<>(
        "boolean",
        "",
        (value, place) ->
            value instanceof ConfigValue.Truth truth
                ? Optional.of(truth.value())
                : wrongKind("true or false", value, place),
        String::valueOf);
  }

  /** A string that {@code reader} understands. */
  static <T> Kind<T> worded(
      String name, String limits, Function<String, Worded<T>> reader, Function<T, String> shown) {
    return new Kind<>(
        name,
        limits,
        (value, place) ->
            value instanceof ConfigValue.Text text
                ? taken(reader.apply(text.value()), value, place)
                : wrongKind(
                    name.equals("string") ? "a string" : "a string (" + name + ")", value, place),
        v -> "\"" + shown.apply(v) + "\"");
  }

  /** One line of text. */
  static Kind<String> line(int max, String why) {
    String limits = limits("1 to " + max + " characters", why);
    return worded("string", limits, text -> line(text, max, limits), v -> v);
  }

  private static Worded<String> line(String text, int max, String limits) {
    if (text.codePoints().anyMatch(Character::isISOControl)) {
      return new Worded.Wrong<>("must be one line without control characters");
    }
    int length = text.codePointCount(0, text.length());
    if (text.isBlank() || length > max) {
      return new Worded.Wrong<>(
          "must have " + limits + ", " + (text.isBlank() ? "is blank" : "has " + length));
    }
    return new Worded.Taken<>(text);
  }

  /** One of the words; for each, what it stands for. */
  static <T> Kind<T> choice(SequencedMap<String, T> words) {
    return worded(
        "string",
        Nearest.list(List.copyOf(words.keySet())).replace("\"", "`"),
        text -> {
          T meant = words.get(text);
          if (meant != null) {
            return new Worded.Taken<>(meant);
          }
          List<String> known = List.copyOf(words.keySet());
          String near =
              Nearest.of(text, known).map(w -> "; did you mean \"" + w + "\"?").orElse("");
          return new Worded.Wrong<>(
              "must be one of " + Nearest.list(known) + ", is " + Place.shown(text) + near);
        },
        v ->
            words.entrySet().stream()
                .filter(w -> w.getValue().equals(v))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow());
  }

  /** One of an enum's constants, in lower case. */
  static <E extends Enum<E>> Kind<E> choice(E[] constants) {
    SequencedMap<String, E> words = new LinkedHashMap<>();
    for (E constant : constants) {
      words.put(constant.name().toLowerCase(Locale.ROOT), constant);
    }
    return choice(words);
  }

  static Kind<Duration> duration(Duration min, Duration max, String why) {
    String limits = limits(Amounts.text(min) + " to " + Amounts.text(max), why);
    return worded(
        "duration",
        limits,
        text ->
            switch (Amounts.duration(text)) {
              case Worded.Wrong<Duration> wrong -> wrong;
              case Worded.Taken<Duration>(Duration d)
                  when d.compareTo(min) < 0 || d.compareTo(max) > 0 ->
                  new Worded.Wrong<>("must be " + limits + ", is " + Place.shown(text));
              case Worded.Taken<Duration> taken -> taken;
            },
        Amounts::text);
  }

  /** A number of bytes: a string with its unit, or an integer. */
  static Kind<Long> size(long min, long max, String why) {
    String limits = limits(Amounts.text(min) + " to " + Amounts.text(max), why);
    return new Kind<>(
        "size",
        limits,
        (value, place) -> {
          Worded<Long> read =
              switch (value) {
                case ConfigValue.Whole whole -> new Worded.Taken<>(whole.value());
                case ConfigValue.Text text -> Amounts.size(text.value());
                default ->
                    new Worded.Wrong<>("must be a size such as \"16MiB\", is " + value.kind());
              };
          if (read instanceof Worded.Taken<Long>(Long bytes) && (bytes < min || bytes > max)) {
            read = new Worded.Wrong<>("must be " + limits + ", is " + Amounts.text(bytes));
          }
          return taken(read, value, place);
        },
        v -> "\"" + Amounts.text(v) + "\"");
  }

  static Kind<Optional<Rate>> rate() {
    return worded(
        "rate",
        "a number per `second`, `minute`, `hour` or `day`, or `none`",
        Amounts::rate,
        v -> v.map(Amounts::text).orElse("none"));
  }

  /** An array. A fault of one item does not hide those of the others. */
  static <T> Kind<List<T>> list(Kind<T> item, int min, int max, String why) {
    return list(item, min, max, why, false);
  }

  /** An array in which nothing stands twice. */
  static <T> Kind<List<T>> set(Kind<T> item, int min, int max, String why) {
    return list(item, min, max, why, true);
  }

  private static <T> Kind<List<T>> list(
      Kind<T> item, int min, int max, String why, boolean unique) {
    String plural =
        item.name().endsWith("y") ? item.name().replaceAll("y$", "ies") : item.name() + "s";
    String name = "array of " + plural;
    String limits = limits(min + " to " + max + " items", why);
    return new Kind<>(
        name,
        item.limits().isEmpty() ? limits : limits + "; each " + item.limits(),
        (value, place) -> {
          if (!(value instanceof ConfigValue.Array array)) {
            boolean header = item.name().equals("table") && value instanceof ConfigValue.Table;
            String hint = header ? " (with its header in double brackets)" : "";
            return wrongKind("an " + name + hint, value, place);
          }
          int before = place.faults().size();
          if (array.items().size() < min || array.items().size() > max) {
            place.fault(value, "must have " + limits + ", has " + array.items().size());
            return Optional.empty();
          }
          List<T> items = new ArrayList<>();
          Set<T> seen = new HashSet<>();
          for (int i = 0; i < array.items().size(); i++) {
            ConfigValue member = array.items().get(i);
            Place at = place.item(i);
            Optional<T> read = item.reader().read(member, at);
            read.ifPresent(items::add);
            if (unique && read.isPresent() && !seen.add(read.get())) {
              at.fault(member, "is there already");
            }
          }
          return place.faults().size() == before ? Optional.of(items) : Optional.empty();
        },
        v -> v.stream().map(item.shown()).collect(Collectors.joining(", ", "[", "]")));
  }

  /** A table with known keys. */
  static <T> Kind<T> table(Section<T> section) {
    return new Kind<>(
        "table",
        "",
        (value, place) ->
            value instanceof ConfigValue.Table table
                ? section.read(table, place)
                : wrongKind("a table", value, place),
        _ -> section.heading());
  }

  /** A table whose names the owner chooses; {@code reader} makes an entry of a name and value. */
  static <T> Kind<List<T>> named(String what, int max, String why, Named<T> reader) {
    return new Kind<>(
        "table of " + what,
        limits("at most " + max, why),
        (value, place) -> {
          if (!(value instanceof ConfigValue.Table table)) {
            return wrongKind("a table", value, place);
          }
          int before = place.faults().size();
          if (table.members().size() > max) {
            place.fault(value, "must have " + limits("at most " + max + " " + what, why));
            return Optional.empty();
          }
          List<T> entries = new ArrayList<>();
          table.members().forEach((n, v) -> reader.read(n, v, place.in(n)).ifPresent(entries::add));
          return place.faults().size() == before ? Optional.of(entries) : Optional.empty();
        },
        v -> v.isEmpty() ? "{}" : "…");
  }

  /** Reads one entry of a table whose names the owner chooses. */
  interface Named<T> {
    Optional<T> read(String name, ConfigValue value, Place place);
  }

  static <T> Optional<T> wrongKind(String wanted, ConfigValue value, Place place) {
    place.fault(value, "must be " + wanted + ", is " + value.kind());
    return Optional.empty();
  }

  private static <T> Optional<T> taken(Worded<T> read, ConfigValue value, Place place) {
    return switch (read) {
      case Worded.Taken<T>(T taken) -> Optional.of(taken);
      case Worded.Wrong<T>(String reason) -> {
        place.fault(value, reason);
        yield Optional.empty();
      }
    };
  }
}
