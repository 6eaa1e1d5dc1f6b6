package comity.tools;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.mcp.ToolAnnotations;
import comity.mcp.ToolResult;
import comity.project.Desk;
import comity.project.Overview;
import comity.project.RoleChanges;
import comity.project.RoleFiles;
import comity.roles.Isolation;
import comity.roles.L0;
import comity.roles.RoleEdit;
import comity.roles.RoleFile;
import comity.roles.Task;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tools about roles and their tasks (ROLE-21). */
final class RoleTools {
  private static final Shape NONE = Shape.object();

  private static final Shape ROLE =
      Shape.object()
          .gives("role", "string")
          .gives("l0", "string")
          .gives("version", "string")
          .gives("top_priority", "string")
          .gives("status_flags", "array")
          .gives("lines", "integer")
          .gives("pending", "integer")
          .gives("open_tasks", "integer");

  private static final Shape TASK =
      Shape.object()
          .gives("number", "integer")
          .gives("state", "string")
          .gives("text", "string")
          .gives("depth", "integer")
          .gives("line", "integer");

  private final Desk desk;

  RoleTools(Desk desk) {
    this.desk = desk;
  }

  List<Offered> all() {
    List<Offered> all = new ArrayList<>(reading());
    all.addAll(tasks());
    return all;
  }

  private List<Offered> reading() {
    return List.of(
        Offered.of(
            "muse_get_status",
            "Project status",
            "Reads the L0 line of every role: its version, top priority and flags, with the number"
                + " of directives that wait for it and of its open tasks.",
            NONE,
            Shape.object().gives("project", "string").gives("roles", ROLE),
            ToolAnnotations.READS,
            _ -> status()),
        Offered.of(
            "muse_list_roles",
            "Roles",
            "Lists the roles of the project with a summary of each.",
            NONE,
            Shape.object().gives("project", "string").gives("roles", ROLE),
            ToolAnnotations.READS,
            _ -> roles()),
        Offered.of(
            "muse_get_role",
            "Role file",
            "Reads a role's file. Under a role only its own may be read.",
            Shape.object().needs("role", "the name of the role, such as build"),
            Shape.object()
                .gives("role", "string")
                .gives("l0", "string")
                .gives("text", "string")
                .gives("tasks", TASK)
                .gives("pending", "integer"),
            ToolAnnotations.READS,
            arguments -> role(Offered.argument(arguments, "role").orElse(""))),
        Offered.of(
            "role_may",
            "Ask before touching a file",
            "Says whether the role of this server may read or write a file, by which rule, and what"
                + " to do instead.",
            Shape.object()
                .needs("access", "what is to be done", "read", "write")
                .needs("path", "the file, absolute or from the project's root"),
            Shape.object()
                .gives("allowed", "boolean")
                .gives("rule", "string")
                .mayGive("reason", "string")
                .mayGive("instead", "string"),
            ToolAnnotations.READS,
            this::may));
  }

  private List<Offered> tasks() {
    return List.of(
        Offered.of(
            "task_list",
            "Tasks",
            "Lists the tasks of a role, done ones too.",
            Shape.object().takes("role", "whose tasks (default: the role of this server)"),
            Shape.object().gives("role", "string").gives("tasks", TASK),
            ToolAnnotations.READS,
            arguments -> tasks(Offered.argument(arguments, "role"))),
        Offered.of(
            "task_add",
            "Add a task",
            "Adds an open task to the task section of a role's file.",
            Shape.object()
                .needs("text", "one line")
                .takes("role", "whose task (default: the role of this server)"),
            Shape.object().gives("role", "string").gives("tasks", TASK),
            ToolAnnotations.ADDS,
            this::add),
        Offered.of(
            "task_set",
            "Set a task",
            "Brings a task to a state. It is named by its number in task_list, or by its text.",
            Shape.object()
                .needs("task", "its number or its whole text")
                .needs("state", "the new state", "open", "started", "done")
                .takes("role", "whose task (default: the role of this server)"),
            Shape.object().gives("role", "string").gives("tasks", TASK),
            new ToolAnnotations(false, false, true, false),
            this::set));
  }

  private ToolResult status() {
    Overview.View view = desk.overview(false).getFirst();
    StringBuilder text = new StringBuilder();
    for (Overview.Line line : view.lines()) {
      text.append(line.role()).append(": ");
      text.append(line.l0().map(L0::line).orElse("(no L0 line)"));
      text.append(line.pending() == 0 ? "" : " 📡 " + line.pending() + " waiting");
      text.append(line.openTasks() == 0 ? "" : " ☐ " + line.openTasks() + " open");
      text.append('\n');
    }
    return ToolResult.of(text.isEmpty() ? "There are no roles." : text.toString(), json(view));
  }

  private ToolResult roles() {
    Overview.View view = desk.overview(false).getFirst();
    StringBuilder text = new StringBuilder();
    for (Overview.Line line : view.lines()) {
      text.append("- ").append(line.role());
      text.append(": ").append(line.l0().map(L0::topPriority).orElse("no L0 line"));
      text.append(" (").append(line.lines()).append(" lines, ");
      text.append(line.pending()).append(" directives pending, ");
      text.append(line.openTasks()).append(" tasks open)\n");
    }
    view.refused()
        .forEach(refused ->
            text.append("- ")
                .append(refused.name())
                .append(": not taken, ")
                .append(refused.why())
                .append('\n'));
    return ToolResult.of(text.isEmpty() ? "There are no roles." : text.toString(), json(view));
  }

  /** Roles at a glance, for a program. */
  static JsonObject json(Overview.View view) {
    return JsonObject.empty()
        .with("project", view.project().name())
        .with("roles", JsonArray.of(view.lines().stream().map(RoleTools::json).toList()));
  }

  private static JsonObject json(Overview.Line line) {
    Optional<L0> l0 = line.l0();
    List<JsonString> flags =
        l0.map(L0::flags).orElse(List.of()).stream().map(JsonString::new).toList();
    return JsonObject.empty()
        .with("role", line.role())
        .with("l0", l0.map(L0::line).orElse(""))
        .with("version", l0.map(L0::version).orElse(""))
        .with("top_priority", l0.map(L0::topPriority).orElse(""))
        .with("status_flags", JsonArray.of(flags))
        .with("lines", line.lines())
        .with("pending", line.pending())
        .with("open_tasks", line.openTasks());
  }

  private ToolResult role(String name) {
    return Offered.result(
        desk.read(name),
        file -> {
          String text = new String(file.bytes(), StandardCharsets.UTF_8);
          return ToolResult.of(
              text,
              JsonObject.empty()
                  .with("role", name)
                  .with("l0", file.l0().map(L0::line).orElse(""))
                  .with("text", text)
                  .with("tasks", json(file.tasks()))
                  .with("pending", file.pending()));
        });
  }

  private ToolResult may(JsonObject arguments) {
    Isolation.Access access =
        arguments.string("access").orElse("").equals("read")
            ? Isolation.Access.READ
            : Isolation.Access.WRITE;
    String path = arguments.string("path").orElse("");
    Isolation.Verdict verdict = desk.may(access, desk.project().root(), path);
    String text =
        switch (verdict) {
          case Isolation.Verdict.Allowed(String rule) -> "Allowed (" + rule + ").";
          case Isolation.Verdict.Refused(String rule, String reason, String instead) ->
              "Not allowed (" + rule + "): " + reason + ". " + instead + ".";
        };
    return ToolResult.of(text, verdict.toJson());
  }

  private ToolResult tasks(Optional<String> named) {
    return Offered.result(
        desk.acting(named).then(name -> desk.read(name).map(file -> tasks(name, file))),
        result -> result);
  }

  private static ToolResult tasks(String role, RoleFile file) {
    StringBuilder text = new StringBuilder();
    List<Task> tasks = file.tasks();
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      text.append(i + 1).append(". ").repeat("  ", task.depth());
      text.append(task.state().word()).append(": ").append(task.text()).append('\n');
    }
    return ToolResult.of(
        text.isEmpty() ? role + " has no tasks." : text.toString(),
        JsonObject.empty().with("role", role).with("tasks", json(tasks)));
  }

  private static JsonArray json(List<Task> tasks) {
    List<JsonObject> all = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      all.add(
          JsonObject.empty()
              .with("number", i + 1)
              .with("state", task.state().word())
              .with("text", task.text())
              .with("depth", task.depth())
              .with("line", task.line() + 1));
    }
    return JsonArray.of(all);
  }

  private ToolResult add(JsonObject arguments) {
    String text = arguments.string("text").orElse("").strip();
    if (text.isEmpty() || text.codePoints().anyMatch(Character::isISOControl)) {
      return ToolResult.error("Not done: a task is one line of text.");
    }
    return Offered.result(
        desk.acting(Offered.argument(arguments, "role"))
            .then(name -> desk.change(name, file -> RoleEdit.addTask(file, text))),
        RoleTools::changed);
  }

  private ToolResult set(JsonObject arguments) {
    String which = arguments.string("task").orElse("");
    Task.State state = Task.State.of(arguments.string("state").orElse(""));
    List<Boolean> found = new ArrayList<>(List.of(false));
    ToolResult result =
        Offered.result(
            desk.acting(Offered.argument(arguments, "role"))
                .then(name ->
                    desk.change(
                        name,
                        file -> {
                          Optional<Task> task = Task.named(file.tasks(), which);
                          found.set(0, task.isPresent());
                          return task.map(each -> RoleEdit.with(file, each, state)).orElse(file);
                        })),
            RoleTools::changed);
    return result.isError() || found.getFirst()
        ? result
        : ToolResult.error("Not done: there is not one task " + which + "; task_list shows them.");
  }

  private static ToolResult changed(RoleChanges.Changing.Changed changed) {
    RoleFiles.Role role = changed.role();
    return tasks(role.name(), changed.file());
  }
}
