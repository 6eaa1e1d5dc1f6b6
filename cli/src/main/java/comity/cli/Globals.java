package comity.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options that every command takes, anywhere before {@code --}.
 *
 * @param home the value of {@code --home}, where given
 * @param projectRoot the value of {@code --project-root}, where given
 * @param role the value of {@code --role}, where given
 */
record Globals(
    @Nullable String home,
    @Nullable String projectRoot,
    @Nullable String role,
    boolean json,
    boolean quiet) {

  /** What was read: the options, and the words without them; or why not. */
  sealed interface Reading {
    record Read(Globals globals, List<String> words) implements Reading {}

    record Wrong(Globals globals, String why) implements Reading {}
  }

  /** Lines for the end of a help text. */
  static final List<Option> OPTIONS =
      List.of(
          new Option(
              "--home", "DIR", "where Comity keeps everything (default: COMITY_HOME, ~/.comity)"),
          new Option(
              "--project-root",
              "DIR",
              "the project (default: the nearest folder upwards with .muse/ or memory/)"),
          new Option("--role", "NAME", "the role that acts"),
          new Option("--json", "", "print one JSON object, whatever the exit code"),
          new Option("--quiet", "", "print neither progress nor confirmations"));

  /** One option; {@code value} is empty for a switch. */
  record Option(String name, String value, String summary) {}

  static Reading read(List<String> arguments) {
    @Nullable String home = null;
    @Nullable String projectRoot = null;
    @Nullable String role = null;
    boolean json = false;
    boolean quiet = false;
    List<String> words = new ArrayList<>();
    @Nullable String wrong = null;
    for (int at = 0; at < arguments.size(); at++) {
      String word = arguments.get(at);
      if (word.equals("--")) {
        words.addAll(arguments.subList(at, arguments.size()));
        break;
      }
      if (word.equals("--json")) {
        json = true;
        continue;
      }
      if (word.equals("--quiet")) {
        quiet = true;
        continue;
      }
      String name =
          word.startsWith("--") && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      if (!takesValue(name)) {
        words.add(word);
        continue;
      }
      String value = "";
      if (name.length() < word.length()) {
        value = word.substring(name.length() + 1);
      } else if (at + 1 < arguments.size()) {
        value = arguments.get(++at);
      }
      if (value.isEmpty()) {
        wrong = name + " needs a value";
      }
      switch (name) {
        case "--home" -> home = value;
        case "--project-root" -> projectRoot = value;
        default -> role = value;
      }
    }
    Globals globals = new Globals(home, projectRoot, role, json, quiet);
    return wrong == null ? new Reading.Read(globals, words) : new Reading.Wrong(globals, wrong);
  }

  private static boolean takesValue(String name) {
    return name.equals("--home") || name.equals("--project-root") || name.equals("--role");
  }
}
