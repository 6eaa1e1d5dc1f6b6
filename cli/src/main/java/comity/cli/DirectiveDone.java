package comity.cli;

import comity.json.JsonObject;
import comity.project.Directives;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Marks a directive that a role received as done, with the time.",
    footer = {
      "  comity directive done S041 --role build",
      "  comity directive done S041 --role build --from DYA/strategy"
    })
final class DirectiveDone implements Command {
  @CommandLine.Parameters(index = "0", paramLabel = "ID", description = "such as S041")
  private String id = "";

  @CommandLine.Option(
      names = "--from",
      paramLabel = "PROJECT/ROLE",
      description = "where it came from, if the role has several of that id")
  private @Nullable String from;

  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          at.actor().role().isEmpty()
              ? Outcome.Failure.usage("a directive is done by a role", "name it with --role")
              : Workplace.outcome(
                  at.desk().done(Optional.empty(), id, Optional.ofNullable(from)),
                  "nothing was done",
                  DirectiveDone::report);
    };
  }

  private static Outcome report(Directives.Finishing.Finished finished) {
    String done = finished.directive().id();
    return new Outcome.Deed(
        JsonObject.empty()
            .with("id", done)
            .with("file", finished.file().toString())
            .with("already", finished.before()),
        List.of(done + (finished.before() ? " was done already" : " is done")));
  }
}
