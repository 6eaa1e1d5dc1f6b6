package comity.sessions;

import comity.control.ConfigFault;
import comity.control.ConfigValue;
import comity.control.Nearest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads the table of one provider:
 *
 * <pre>
 * [claude]
 * title = "Claude Code"
 * programs = ["claude"]
 * assign = ["--session-id", "{session_id}"]  # words that give a new conversation its id
 * unused_id = "lost"                         # or "again": an id without a turn can be given again
 * always = []                                # words of every start
 * environment = { NAME = "value" }           # variables of every start
 * resume = ["--resume", "{session_id}"]
 * gone = ["No conversation found"]           # what it says when there is none to take up
 * taken = ["is already in use"]              # what it says when the id is taken
 * flags = ["--verbose"]                      # options that a resume has too: without a value,
 * values = ["--model"]                       # with one,
 * several = ["--add-dir"]                    # with all words up to the next option
 * chosen = ["--resume"]                      # says which conversation it is
 * others = ["mcp"]                           # is no conversation
 * positionals = "prompt"                     # or "kept": given again
 * titles = { "✳" = "waiting" }               # states by what the title begins with
 * output = false                             # whether showing something tells that it works
 *
 * [claude.hooks]
 * launch = "settings"                        # or "override", "extension", "none"
 * events = { SessionStart = "SessionStart" } # its name of an event, and Claude Code's
 * names_event = false                        # whether the command must name the event
 * conflicts = ["--settings"]
 * file = { kind = "claude", folder = "~/.claude", variable = "CLAUDE_CONFIG_DIR", name = "s.json" }
 * </pre>
 *
 * <p>A bad value counts as if the key were not there.
 */
final class ProviderTable {
  /** Some programs have more than a hundred options; a file of a million is no list of them. */
  private static final int MOST_WORDS = 500;

  /** A word of a command line that somebody wrote by hand. */
  private static final int LONGEST_WORD = 1000;

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final List<String> KEYS =
      List.of(
          "title",
          "programs",
          "assign",
          "unused_id",
          "always",
          "environment",
          "resume",
          "gone",
          "taken",
          "flags",
          "values",
          "several",
          "chosen",
          "others",
          "positionals",
          "titles",
          "output",
          "hooks");

  private static final List<String> HOOK_KEYS =
      List.of("launch", "events", "names_event", "conflicts", "file");

  private static final List<String> FILE_KEYS = List.of("kind", "folder", "variable", "name");

  private final String path;
  private final ConfigValue.Table table;
  private final List<ConfigFault> faults;

  ProviderTable(String path, ConfigValue.Table table, List<ConfigFault> faults) {
    this.path = path;
    this.table = table;
    this.faults = faults;
  }

  /** What the table says, and for what it does not say {@code base}. */
  Provider read(Provider base) {
    known(KEYS);
    return new Provider(
        base.name(),
        text("title").orElse(base.title()),
        words("programs").orElse(base.programs()),
        start(base.start()),
        resume(base.resume()),
        options(base.options()),
        nested("hooks").map(inner -> inner.hooks(base.hooks())).orElse(base.hooks()),
        new Fallback(
            titles().orElse(base.fallback().titles()),
            truth("output").orElse(base.fallback().output())));
  }

  private Provider.Start start(Provider.Start base) {
    return new Provider.Start(
        withPlace("assign").orElse(base.assign()),
        word("unused_id", List.of("again", "lost"))
            .map("again"::equals)
            .orElse(base.reusesUnused()),
        words("always").orElse(base.always()),
        map("environment", name -> VARIABLE.matcher(name).matches(), "is no name of a variable")
            .orElse(base.environment()));
  }

  private Provider.Resume resume(Provider.Resume base) {
    return new Provider.Resume(
        withPlace("resume").orElse(base.words()),
        words("gone").orElse(base.gone()),
        words("taken").orElse(base.taken()));
  }

  private Provider.Options options(Provider.Options base) {
    Function<String, Optional<LinkedHashSet<String>>> set =
        key -> words(key).map(LinkedHashSet::new);
    return new Provider.Options(
        set.apply("flags").orElse(new LinkedHashSet<>(base.flags())),
        set.apply("values").orElse(new LinkedHashSet<>(base.values())),
        set.apply("several").orElse(new LinkedHashSet<>(base.several())),
        set.apply("chosen").orElse(new LinkedHashSet<>(base.chosen())),
        set.apply("others").orElse(new LinkedHashSet<>(base.others())),
        word("positionals", List.of("prompt", "kept"))
            .map("kept"::equals)
            .orElse(base.keepsPositionals()));
  }

  private Provider.Hooks hooks(Provider.Hooks base) {
    known(HOOK_KEYS);
    return new Provider.Hooks(
        named("launch", EnumSet.allOf(HooksByLaunch.class)).orElse(base.byLaunch()),
        map("events", _ -> true, "").orElse(base.events()),
        truth("names_event").orElse(base.namesEvent()),
        words("conflicts").map(LinkedHashSet::new).orElse(new LinkedHashSet<>(base.conflicts())),
        nested("file").flatMap(ProviderTable::file).or(base::file));
  }

  private Optional<Provider.HookFile> file() {
    known(FILE_KEYS);
    Optional<Provider.HookFile.Kind> kind =
        named("kind", EnumSet.allOf(Provider.HookFile.Kind.class));
    Optional<String> folder = text("folder");
    Optional<String> name = text("name");
    if (kind.isEmpty() || folder.isEmpty() || name.isEmpty()) {
      fault("", table, "needs kind, folder and name");
      return Optional.empty();
    }
    if (!folder.get().startsWith("~/") && !folder.get().startsWith("/")) {
      fault("folder", table, "must begin with ~/ or /");
      return Optional.empty();
    }
    return Optional.of(
        new Provider.HookFile(kind.get(), folder.get(), text("variable"), name.get()));
  }

  private Optional<Map<String, Activity.State>> titles() {
    List<String> states =
        EnumSet.allOf(Activity.State.class).stream().map(ProviderTable::wordOf).toList();
    return map("titles", begin -> !begin.isEmpty(), "is empty")
        .map(written -> {
          Map<String, Activity.State> read = new LinkedHashMap<>();
          written.forEach((begin, state) -> {
            if (states.contains(state)) {
              read.put(begin, Activity.State.valueOf(state.toUpperCase(Locale.ROOT)));
            } else {
              fault(
                  "titles",
                  table.members().getOrDefault("titles", table),
                  "\"" + state + "\" is none of " + states);
            }
          });
          return read;
        });
  }

  private void known(List<String> keys) {
    table
        .members()
        .forEach((key, value) -> {
          if (!keys.contains(key)) {
            fault(
                key,
                value,
                "is not known here"
                    + Nearest.of(key, keys)
                        .map(near -> "; did you mean `" + near + "`?")
                        .orElse(": " + String.join(", ", keys)));
          }
        });
  }

  private void fault(String key, ConfigValue at, String message) {
    faults.add(
        new ConfigFault(at.line(), at.column(), key.isEmpty() ? path : path + "." + key, message));
  }

  private Optional<ProviderTable> nested(String key) {
    return switch (table.members().get(key)) {
      case null -> Optional.empty();
      case ConfigValue.Table inner ->
          Optional.of(new ProviderTable(path + "." + key, inner, faults));
      case ConfigValue other -> {
        fault(key, other, "must be a table");
        yield Optional.empty();
      }
    };
  }

  private Optional<String> text(String key) {
    return switch (table.members().get(key)) {
      case null -> Optional.empty();
      case ConfigValue.Text text when isWord(text.value()) -> Optional.of(text.value());
      case ConfigValue other -> {
        fault(key, other, "must be a string of one line, not empty");
        yield Optional.empty();
      }
    };
  }

  private static boolean isWord(String text) {
    return !text.isBlank()
        && text.length() <= LONGEST_WORD
        && text.chars().noneMatch(Character::isISOControl);
  }

  private Optional<Boolean> truth(String key) {
    return switch (table.members().get(key)) {
      case null -> Optional.empty();
      case ConfigValue.Truth truth -> Optional.of(truth.value());
      case ConfigValue other -> {
        fault(key, other, "must be true or false");
        yield Optional.empty();
      }
    };
  }

  private Optional<String> word(String key, List<String> words) {
    Optional<String> text = text(key);
    if (text.isPresent() && !words.contains(text.get())) {
      fault(key, table.members().getOrDefault(key, table), "must be one of " + words);
      return Optional.empty();
    }
    return text;
  }

  private <T extends Enum<T>> Optional<T> named(String key, Set<T> values) {
    List<T> all = List.copyOf(values);
    return word(key, all.stream().map(ProviderTable::wordOf).toList())
        .flatMap(word -> all.stream().filter(each -> wordOf(each).equals(word)).findFirst());
  }

  private static String wordOf(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private Optional<List<String>> words(String key) {
    ConfigValue value = table.members().get(key);
    if (value == null) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>();
    if (value instanceof ConfigValue.Array(List<ConfigValue> items, int _, int _)
        && items.size() <= MOST_WORDS) {
      for (ConfigValue item : items) {
        if (item instanceof ConfigValue.Text(String text, int _, int _) && isWord(text)) {
          words.add(text);
        }
      }
      if (words.size() == items.size()) {
        return Optional.of(words);
      }
    }
    fault(key, value, "must be a list of strings, " + MOST_WORDS + " at most");
    return Optional.empty();
  }

  /** Words of which just one holds the place of an id; none at all is fine as well. */
  private Optional<List<String>> withPlace(String key) {
    Optional<List<String>> words = words(key);
    long places =
        words.stream()
            .flatMap(List::stream)
            .filter(word -> word.contains(Provider.PLACEHOLDER))
            .count();
    if (words.isPresent() && !words.get().isEmpty() && places != 1) {
      fault(
          key,
          table.members().getOrDefault(key, table),
          "must have " + Provider.PLACEHOLDER + " in one of its words");
      return Optional.empty();
    }
    return words;
  }

  private Optional<Map<String, String>> map(
      String key, Function<String, Boolean> isName, String otherwise) {
    ConfigValue value = table.members().get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof ConfigValue.Table inner)) {
      fault(key, value, "must be a table");
      return Optional.empty();
    }
    Map<String, String> read = new LinkedHashMap<>();
    inner
        .members()
        .forEach((name, member) -> {
          if (!isName.apply(name)) {
            fault(key, member, "\"" + name + "\" " + otherwise);
          } else if (member instanceof ConfigValue.Text text && isWord(text.value())) {
            read.put(name, text.value());
          } else {
            fault(key + "." + name, member, "must be a string");
          }
        });
    return Optional.of(read);
  }
}
