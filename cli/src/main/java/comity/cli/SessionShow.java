package comity.cli;

import comity.frames.Ask;
import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Shows all that is known of a session.",
    footer = "  comity session show api")
final class SessionShow implements Command {
  @CommandLine.Parameters(
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name")
  private String session = "";

  @Override
  public Outcome run(Context context) throws IOException {
    return SessionHosts.with(
        SessionHosts.started(context),
        host ->
            SessionHosts.outcome(
                host.ask(new Ask.Show(session)),
                shown ->
                    new Outcome.Answer(
                        shown,
                        shown.members().keySet().stream()
                            .map(key -> "%-16s %s".formatted(key, Table.cell(shown, key)))
                            .toList())));
  }
}
