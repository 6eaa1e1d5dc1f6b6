package comity.files;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.control.ConfigValue;
import comity.files.ConfigFile.Parsing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/** Text as a tree with positions. The only class that knows the TOML library. */
final class TomlReader {
  private static final Pattern TWICE =
      Pattern.compile(
          "(.*) previously defined(?: as a literal array)? at line (\\d+), column \\d+");

  private TomlReader() {}

  static Parsing read(String text) {
    TomlDepth depth = TomlDepth.of(text);
    if (depth.tooDeep()) {
      return ConfigFile.malformed(
          depth.line(), depth.column(), "Nested deeper than " + TomlDepth.MAX_DEPTH);
    }
    try {
      TomlParseResult result = Toml.parse(text, TomlVersion.V1_0_0);
      if (result.hasErrors()) {
        return new Parsing.Malformed(
            result.errors().stream().limit(ConfigCheck.MAX_FAULTS).map(TomlReader::fault).toList());
      }
      return new Parsing.Parsed(table(result, TomlPosition.positionAt(1, 1), 0));
    } catch (RuntimeException | AssertionError | StackOverflowError _) {
      // The library's own faults, met by fuzzing: it is the file that is wrong, not this program.
      return ConfigFile.malformed(1, 1, "The file is no TOML that can be read");
    }
  }

  private static ConfigFault fault(TomlParseError error) {
    String message = String.valueOf(error.getMessage());
    Matcher twice = TWICE.matcher(message);
    int line = Math.max(1, error.position().line());
    int column = Math.max(1, error.position().column());
    if (twice.matches()) {
      return new ConfigFault(
          line, column, twice.group(1), "is there already, in line " + twice.group(2));
    }
    return new ConfigFault(line, column, "", printable(plain(message)));
  }

  /** The grammar's lists of what may follow, in the words of someone who writes a file. */
  private static String plain(String message) {
    return message
        .replace(
            "', \", ''', \"\"\", a number, a boolean, a date/time, an array, or a table",
            "a value (text stands in quotes)")
        .replace(
            "', \", ''', \"\"\", a number, a boolean, a date/time, an array, a table, or a newline",
            "a value (text stands in quotes)")
        .replace(
            "a-z, A-Z, 0-9, ', \", a table key, a newline, or end-of-input", "a key or [table]")
        .replace("a-z, A-Z, 0-9, ', or \"", "a key");
  }

  /** Without anything from the file that a terminal would obey. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "\uFFFD");
  }

  private static ConfigValue.Table table(TomlTable table, TomlPosition at, int depth) {
    List<Map.Entry<String, ConfigValue>> members = new ArrayList<>();
    for (String name : table.keySet()) {
      List<String> path = List.of(name);
      TomlPosition position = table.inputPositionOf(path);
      members.add(
          Map.entry(name, value(table.get(path), position == null ? at : position, depth + 1)));
    }
    // The library gives no order; the file's is that of the positions.
    members.sort(
        Comparator.<Map.Entry<String, ConfigValue>>comparingInt(m -> m.getValue().line())
            .thenComparingInt(m -> m.getValue().column()));
    LinkedHashMap<String, ConfigValue> ordered = new LinkedHashMap<>();
    members.forEach(m -> ordered.put(m.getKey(), m.getValue()));
    return new ConfigValue.Table(ordered, at.line(), at.column());
  }

  private static ConfigValue value(@Nullable Object value, TomlPosition at, int depth) {
    if (depth > TomlDepth.MAX_DEPTH) {
      // Dotted keys nest without brackets. No key is so deep, so the marker is named as unknown.
      return new ConfigValue.Moment("nested too deeply", at.line(), at.column());
    }
    return switch (value) {
      case String text -> new ConfigValue.Text(text, at.line(), at.column());
      case Long whole -> new ConfigValue.Whole(whole, at.line(), at.column());
      case Double decimal -> new ConfigValue.Decimal(decimal, at.line(), at.column());
      case Boolean truth -> new ConfigValue.Truth(truth, at.line(), at.column());
      case TomlTable table -> table(table, at, depth);
      case TomlArray array -> {
        List<ConfigValue> items = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
          items.add(value(array.get(i), array.inputPositionOf(i), depth + 1));
        }
        yield new ConfigValue.Array(items, at.line(), at.column());
      }
      case null, default -> new ConfigValue.Moment(String.valueOf(value), at.line(), at.column());
    };
  }
}
