package comity.cli;

import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the other hubs that this one knows. Keys are never shown.",
    footer = "  comity peer list")
final class PeerList implements Command {
  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/peers")
        .outcome(
            "the peers are not known",
            body ->
                new Outcome.Answer(
                    body,
                    Table.lines(
                        Table.objects(body, "peers"),
                        "there are no peers; comity peer add adds one",
                        "match",
                        "url",
                        "key",
                        "allow_private")));
  }
}
