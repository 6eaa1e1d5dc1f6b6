package comity.roles;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a file of a project is to the rules of ROLE-16. A name that some file system takes for a
 * protected one, in other case or another Unicode form, counts as the protected one.
 */
public sealed interface Place {
  /** {@code .muse/ROLE.md}. */
  record RoleFileOf(String role) implements Place {}

  /** Anything else in {@code .muse}: its configuration, its archive. */
  record RoleFolder() implements Place {}

  /** {@code memory/YYYY-MM-DD.md}. */
  record DailyNotes(String date) implements Place {}

  /**
   * {@code memory/groups}, {@code memory/main} and {@code MEMORY.md}, which lie behind the gate.
   */
  record GatedMemory() implements Place {}

  /** Anything else in {@code memory}. */
  record Notes() implements Place {}

  /** {@code MEMORIES.md}. */
  record LongTermMemory() implements Place {}

  /** {@code CLAUDE.md}. */
  record Rules() implements Place {}

  /** {@code USER.md}. */
  record Preferences() implements Place {}

  /** All else under the root: sources and docs. */
  record Sources() implements Place {}

  /** Not in the project. */
  record Outside() implements Place {}

  /**
   * The place of a path.
   *
   * @param segments from the project's root, resolved: no {@code .} and {@code ..}, no symlink
   */
  static Place of(List<String> segments) {
    if (segments.isEmpty()) {
      return new Sources();
    }
    String first = fold(segments.getFirst());
    if (first.equals(".muse")) {
      String name = segments.size() == 2 ? fold(segments.get(1)) : "";
      return name.endsWith(".md") && !name.equals("paths.md") && name.length() > 3
          ? new RoleFileOf(name.substring(0, name.length() - 3))
          : new RoleFolder();
    }
    if (first.equals("memory")) {
      return memory(segments.stream().skip(1).map(Place::fold).toList());
    }
    if (segments.size() > 1) {
      return new Sources();
    }
    return switch (first) {
      case "memories.md" -> new LongTermMemory();
      case "memory.md" -> new GatedMemory();
      case "claude.md" -> new Rules();
      case "user.md" -> new Preferences();
      default -> new Sources();
    };
  }

  private static Place memory(List<String> inside) {
    if (inside.isEmpty()) {
      return new Notes();
    }
    String first = inside.getFirst();
    if (first.equals("groups") || first.equals("main") || first.equals("group_names.json")) {
      return new GatedMemory();
    }
    if (inside.size() == 1 && DATED.matcher(first).matches()) {
      return new DailyNotes(first.substring(0, first.length() - 3));
    }
    return new Notes();
  }

  Pattern DATED = Pattern.compile("\\d{4}-\\d{2}-\\d{2}\\.md");

  /** One spelling for names that some file system takes for the same. */
  static String fold(String name) {
    String plain = Normalizer.normalize(name, Normalizer.Form.NFKC);
    StringBuilder kept = new StringBuilder();
    plain
        .codePoints()
        .filter(c -> Character.getType(c) != Character.FORMAT && !isVariation(c))
        .forEach(kept::appendCodePoint);
    String folded = kept.toString().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    // Windows drops dots and blanks at a name's end.
    return folded.replaceAll("(?<=.)[. ]+$", "");
  }

  private static boolean isVariation(int c) {
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
  }
}
