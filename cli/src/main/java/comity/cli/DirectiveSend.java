package comity.cli;

import comity.json.JsonObject;
import comity.project.Directives;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Sends a directive from one role to another: it is written into the sender's own file.",
      "The receiver has it after its next pickup. No process needs to run."
    },
    footer = {
      "  comity directive send --role strategy --to BUILD --title 'Cut the release'",
      "  comity directive send --role strategy --to DYA/QA --title 'Retest' --body - < plan.md",
      "  comity directive send --role gm --to ALL --title 'Freeze until Monday'"
    })
final class DirectiveSend implements Command {
  @CommandLine.Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description = "ROLE, PROJECT/ROLE, ALL or PROJECT/ALL")
  private String to = "";

  @CommandLine.Option(
      names = "--title",
      required = true,
      paramLabel = "TEXT",
      description = "one line")
  private String title = "";

  @CommandLine.Option(
      names = "--body",
      paramLabel = "TEXT",
      description = "any text; - reads it from standard input")
  private String body = "";

  @CommandLine.Option(
      names = "--id",
      paramLabel = "ID",
      description = "such as S041, where it is free (default: the next)")
  private @Nullable String id;

  @Override
  public Outcome run(Context context) throws IOException {
    String role = context.globals().role();
    if (role == null) {
      return Outcome.Failure.usage("a directive has a sender", "name its role with --role");
    }
    String text = body.equals("-") ? new Attachments(context.surroundings()).standardInput() : body;
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> sent(at, role, text, context);
    };
  }

  private Outcome sent(Workplace at, String role, String text, Context context) {
    return switch (at.directives()
        .send(at.project(), role, to, title, text, Optional.ofNullable(id))) {
      case Directives.Sending.Sent(String given, Path file, int line, String warning) -> {
        if (!warning.isEmpty()) {
          context.warn(warning);
        }
        List<String> lines = new ArrayList<>();
        lines.add(given + " to " + to + " stands in " + at.shown(file) + ":" + (line + 1));
        yield new Outcome.Deed(
            JsonObject.empty()
                .with("id", given)
                .with("target", to)
                .with("file", file.toString())
                .with("line", line + 1),
            lines);
      }
      case Directives.Sending.Refused(Directives.Reason reason, String why, String todo) ->
          Outcome.Failure.of(code(reason), "the directive was not sent", why, todo);
    };
  }

  static ExitCode code(Directives.Reason reason) {
    return switch (reason) {
      case INVALID -> ExitCode.USAGE;
      case NOT_FOUND -> ExitCode.NOT_FOUND;
      case CONFLICT -> ExitCode.REFUSED;
    };
  }
}
