package comity.cli;

import comity.files.Home;
import comity.messages.SafeText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a command may use: its surroundings and the global options. */
record Context(Surroundings surroundings, Globals globals) {

  /** Where Comity keeps everything: {@code --home}, {@code COMITY_HOME}, {@code ~/.comity}. */
  Home home() {
    Path folder = surroundings.folder();
    return Home.locate(
        Optional.ofNullable(globals.home()).map(given -> folder.resolve(given).toString()),
        Optional.ofNullable(environment(Home.VARIABLE)).map(set -> folder.resolve(set).toString()),
        surroundings.userHome());
  }

  /** As it is where no {@code --role} is given. */
  Context withoutRole() {
    return new Context(
        surroundings,
        new Globals(globals.home(), globals.projectRoot(), null, globals.json(), globals.quiet()));
  }

  /** The hub of this home. */
  HubClient hub() {
    String given = globals.home();
    return new HubClient(
        home(), surroundings.name() + (given == null ? "" : " --home " + given) + " up");
  }

  /** The program that is meant by a name without a slash; empty where PATH has none. */
  Optional<Path> onPath(String name) {
    String path = environment("PATH");
    return Stream.of(path == null ? new String[0] : path.split(":", -1))
        .map(each -> surroundings.folder().resolve(each).resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** The variable's value, where it is set and not empty. */
  @Nullable String environment(String name) {
    String value = surroundings.environment().get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** What may be a mistake, although the command goes on; on standard error. */
  void warn(String line) {
    surroundings.err().println(surroundings.name() + ": " + SafeText.shown(line));
  }

  /** Progress, for a person who waits; on standard error. */
  void note(String line) {
    if (!globals.quiet()) {
      surroundings.err().println(surroundings.name() + ": " + SafeText.shown(line));
    }
  }
}
