package comity.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of one table as they were read, by key. */
final class Values {
  private final ConfigValue.Table table;
  private final Place place;
  private final Map<String, Object> read = new HashMap<>();

  Values(ConfigValue.Table table, Place place) {
    this.table = table;
    this.place = place;
  }

  <T> void put(Key<T> key, T value) {
    read.put(key.name(), value);
  }

  /** The value, or the standard one: for keys that are required or have one. */
  <T> T get(Key<T> key) {
    return find(key).or(key::standard).orElseThrow();
  }

  /** The value where the file gives a good one. */
  @SuppressWarnings("unchecked") // put is the only way in, and a section's names are unique
  <T> Optional<T> find(Key<T> key) {
    return Optional.ofNullable((@Nullable T) read.get(key.name()));
  }

  /** Whether the file has the key, with a good value or not. */
  boolean given(Key<?> key) {
    return table.members().containsKey(key.name());
  }

  /** A fault of the value of this key; of the table where the file does not give it. */
  void fault(Key<?> key, String message) {
    place.in(key.name()).fault(table.members().getOrDefault(key.name(), table), message);
  }

  /** A fault of what stands at this path below the table, or as near to it as the file goes. */
  void fault(List<String> path, String message) {
    ConfigValue at = table;
    Place where = place;
    for (String name : path) {
      where = where.in(name);
      if (at instanceof ConfigValue.Table inner) {
        at = inner.members().getOrDefault(name, inner);
      }
    }
    where.fault(at, message);
  }

  /** A fault of a key of one table of an array. */
  void faultOfItem(Key<?> array, int index, Key<?> key, String message) {
    if (table.members().get(array.name()) instanceof ConfigValue.Array items
        && items.items().get(index) instanceof ConfigValue.Table item) {
      place
          .in(array.name())
          .item(index)
          .in(key.name())
          .fault(item.members().getOrDefault(key.name(), item), message);
    }
  }

  /** The name of the table itself. */
  String name() {
    return place.name();
  }

  ConfigValue.Table table() {
    return table;
  }
}
