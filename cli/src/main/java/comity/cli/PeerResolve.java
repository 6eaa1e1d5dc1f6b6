package comity.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Shows where messages to an agent would go, and which rule decided.",
    footer = "  comity peer resolve agent://example.org/qa")
final class PeerResolve implements Command {
  @CommandLine.Parameters(
      paramLabel = "URI",
      converter = Forms.Address.class,
      description = "agent://authority/agent-id")
  private String uri = "";

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/resolve?uri=" + HubClient.encoded(uri))
        .outcome(
            uri + " was not resolved",
            body ->
                new Outcome.Answer(
                    body,
                    List.of(Table.text(body, "url") + "  (" + Table.text(body, "rule") + ")")));
  }
}
