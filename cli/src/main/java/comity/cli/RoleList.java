package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.Overview;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Lists the roles of a project: each is a file in .muse.",
      "PENDING is what waits for a role and what it received and has not done."
    },
    footer = "  comity role list")
final class RoleList implements Command {
  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> {
        Overview.View view = at.overview(List.of(at.project())).getFirst();
        RoleTable.refusals(view).forEach(context::warn);
        yield new Outcome.Answer(
            JsonObject.empty()
                .with("project", view.project().name())
                .with("roles", JsonArray.of(RoleTable.json(view))),
            RoleTable.lines(view, context.surroundings().columns()));
      }
    };
  }
}
