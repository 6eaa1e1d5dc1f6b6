package comity.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The modules and which package belongs to which, as the design has them. */
final class Layout {

  /**
   * One module.
   *
   * @param packages the packages it may have
   * @param leastClasses fewer classes than this mean that a rule did not look where it should
   */
  record Module(String name, List<String> packages, int leastClasses) {}

  /** Each may use those before it. */
  static final List<Module> MODULES =
      List.of(
          new Module(
              "protocol",
              packages(
                  "messages",
                  "sessions",
                  "roles",
                  "memory",
                  "terminal",
                  "control",
                  "guard",
                  "frames",
                  "mcp",
                  "json"),
              60),
          new Module(
              "store",
              packages(
                  "files",
                  "hookfiles",
                  "store",
                  "search",
                  "sessionfiles",
                  "meaning",
                  "project",
                  "recall",
                  "tokens"),
              25),
          new Module("host", packages("pty", "host", "panes"), 30),
          new Module("hub", packages("hub", "http", "tools", "bridge", "runner"), 50),
          new Module("cli", packages("cli"), 60));

  private Layout() {}

  private static List<String> packages(String... rooms) {
    return Stream.of(rooms).map(room -> "comity." + room).toList();
  }

  /** The checkout: tests run in the folder of their module. */
  static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  /** The Java sources of all modules, their tests included. */
  static List<Path> sources() throws IOException {
    try (Stream<Path> children = Files.list(root())) {
      List<Path> roots =
          children.map(child -> child.resolve("src")).filter(Files::isDirectory).sorted().toList();
      return roots.stream().flatMap(Layout::javaFiles).toList();
    }
  }

  private static Stream<Path> javaFiles(Path root) {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
