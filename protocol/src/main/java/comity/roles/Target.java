package comity.roles;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whom a directive is for (ROLE-10): {@code ROLE}, {@code PROJECT/ROLE}, {@code ALL} or {@code
 * PROJECT/ALL}. Names are compared without regard to case; they stand here as they were written.
 *
 * @param project empty for the project in which the directive stands
 */
public record Target(Optional<String> project, String role) {
  private static final String ALL = "ALL";

  /** No longer than the name of a file can be. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,254}");

  /** Reads a target; empty where it is none. */
  public static Optional<Target> read(String text) {
    String[] parts = text.strip().split("/", -1);
    for (String part : parts) {
      if (!NAME.matcher(part).matches()) {
        return Optional.empty();
      }
    }
    return switch (parts.length) {
      case 1 -> Optional.of(new Target(Optional.empty(), parts[0]));
      case 2 -> Optional.of(new Target(Optional.of(parts[0]), parts[1]));
      default -> Optional.empty();
    };
  }

  /** Whether it is for each role of its project. */
  public boolean isForAll() {
    return role.equalsIgnoreCase(ALL);
  }

  /**
   * Whether a directive that stands in {@code home} is for this role.
   *
   * @param home the project of the file in which the directive stands
   */
  public boolean isFor(String home, String project, String role) {
    return fold(this.project.orElse(home)).equals(fold(project))
        && (isForAll() || fold(this.role).equals(fold(role)));
  }

  /** One spelling for names that are the same but for case. */
  public static String fold(String name) {
    return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return project.map(name -> name + "/").orElse("") + role;
  }
}
