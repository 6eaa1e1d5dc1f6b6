package comity.control;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A value of a configuration file and where it stands. Lines and columns count from 1; a value that
 * has a key stands where its key begins.
 */
public sealed interface ConfigValue {
  int line();

  int column();

  /** A string. */
  record Text(String value, int line, int column) implements ConfigValue {}

  /** An integer. */
  record Whole(long value, int line, int column) implements ConfigValue {}

  /** A number with a fraction or exponent. */
  record Decimal(double value, int line, int column) implements ConfigValue {}

  /** True or false. */
  record Truth(boolean value, int line, int column) implements ConfigValue {}

  /** A date, a time or both, as text: no key takes one. */
  record Moment(String value, int line, int column) implements ConfigValue {}

  /** An array, of tables too. */
  record Array(List<ConfigValue> items, int line, int column) implements ConfigValue {
    public Array {
      items = List.copyOf(items);
    }
  }

  /** A table; its members keep the order of the file. */
  record Table(SequencedMap<String, ConfigValue> members, int line, int column)
      implements ConfigValue {
    public Table {
      members = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
    }

    /** The table of a file that says nothing. */
    public static Table empty() {
      return new Table(new LinkedHashMap<>(), 1, 1);
    }
  }

  /** What it is, with its article: {@code a string}, {@code an integer}. */
  default String kind() {
    return switch (this) {
      case Text _ -> "a string";
      case Whole _ -> "an integer";
      case Decimal _ -> "a number with a fraction";
      case Truth _ -> "true or false";
      case Moment _ -> "a date or time";
      case Array _ -> "an array";
      case Table _ -> "a table";
    };
  }
}
