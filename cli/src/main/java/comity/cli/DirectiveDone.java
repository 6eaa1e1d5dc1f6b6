package comity.cli;

import comity.json.JsonObject;
import comity.project.Directives;
import comity.roles.Directive;
import java.nio.file.Path;
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
    String role = context.globals().role();
    if (role == null) {
      return Outcome.Failure.usage("a directive is done by a role", "name it with --role");
    }
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          switch (at.directives()
              .done(at.project(), role, id, Optional.ofNullable(from), Workplace.now())) {
            case Directives.Finishing.Finished(Directive directive, Path file, boolean before) ->
                new Outcome.Deed(
                    JsonObject.empty()
                        .with("id", directive.id())
                        .with("file", file.toString())
                        .with("already", before),
                    List.of(directive.id() + (before ? " was done already" : " is done")));
            case Directives.Finishing.Refused(Directives.Reason reason, String why, String todo) ->
                Outcome.Failure.of(DirectiveSend.code(reason), "nothing was done", why, todo);
          };
    };
  }
}
