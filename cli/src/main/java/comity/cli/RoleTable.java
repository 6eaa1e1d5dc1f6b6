package comity.cli;

import comity.json.JsonObject;
import comity.project.Overview;
import comity.roles.L0;
import java.util.List;

/** The roles of a project at a glance (ROLE-5). */
final class RoleTable {
  private RoleTable() {}

  static List<JsonObject> json(Overview.View view) {
    return view.lines().stream().map(RoleTable::json).toList();
  }

  private static JsonObject json(Overview.Line line) {
    return line.toJson().with("file", line.file().toString());
  }

  /** What would be a role and is not taken. */
  static List<String> refusals(Overview.View view) {
    return view.refused().stream()
        .map(refused -> "the role " + refused.name() + " is not taken: " + refused.why())
        .toList();
  }

  static List<String> lines(Overview.View view, int columns) {
    List<JsonObject> rows =
        view.lines().stream()
            .map(line ->
                json(line)
                    .with("flags", line.l0().map(l0 -> String.join(", ", l0.flags())).orElse(""))
                    .with("pending", line.pending() == 0 ? "" : "📡 " + line.pending())
                    .with("tasks", line.openTasks() == 0 ? "" : "☐ " + line.openTasks())
                    .with("top_priority", line.l0().map(L0::topPriority).orElse("no L0 line")))
            .toList();
    return Table.lines(
        rows,
        "there are no roles; a role is a file such as "
            + view.project().roles().resolve("build.md"),
        columns,
        List.of("role", "version", "pending", "tasks", "flags", "top_priority"));
  }
}
