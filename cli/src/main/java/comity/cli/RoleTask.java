package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.RoleFiles;
import comity.roles.RoleEdit;
import comity.roles.RoleFile;
import comity.roles.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Lists the tasks of a role, or of all roles; adds one, or brings one to another state.",
      "A task is named by its number in the list, or by its text."
    },
    footer = {
      "  comity role task",
      "  comity role task build --add 'Measure the start'",
      "  comity role task build --done 2",
      "  comity role task build --start 'Measure the start'"
    })
final class RoleTask implements Command {
  @CommandLine.Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ROLE",
      description = "its name (default: --role, else all)")
  private @Nullable String name;

  @CommandLine.Option(names = "--add", paramLabel = "TEXT", description = "add an open task")
  private @Nullable String add;

  @CommandLine.Option(names = "--done", paramLabel = "N|TEXT", description = "it is done")
  private @Nullable String done;

  @CommandLine.Option(names = "--start", paramLabel = "N|TEXT", description = "it is under way")
  private @Nullable String start;

  @CommandLine.Option(names = "--open", paramLabel = "N|TEXT", description = "it is open again")
  private @Nullable String open;

  @CommandLine.Option(names = "--all", description = "list those that are done too")
  private boolean all;

  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> {
        String role = name == null ? at.actor().role().orElse(null) : name;
        if (add == null && done == null && start == null && open == null) {
          yield listed(at, role, context);
        }
        if (role == null) {
          yield Outcome.Failure.usage("a task belongs to a role", "name it");
        }
        yield changed(at, role, context);
      }
    };
  }

  private Outcome changed(Workplace at, String role, Context context) {
    if (add != null && (add.isBlank() || add.codePoints().anyMatch(Character::isISOControl))) {
      return Outcome.Failure.usage("a task is one line of text", "give --add TEXT");
    }
    List<String> unknown = new ArrayList<>();
    return Workplace.outcome(
        at.desk().change(role, file -> changed(file, unknown)),
        "nothing was changed",
        changed ->
            unknown.isEmpty()
                ? report(List.of(changed.role().name()), List.of(changed.file()), context, true)
                : Outcome.Failure.of(
                    ExitCode.NOT_FOUND,
                    "nothing was changed",
                    changed.role().name() + " has not one task " + String.join(", ", unknown),
                    "comity role task " + changed.role().name() + " --all lists them"));
  }

  private RoleFile changed(RoleFile file, List<String> unknown) {
    unknown.clear();
    RoleFile changed = brought(file, done, Task.State.DONE, unknown);
    changed = brought(changed, start, Task.State.STARTED, unknown);
    changed = brought(changed, open, Task.State.OPEN, unknown);
    if (!unknown.isEmpty()) {
      return file;
    }
    return add == null ? changed : RoleEdit.addTask(changed, add.strip());
  }

  private static RoleFile brought(
      RoleFile file, @Nullable String which, Task.State state, List<String> unknown) {
    if (which == null) {
      return file;
    }
    Optional<Task> task = Task.named(file.tasks(), which);
    if (task.isEmpty()) {
      unknown.add(which);
      return file;
    }
    return task.get().state() == state ? file : RoleEdit.with(file, task.get(), state);
  }

  private Outcome listed(Workplace at, @Nullable String role, Context context) {
    List<String> names = new ArrayList<>();
    List<RoleFile> files = new ArrayList<>();
    if (role == null) {
      for (RoleFiles.Role each : at.roles().list().roles()) {
        names.add(each.name());
        files.add(RoleFiles.read(each));
      }
      return report(names, files, context, all);
    }
    return Workplace.outcome(
        at.desk().read(role), "", file -> report(List.of(role), List.of(file), context, all));
  }

  private static Outcome report(
      List<String> names, List<RoleFile> files, Context context, boolean withDone) {
    List<JsonObject> rows = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      List<Task> tasks = files.get(i).tasks();
      for (int number = 0; number < tasks.size(); number++) {
        Task task = tasks.get(number);
        if (withDone || task.state() != Task.State.DONE) {
          rows.add(task.toJson(number + 1).with("role", names.get(i)));
        }
      }
    }
    List<JsonObject> shown =
        rows.stream()
            .map(row -> row.with("task", "  ".repeat(depth(row)) + row.string("text").orElse("")))
            .toList();
    return new Outcome.Answer(
        JsonObject.empty().with("tasks", JsonArray.of(rows)),
        Table.lines(
            shown,
            "there are no open tasks",
            context.surroundings().columns(),
            List.of("role", "number", "state", "task")));
  }

  private static int depth(JsonObject row) {
    return Integer.parseInt(Table.text(row, "depth"));
  }
}
