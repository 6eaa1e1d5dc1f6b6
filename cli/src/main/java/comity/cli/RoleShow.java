package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.roles.Boundaries;
import comity.roles.L0;
import comity.roles.RoleFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows a role's file.",
      "With --json also what it means: its header, boundaries, tasks and directives."
    },
    footer = {"  comity role show build", "  comity role show build --json"})
final class RoleShow implements Command {
  @CommandLine.Parameters(index = "0", paramLabel = "ROLE", description = "its name")
  private String name = "";

  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          Workplace.outcome(at.desk().read(name), "", file -> shown(at, file));
    };
  }

  private Outcome shown(Workplace at, RoleFile file) {
    String text = new String(file.bytes(), StandardCharsets.UTF_8);
    JsonObject json =
        JsonObject.empty()
            .with("project", at.project().name())
            .with("role", name)
            .with("l0", file.l0().map(L0::line).orElse(""))
            .with("boundaries", boundaries(file.boundaries()))
            .with("tasks", tasks(file))
            .with("open_tasks", file.openTasks())
            .with("text", text);
    return new Outcome.Answer(json, List.of(text.stripTrailing().split("\r\n|\r|\n", -1)));
  }

  private static JsonArray tasks(RoleFile file) {
    List<JsonObject> tasks = new ArrayList<>();
    for (int i = 0; i < file.tasks().size(); i++) {
      tasks.add(file.tasks().get(i).toJson(i + 1));
    }
    return JsonArray.of(tasks);
  }

  private static JsonObject boundaries(Boundaries boundaries) {
    List<JsonObject> elsewhere =
        boundaries.elsewhere().stream()
            .map(other ->
                JsonObject.empty().with("what", other.what()).with("role", other.role().orElse("")))
            .toList();
    return JsonObject.empty()
        .with("here", JsonArray.of(boundaries.here().stream().map(JsonString::new).toList()))
        .with("elsewhere", JsonArray.of(elsewhere));
  }
}
