package comity.roles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code memory/YYYY-MM-DD.md}: an entry at the end of somebody's work (ROLE-24). */
public final class DailyNotes {
  private static final Pattern DONE =
      Pattern.compile(
          "[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?"
              + "(?:\\[[xX]][ \\t]+|(?:\\*\\*)?(?:done|finished|完成|已完成)(?:\\*\\*)?[ \\t]*[:：](?:\\*\\*)?[ \\t]*)"
              + "(?<text>\\S.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * A role's file with tasks ticked.
   *
   * @param ticked the tasks that were open before
   * @param unknown what no open task says
   */
  public record Ticked(RoleFile file, List<Task> ticked, List<String> unknown) {
    public Ticked {
      ticked = List.copyOf(ticked);
      unknown = List.copyOf(unknown);
    }
  }

  private DailyNotes() {}

  /**
   * Adds an entry, unless the same is there already: whoever was interrupted does it again.
   *
   * @param file empty where there is none
   * @param date of the file, such as {@code 2026-11-30}
   * @param time such as {@code 14:05}
   * @param who the role; empty for the owner
   */
  public static Lines add(Lines file, String date, String time, String who, List<String> entry) {
    if (isThere(file, who, entry)) {
      return file;
    }
    List<String> added = new ArrayList<>();
    int end = Structure.end(file);
    if (file.size() == 0) {
      added.addAll(List.of("# " + date, ""));
    } else if (end > 0 && !file.text(end - 1).isBlank()) {
      added.add("");
    }
    added.add(heading(time, who));
    added.add("");
    added.addAll(entry);
    if (end < file.size()) {
      added.add("");
    }
    return file.insert(end, added);
  }

  private static String heading(String time, String who) {
    return who.isEmpty() ? "## " + time : "## " + time + " " + who;
  }

  private static boolean isThere(Lines file, String who, List<String> entry) {
    List<String> texts = file.texts();
    Pattern heading =
        Pattern.compile("## \\d\\d:\\d\\d" + Pattern.quote(who.isEmpty() ? "" : " " + who));
    for (int line = 0; line + 1 + entry.size() < texts.size(); line++) {
      if (heading.matcher(texts.get(line)).matches()
          && texts.subList(line + 2, line + 2 + entry.size()).equals(entry)) {
        return true;
      }
    }
    return false;
  }

  /** What a text says is done: {@code - [x] …}, {@code Done: …}, {@code 完成：…}. */
  public static List<String> done(Lines text) {
    List<String> done = new ArrayList<>();
    Structure structure = Structure.of(text.texts());
    for (int line = 0; line < text.size(); line++) {
      Matcher matcher = DONE.matcher(text.text(line));
      if (structure.kind(line) == Structure.Kind.TEXT && matcher.matches()) {
        done.add(matcher.group("text").strip());
      }
    }
    return done;
  }

  /** Ticks the open tasks that say what is done, and brings the header up to date. */
  public static Ticked tick(RoleFile file, List<String> done) {
    RoleFile changed = file;
    List<Task> ticked = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    Set<String> before = new HashSet<>();
    for (String what : done) {
      Optional<Task> task =
          changed.tasks().stream()
              .filter(each -> each.state() != Task.State.DONE)
              .filter(each -> Capture.normal(each.text()).equals(Capture.normal(what)))
              .findFirst();
      boolean already =
          changed.tasks().stream()
              .anyMatch(each -> Capture.normal(each.text()).equals(Capture.normal(what)));
      if (task.isPresent()) {
        changed = RoleEdit.with(changed, task.get(), Task.State.DONE);
        ticked.add(task.get());
      } else if (!already && before.add(what)) {
        unknown.add(what);
      }
    }
    return new Ticked(RoleEdit.refreshed(changed), ticked, unknown);
  }
}
