package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.project.Directives;
import comity.project.Pickups;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          at.actor().role().isEmpty()
              ? Outcome.Failure.usage("directives wait for a role", "name it with --role")
              : Workplace.outcome(
                  at.desk().pickup(Optional.empty()),
                  "nothing was picked up",
                  picked -> report(picked, at.actor().role().get(), context));
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
                        .map(standing -> standing.toJson("delivered"))
                        .toList())),
        lines);
  }
}
