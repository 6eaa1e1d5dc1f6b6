package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.project.Directives;
import comity.project.Pickups;
import comity.project.RoleFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Picks up the directives that wait for a role, in its own project and all known ones.",
      "Each is written into the role's file, and marked as delivered where it stood. Whatever is"
          + " killed in between, each arrives once."
    },
    footer = "  comity directive pickup --role build")
final class DirectivePickup implements Command {
  @Override
  public Outcome run(Context context) {
    String role = context.globals().role();
    if (role == null) {
      return Outcome.Failure.usage("directives wait for a role", "name it with --role");
    }
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          switch (at.directives().pickup(at.project(), role, Workplace.now())) {
            case Pickups.Outcome.PickedUp picked -> report(picked, role, context);
            case Pickups.Outcome.NoRole(List<String> others) -> at.noRole(role, others);
            case Pickups.Outcome.NotTaken(RoleFiles.Refused refused) -> Workplace.notTaken(refused);
            case Pickups.Outcome.NoPlace(Path file) ->
                Outcome.Failure.of(
                    ExitCode.REFUSED,
                    "nothing was picked up",
                    file + " has an open code fence or comment, in which nothing counts",
                    "close it; comity check " + role + " says where it begins");
          };
    };
  }

  private static Outcome report(Pickups.Outcome.PickedUp picked, String role, Context context) {
    picked.notFollowed().forEach(context::warn);
    List<JsonString> ids = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (Directives.Standing standing : picked.taken()) {
      ids.add(new JsonString(standing.directive().id()));
      lines.add(
          standing.directive().id()
              + "  from "
              + standing.project().name()
              + "/"
              + standing.role()
              + "  "
              + standing.directive().title());
    }
    if (lines.isEmpty()) {
      lines.add("nothing waits for " + role);
    }
    return new Outcome.Answer(
        JsonObject.empty()
            .with("picked_up", JsonArray.of(ids))
            .with(
                "directives",
                JsonArray.of(
                    picked.taken().stream()
                        .map(standing -> DirectiveList.json(standing, "delivered"))
                        .toList())),
        lines);
  }
}
