package comity.roles;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a file of a project is to the rules of ROLE-16. A name that some file system takes for a
 * protected one, in other case or another Unicode form, counts as the protected one, and is refused
 * where that is not the file itself.
 */
public sealed interface Place {
  /** {@code .muse/ROLE.md}. */
  record RoleFileOf(String role) implements Place {}

  /** Anything else in {@code .muse}: its configuration, its archive. */
  record RoleFolder() implements Place {}

  /** {@code memory/YYYY-MM-DD.md}. */
  record DailyNotes(String date) implements Place {}

  /**
   * {@code memory/groups}, {@code memory/main}, {@code memory/flush-state.json} and {@code
   * MEMORY.md}, which lie behind the gate.
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

  /**
   * Where a provider finds the hook that guards its tools, and the servers of tools that it starts.
   */
  record GuardSettings() implements Place {}

  /** {@code .git} and what is in it. */
  record GitFiles() implements Place {}

  /** A name that a person or another file system takes for a protected one. */
  record LookAlike(String of) implements Place {}

  /**
   * The roles and memory that a linked git worktree has a copy of.
   *
   * @param gated whether it is of memory that lies behind the gate
   */
  record WorktreeCopy(boolean gated) implements Place {}

  /** What Comity's home keeps of memories: sessions, receipts, indexes of searches. */
  record KeptMemory() implements Place {}

  /** What Comity keeps of itself: its home. */
  record Kept() implements Place {}

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
    String first = Names.known(segments.getFirst()).orElse("");
    boolean plain = Names.isPlain(segments.getFirst(), first);
    boolean top = segments.size() == 1;
    return switch (first) {
      case ".muse" -> plain ? role(segments) : new LookAlike(first);
      case "memory" -> plain ? memory(segments.subList(1, segments.size())) : new LookAlike(first);
      case "memories.md" -> top ? known(plain, first, new LongTermMemory()) : new Sources();
      case "memory.md" -> top ? known(plain, first, new GatedMemory()) : new Sources();
      case "claude.md" -> top ? known(plain, first, new Rules()) : new Sources();
      case "user.md" -> top ? known(plain, first, new Preferences()) : new Sources();
      default -> elsewhere(segments);
    };
  }

  private static Place known(boolean plain, String name, Place place) {
    return plain ? place : new LookAlike(name);
  }

  private static Place elsewhere(List<String> segments) {
    List<String> names = segments.stream().map(Names::skeleton).toList();
    if (names.contains(".git")) {
      return new GitFiles();
    }
    return GuardFiles.has(names) ? new GuardSettings() : new Sources();
  }

  private static Place role(List<String> segments) {
    if (segments.size() != 2) {
      return new RoleFolder();
    }
    String name = Names.inOneCase(segments.get(1));
    boolean isRole = name.endsWith(".md") && name.length() > 3;
    return isRole && !Names.skeleton(name).equals("paths.md")
        ? new RoleFileOf(name.substring(0, name.length() - 3))
        : new RoleFolder();
  }

  private static Place memory(List<String> inside) {
    if (inside.isEmpty()) {
      return new Notes();
    }
    String first = Names.skeleton(inside.getFirst());
    if (first.equals("groups")
        || first.equals("main")
        || first.equals("group_names.json")
        || first.startsWith("flush-state.json")) {
      return new GatedMemory();
    }
    String raw = inside.getFirst();
    return inside.size() == 1 && DATED.matcher(raw).matches()
        ? new DailyNotes(raw.substring(0, raw.length() - 3))
        : new Notes();
  }

  Pattern DATED = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}\\.md");
}
