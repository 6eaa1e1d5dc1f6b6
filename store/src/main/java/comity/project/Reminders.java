package comity.project;

import comity.roles.Directive;
import comity.roles.Lint;
import comity.roles.RoleFile;
import java.util.ArrayList;
import java.util.List;

/** What whoever ends the work is told to think of (ROLE-24). */
final class Reminders {
  private final List<String> lines = new ArrayList<>();

  Reminders(Farewell.Written written) {
    written.unknown().forEach(what -> lines.add("no open task says: " + what));
    if (written.over() > 0) {
      lines.add(
          written.over()
              + " more marked lines were not kept in MEMORIES.md; they are in the notes, from which"
              + " comity distill takes them");
    }
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  void nothingSaid() {
    lines.addFirst("there was no summary, so that nothing was noted");
  }

  /**
   * What is open in a role's file.
   *
   * @param waiting how many directives are to be picked up
   */
  void ofRole(String role, RoleFile file, int waiting) {
    if (waiting > 0) {
      lines.add(
          amount(waiting, "directive waits", "directives wait")
              + " to be picked up: comity resume "
              + role);
    }
    for (Directive directive : file.received()) {
      if (directive.isPending()) {
        lines.add(
            directive.id()
                + " is not done: "
                + directive.title()
                + " (comity directive done "
                + directive.id()
                + " --role "
                + role
                + ")");
      }
    }
    if (file.openTasks() > 0) {
      lines.add(amount(file.openTasks(), "task is open", "tasks are open"));
    }
    if (file.lines().size() > Lint.MAX_LINES) {
      lines.add(
          ".muse/"
              + role
              + ".md has "
              + file.lines().size()
              + " lines; move what is done to .muse/archive/");
    }
  }

  private static String amount(long number, String one, String more) {
    return number + " " + (number == 1 ? one : more);
  }
}
