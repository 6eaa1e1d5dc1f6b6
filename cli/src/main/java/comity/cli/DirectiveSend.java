package comity.cli;

import comity.json.JsonObject;
import comity.project.Directives;
import java.io.IOException;
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
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> {
        if (at.actor().role().isEmpty()) {
          yield Outcome.Failure.usage("a directive has a sender", "name its role with --role");
        }
        String text =
            body.equals("-") ? new Attachments(context.surroundings()).standardInput() : body;
        yield Workplace.outcome(
            at.desk().send(Optional.empty(), to.strip(), title, text, Optional.ofNullable(id)),
            "the directive was not sent",
            sent -> sent(at, sent, context));
      }
    };
  }

  private Outcome sent(Workplace at, Directives.Sending.Sent sent, Context context) {
    if (!sent.warning().isEmpty()) {
      context.warn(sent.warning());
    }
    int line = sent.line() + 1;
    return new Outcome.Deed(
        JsonObject.empty()
            .with("id", sent.id())
            .with("target", to.strip())
            .with("file", sent.file().toString())
            .with("line", line),
        List.of(
            sent.id() + " to " + to.strip() + " stands in " + at.shown(sent.file()) + ":" + line));
  }
}
