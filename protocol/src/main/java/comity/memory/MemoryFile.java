package comity.memory;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * A file of a scope, by its name from the scope's folder: {@code attention.md}, {@code
 * conventions/api.md}, {@code projects/site.md} (MEM-1).
 */
public final class MemoryFile {
  /** Names of files are no longer on any file system that is in use. */
  private static final int MAX_NAME = 255;

  /** In which files are the sub-layer that another file refers to (MEM-10). */
  public static final String CONVENTIONS = "conventions/";

  private static final String PROJECTS = "projects/";

  private MemoryFile() {}

  /** Why a scope can't have a file of that name; empty where it can. */
  public static Optional<String> problem(Scope scope, String name) {
    String folder = folder(scope);
    String own = name.startsWith(folder) ? name.substring(folder.length()) : name;
    if (own.contains("/") || own.contains("\\")) {
      return Optional.of(
          "it is neither in the scope's folder nor in " + folder + " (write it from there)");
    }
    if (!own.endsWith(".md") || own.length() == 3) {
      return Optional.of("it is no Markdown file (NAME.md)");
    }
    if (own.startsWith(".") || own.startsWith("-")) {
      return Optional.of("a name begins with neither a dot nor a hyphen");
    }
    if (own.getBytes(StandardCharsets.UTF_8).length > MAX_NAME) {
      return Optional.of("the name is longer than " + MAX_NAME + " bytes");
    }
    if (own.codePoints().anyMatch(MemoryFile::isOdd)) {
      return Optional.of("the name has a sign that the name of a file should not have");
    }
    return Optional.empty();
  }

  private static boolean isOdd(int sign) {
    return Character.isISOControl(sign)
        || Character.getType(sign) == Character.FORMAT
        || "<>:\"|?*".indexOf(sign) >= 0;
  }

  private static String folder(Scope scope) {
    return switch (scope) {
      case Scope.Group _ -> CONVENTIONS;
      case Scope.Main _ -> PROJECTS;
    };
  }

  /** Whether it is of the sub-layer, which only the file that refers to it opens. */
  public static boolean isConvention(Scope scope, String name) {
    return scope instanceof Scope.Group && name.startsWith(CONVENTIONS);
  }

  /** The priority of a file that the index does not name. */
  static Priority usual(Scope scope, String name) {
    Set<String> second = Set.of("project.md", "longterm.md");
    Set<String> third = Set.of("experience.md", "daily-synced.md");
    if (name.equals("attention.md")) {
      return Priority.P0;
    }
    if (second.contains(name)) {
      return Priority.P1;
    }
    if (third.contains(name) || isConvention(scope, name)) {
      return Priority.P2;
    }
    return Priority.P3;
  }
}
