package comity.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a command may use: its surroundings and the global options. */
record Context(Surroundings surroundings, Globals globals) {

  /** Where Comity keeps everything: {@code --home}, {@code COMITY_HOME}, {@code ~/.comity}. */
  Path home() {
    String home = globals.home();
    if (home == null) {
      home = environment("COMITY_HOME");
    }
    return home == null
        ? surroundings.userHome().resolve(".comity")
        : surroundings.folder().resolve(home).normalize();
  }

  /** The variable's value, where it is set and not empty. */
  @Nullable String environment(String name) {
    String value = surroundings.environment().get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Progress, for a person who waits; on standard error. */
  void note(String line) {
    if (!globals.quiet()) {
      surroundings.err().println(surroundings.name() + ": " + line);
    }
  }
}
