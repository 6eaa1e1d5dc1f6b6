package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Edits of a role file. Each gives the whole file anew, with no line changed but those it is about.
 */
public final class RoleEdit {
  private static final String RECEIVED_TITLE = "## 📡 Received Directives";
  private static final String RECEIVED_TITLE_ZH = "## 📡 已接收战略指令";
  private static final String SENT_TITLE = "## 📡 Directives";
  private static final String SENT_TITLE_ZH = "## 📡 战略指令";
  private static final String TASKS_TITLE = "## 🎯 TODO";
  private static final String TASKS_TITLE_ZH = "## ⏳ 待办";

  /** Asks for an emoji as a picture; it may stand behind one. */
  private static final String VARIATION = "\uFE0F";

  private RoleEdit() {}

  /**
   * Sets a field of the header (ROLE-6). A file without a header gets one as its first line.
   *
   * @throws IllegalArgumentException where the value can't stand in a header
   */
  public static RoleFile withL0(RoleFile file, L0.Field field, String value) {
    if (file.l0().isPresent()) {
      return RoleFile.of(file.lines().with(0, file.l0().get().with(field, value)));
    }
    String header = L0.read("<!-- L0:  |  |  -->").orElseThrow().with(field, value);
    return RoleFile.of(file.lines().insert(0, List.of(header)));
  }

  /**
   * Sets one of Comity's own flags to a number (ROLE-6); all other flags stay as they are.
   *
   * @param add whether a flag that is not there is added; otherwise the file then stays as it is
   */
  public static RoleFile withCount(RoleFile file, L0.Count flag, long number, boolean add) {
    if (file.l0().isEmpty()) {
      return file;
    }
    Optional<String> changed = file.l0().get().with(flag, number, add);
    return changed.isEmpty() ? file : RoleFile.of(file.lines().with(0, changed.get()));
  }

  /** Brings Comity's own flags, where the header has them, to what the file says now (ROLE-6). */
  public static RoleFile refreshed(RoleFile file) {
    return withCount(
        withCount(file, L0.Count.DIRECTIVES, file.pending(), false),
        L0.Count.TASKS,
        file.openTasks(),
        false);
  }

  /**
   * Adds a directive to others, behind the last one there (ROLE-12).
   *
   * @param title one line
   * @param body any text; its lines end with line feeds
   */
  public static RoleFile send(RoleFile file, String id, Target target, String title, String body) {
    List<String> written = Directive.write(id, target.toString(), Optional.empty(), title, body);
    List<Directive> sent = file.sent();
    if (!sent.isEmpty()) {
      return after(file, sent.getLast().to(), written);
    }
    Optional<Section> received = file.section(Section.Kind.RECEIVED);
    String heading = isChinese(file) ? SENT_TITLE_ZH : SENT_TITLE;
    if (received.isEmpty()) {
      return atEnd(file, heading, written);
    }
    List<String> section = new ArrayList<>(List.of(heading, ""));
    section.addAll(written);
    section.add("");
    int at = received.get().from();
    if (at > 0 && !file.lines().text(at - 1).isBlank()) {
      section.addFirst("");
    }
    return RoleFile.of(file.lines().insert(at, section));
  }

  /**
   * Adds a directive from another role to the received ones, pending (ROLE-13).
   *
   * @param from where it stands
   */
  public static RoleFile receive(RoleFile file, Directive directive, Pickup.Source from) {
    List<String> written =
        Directive.write(
            directive.id(),
            directive.target().toString(),
            Optional.of(from.from()),
            directive.title(),
            directive.body());
    Optional<Section> received = file.section(Section.Kind.RECEIVED);
    if (received.isEmpty()) {
      return atEnd(file, isChinese(file) ? RECEIVED_TITLE_ZH : RECEIVED_TITLE, written);
    }
    int end = received.get().to();
    while (end > received.get().from() + 1 && file.lines().text(end - 1).isBlank()) {
      end--;
    }
    return after(file, end, written);
  }

  /**
   * Turns the mark of a directive to ✅ with the time behind it (ROLE-13, ROLE-14).
   *
   * @param time as it is to be written, without parentheses
   */
  public static RoleFile done(RoleFile file, Directive directive, String time) {
    if (!directive.takenBy().isEmpty()) {
      String names = names(file, directive);
      return RoleFile.of(
          file.lines()
              .with(directive.line(), names, Directive.Mark.DONE.sign() + " (" + time + ")"));
    }
    return RoleFile.of(
        file.lines()
            .with(
                directive.line(),
                mark(file, directive),
                Directive.Mark.DONE.sign() + " (" + time + ")"));
  }

  /** Writes behind the mark of a directive to all that this role has taken it (ROLE-10). */
  public static RoleFile taken(RoleFile file, Directive directive, String role) {
    List<String> by = new ArrayList<>(directive.takenBy());
    by.add(role);
    String old = directive.takenBy().isEmpty() ? mark(file, directive) : names(file, directive);
    String line = file.lines().text(directive.line());
    int end = line.indexOf(old) + old.length();
    boolean joined = end < line.length() && !Character.isWhitespace(line.charAt(end));
    String names = " (" + String.join(", ", by) + ")" + (joined ? " " : "");
    String changed = directive.mark().sign() + names;
    return RoleFile.of(file.lines().with(directive.line(), old, changed));
  }

  /** The mark as it stands, with a variation selector or without. */
  private static String mark(RoleFile file, Directive directive) {
    String mark = directive.mark().sign();
    String selected = mark + VARIATION;
    return file.lines().text(directive.line()).contains(selected) ? selected : mark;
  }

  /** The mark and the names behind it, as they stand. */
  private static String names(RoleFile file, Directive directive) {
    String line = file.lines().text(directive.line());
    int from = line.indexOf(directive.mark().sign());
    int to = from;
    while (line.charAt(to) != ')' && line.charAt(to) != '）') {
      to++;
    }
    return line.substring(from, to + 1);
  }

  /** Brings a task to a state (ROLE-8). */
  public static RoleFile with(RoleFile file, Task task, Task.State state) {
    String box = Task.box(file.lines().text(task.line()));
    return RoleFile.of(file.lines().with(task.line(), box, Task.box(box, state)));
  }

  /** Adds an open task behind the last of the task section, which is made where it is missing. */
  public static RoleFile addTask(RoleFile file, String text) {
    Optional<Section> section = file.section(Section.Kind.TASKS);
    if (section.isEmpty()) {
      return atEnd(file, isChinese(file) ? TASKS_TITLE_ZH : TASKS_TITLE, List.of("- [ ] " + text));
    }
    Optional<Task> last =
        file.tasks().stream()
            .filter(task -> task.line() < section.get().to())
            .reduce((_, next) -> next);
    if (last.isPresent()) {
      String first = file.lines().text(file.tasks().getFirst().line());
      String bullet = first.substring(0, first.indexOf(Task.box(first)));
      String box = Task.box(Task.box(first), Task.State.OPEN);
      String line = (bullet.isBlank() ? "- " : bullet) + box + " " + text;
      return RoleFile.of(file.lines().insert(last.get().line() + 1, List.of(line)));
    }
    int end = section.get().to();
    while (end > section.get().from() + 1 && file.lines().text(end - 1).isBlank()) {
      end--;
    }
    return after(file, end, List.of("- [ ] " + text));
  }

  /** Lines behind that line, parted by an empty one from what is around them. */
  private static RoleFile after(RoleFile file, int at, List<String> lines) {
    List<String> parted = new ArrayList<>();
    if (at > 0 && !file.lines().text(at - 1).isBlank()) {
      parted.add("");
    }
    parted.addAll(lines);
    if (at < file.lines().size() && !file.lines().text(at).isBlank()) {
      parted.add("");
    }
    return RoleFile.of(file.lines().insert(at, parted));
  }

  private static RoleFile atEnd(RoleFile file, String heading, List<String> lines) {
    List<String> section = new ArrayList<>(List.of(heading, ""));
    section.addAll(lines);
    return after(file, file.lines().size(), section);
  }

  /** Whether its headings are Chinese, so that new ones are too. */
  private static boolean isChinese(RoleFile file) {
    return file.sections().stream()
        .anyMatch(section -> section.title().codePoints().anyMatch(Character::isIdeographic));
  }
}
