package comity.control;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table with known keys.
 *
 * @param heading as the reference prints it, such as {@code [hub]}; empty for the file itself
 * @param doc a paragraph of Markdown
 * @param rules what no key can check alone; runs also when some keys are faulty
 * @param build makes the value once nothing is faulty
 */
record Section<T>(
    String heading,
    String doc,
    List<Key<?>> keys,
    Consumer<Values> rules,
    Function<Values, T> build) {
  Section {
    keys = List.copyOf(keys);
    Set<String> names = new HashSet<>();
    for (Key<?> key : keys) {
      if (!names.add(key.name())) {
        throw new IllegalArgumentException("two keys are named " + key.name());
      }
    }
  }

  /** Reads the table, adding what is wrong to {@code place}; a value only where nothing is. */
  Optional<T> read(ConfigValue.Table table, Place place) {
    int before = place.faults().size();
    Values values = new Values(table, place);
    for (Map.Entry<String, ConfigValue> member : table.members().entrySet()) {
      if (keys.stream().noneMatch(k -> k.name().equals(member.getKey()))) {
        place
            .in(member.getKey())
            .fault(member.getValue(), "is unknown; " + Nearest.hint(member.getKey(), this));
      }
    }
    for (Key<?> key : keys) {
      read(key, values, table, place);
    }
    rules.accept(values);
    return place.faults().size() == before ? Optional.of(build.apply(values)) : Optional.empty();
  }

  private static <V> void read(Key<V> key, Values values, ConfigValue.Table table, Place place) {
    ConfigValue value = table.members().get(key.name());
    if (value != null) {
      key.kind().reader().read(value, place.in(key.name())).ifPresent(v -> values.put(key, v));
    } else if (key.isRequired()) {
      place.in(key.name()).fault(table, "is missing, and has no default");
    }
  }
}
