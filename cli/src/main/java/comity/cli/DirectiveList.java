package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Lists the directives of a project: what its roles sent, and what they received.",
      "With --role only what that role sent, has received, or has waiting for it anywhere. The state"
          + " is pending or delivered where a directive was sent, pending or done where it was"
          + " received, and waiting where it is still to be picked up."
    },
    footer = {
      "  comity directive list --role build --pending",
      "  comity directive list --all",
      "  comity directive list --json"
    })
final class DirectiveList implements Command {
  @CommandLine.Option(names = "--pending", description = "leave out what is delivered or done")
  private boolean pending;

  @CommandLine.Option(names = "--all", description = "of all known projects")
  private boolean all;

  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> listed(at, context);
    };
  }

  private Outcome listed(Workplace at, Context context) {
    return Workplace.outcome(
        at.desk().directives(Optional.empty(), all),
        "the directives are not listed",
        listed -> {
          List<JsonObject> rows =
              listed.stream()
                  .filter(each -> !pending || each.state().matches("pending|waiting"))
                  .map(each -> each.standing().toJson(each.state()))
                  .toList();
          return new Outcome.Answer(
              JsonObject.empty().with("directives", JsonArray.of(rows)),
              Table.lines(
                  rows.stream().map(row -> row.with("where", where(at, row))).toList(),
                  pending ? "nothing is pending" : "there are no directives",
                  context.surroundings().columns(),
                  List.of("id", "status", "target", "where", "title")));
        });
  }

  private static String where(Workplace at, JsonObject row) {
    return at.shown(Path.of(row.string("file").orElse(""))) + ":" + Table.text(row, "line");
  }
}
