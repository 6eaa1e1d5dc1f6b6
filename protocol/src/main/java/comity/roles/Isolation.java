package comity.roles;

import comity.json.JsonObject;
import java.util.Optional;
import java.util.Set;

/**
 * What a role may read and write (ROLE-16). Whoever asks has resolved the path first, and asks
 * again for each other name of the file that it knows.
 */
public final class Isolation {
  private static final Set<String> BUILDERS = Set.of("build", "dev");

  private Isolation() {}

  /** What is to be done with a file. */
  public enum Access {
    READ,
    WRITE
  }

  /** Whether it may be. */
  public sealed interface Verdict {
    /**
     * It may.
     *
     * @param rule the name of the rule that says so
     */
    record Allowed(String rule) implements Verdict {}

    /**
     * It may not.
     *
     * @param rule the name of the rule that forbids it
     * @param reason for a person or an agent
     * @param instead what to do instead
     */
    record Refused(String rule, String reason, String instead) implements Verdict {}

    /** {@code {"allowed","rule"}}, and {@code "reason","instead"} where it may not. */
    default JsonObject toJson() {
      return switch (this) {
        case Allowed(String rule) -> JsonObject.empty().with("allowed", true).with("rule", rule);
        case Refused(String rule, String reason, String instead) ->
            JsonObject.empty()
                .with("allowed", false)
                .with("rule", rule)
                .with("reason", reason)
                .with("instead", instead);
      };
    }
  }

  /**
   * Whether a role may do that.
   *
   * @param role in lower case
   * @param buildsHere whether the boundaries of its file say that sources belong to it
   * @param today the date of today's notes, such as {@code 2026-11-29}
   */
  public static Verdict decide(
      String role, boolean buildsHere, Access access, Place place, String today) {
    return access == Access.READ ? read(role, place) : write(role, buildsHere, place, today);
  }

  /** A name that leads to a file of another memory, or of one that has no gate before it. */
  public static Verdict.Refused memoryLink(String name, String why) {
    return new Verdict.Refused(
        "memory-link",
        name + " " + why,
        "Put the file itself there; nothing of one memory is read or written for another");
  }

  /**
   * Whether memory is no matter of a gate here: what any agent may not, whatever its role (MEM-2,
   * MEM-4). Main's notes are closed while the memory of a group is open, so that nothing of one is
   * read or written in a session of the other.
   *
   * @param groupOpen whether the memory of a group is open in the session
   * @return empty where it may, as far as memory goes
   */
  public static Optional<Verdict.Refused> ofMemory(Access access, Place place, boolean groupOpen) {
    Verdict verdict =
        switch (place) {
          case Place.GatedMemory _ -> gate(access == Access.READ ? "read" : "written");
          case Place.LookAlike(String of) when of.startsWith("memory") -> lookAlike(of);
          case Place.KeptMemory _ -> kept();
          case Place.WorktreeCopy(boolean gated) when gated -> worktreeCopy();
          case Place.DailyNotes _, Place.Notes _, Place.LongTermMemory _ when groupOpen ->
              refused(
                  "group-session",
                  "The notes are main's, and the memory of a group is open",
                  "Use memory_get, memory_search and memory_append for the group, or close it with"
                      + " `comity memory close`");
          case Place.LookAlike _,
              Place.DailyNotes _,
              Place.Notes _,
              Place.LongTermMemory _,
              Place.RoleFileOf _,
              Place.RoleFolder _,
              Place.Rules _,
              Place.Preferences _,
              Place.Sources _,
              Place.GuardSettings _,
              Place.GitFiles _,
              Place.WorktreeCopy _,
              Place.Kept _,
              Place.Outside _ ->
              allowed("no-memory");
        };
    return verdict instanceof Verdict.Refused refused ? Optional.of(refused) : Optional.empty();
  }

  private static Verdict read(String role, Place place) {
    return switch (place) {
      case Place.RoleFileOf(String other) when other.equals(role) -> allowed("own-role-file");
      case Place.RoleFileOf(String other) ->
          refused(
              "other-role-file",
              "The role " + role + " may not read the file of the role " + other,
              "`comity status` shows every role's L0 line; send a directive to ask "
                  + other
                  + " for more");
      case Place.RoleFolder _ ->
          refused(
              "role-folder",
              "Of .muse a role reads its own file only",
              "`comity status` and `comity directive list` show what is meant for it");
      case Place.DailyNotes _, Place.Notes _ -> allowed("notes");
      case Place.GatedMemory _ -> gate("read");
      case Place.LongTermMemory _ -> allowed("long-term-memory");
      case Place.Rules _ -> allowed("rules-file");
      case Place.Preferences _ -> allowed("preferences");
      case Place.Sources _, Place.GuardSettings _, Place.GitFiles _ -> allowed("sources");
      case Place.Outside _ -> outside("read");
      case Place.LookAlike(String of) -> lookAlike(of);
      case Place.WorktreeCopy _ -> worktreeCopy();
      case Place.Kept _, Place.KeptMemory _ -> kept();
    };
  }

  private static Verdict write(String role, boolean buildsHere, Place place, String today) {
    return switch (place) {
      case Place.RoleFileOf(String other) when other.equals(role) -> allowed("own-role-file");
      case Place.RoleFileOf(String other) ->
          refused(
              "other-role-file",
              "The role " + role + " may not write to the file of the role " + other,
              "Write a directive into your own file: `comity directive send --role "
                  + role
                  + " --to "
                  + other
                  + " --title …`");
      case Place.RoleFolder _ ->
          refused(
              "role-folder",
              "A role makes and changes no other files in .muse",
              "Ask the owner, who does so outside a role");
      case Place.DailyNotes(String date) when date.equals(today) -> allowed("todays-notes");
      case Place.DailyNotes _, Place.Notes _ ->
          refused(
              "notes",
              "Of the notes a role writes only today's",
              "Add to memory/" + today + ".md, as `muse_write_memory` does");
      case Place.GatedMemory _ -> gate("written");
      case Place.LongTermMemory _ ->
          refused(
              "long-term-memory",
              "A role writes to MEMORIES.md by auto-capture only",
              "`comity bye` captures what is worth keeping");
      case Place.Rules _ ->
          refused("rules-file", "CLAUDE.md is its owner's to change", "Ask the owner to change it");
      case Place.Preferences _ ->
          refused(
              "preferences",
              "USER.md is its owner's to change",
              "The owner changes it with `comity settings`");
      case Place.Sources _ ->
          BUILDERS.contains(role) || buildsHere
              ? allowed("sources")
              : refused(
                  "sources",
                  "The role " + role + " changes no sources",
                  "Send a directive to the role build, or say in the boundaries of its file that"
                      + " sources belong to it");
      case Place.GuardSettings _ ->
          refused(
              "guard-settings",
              "A role does not change what guards it, nor which servers of tools are started",
              "Ask the owner, who changes the providers' settings outside a role");
      case Place.GitFiles _ ->
          refused(
              "git-files",
              "Hooks and settings in .git run later as the owner, outside every role",
              "Use git's commands; ask the owner to change its hooks or configuration");
      case Place.Outside _ -> outside("write");
      case Place.LookAlike(String of) -> lookAlike(of);
      case Place.WorktreeCopy _ -> worktreeCopy();
      case Place.Kept _, Place.KeptMemory _ -> kept();
    };
  }

  private static Verdict allowed(String rule) {
    return new Verdict.Allowed(rule);
  }

  private static Verdict refused(String rule, String reason, String instead) {
    return new Verdict.Refused(rule, reason, instead);
  }

  private static Verdict gate(String done) {
    return refused(
        "memory-gate",
        "The memory of groups and main is " + done + " through its gate only",
        "Open it with `comity memory open` or the tool memory_open, then use memory_get,"
            + " memory_search or memory_append");
  }

  private static Verdict lookAlike(String of) {
    return refused(
        "look-alike",
        "The name looks like " + of + " and is another",
        "Write the name in plain letters, or give the file another");
  }

  private static Verdict worktreeCopy() {
    return refused(
        "worktree-copy",
        "Roles and memory are those of the main worktree; this is a copy of a branch",
        "Use the file of the same name in the main worktree");
  }

  private static Verdict kept() {
    return refused(
        "comity-home",
        "What Comity keeps is read and changed through its commands only",
        "`comity --help` lists them");
  }

  private static Verdict outside(String what) {
    return refused(
        "outside-project",
        "A role may not " + what + " files outside its project",
        "Work on what lies under the project's root; for another project send a directive to"
            + " PROJECT/ROLE");
  }
}
