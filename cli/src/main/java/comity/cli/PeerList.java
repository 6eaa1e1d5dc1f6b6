package comity.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the other hubs that this one knows. Keys are never shown.",
    footer = "  comity peer list")
final class PeerList implements Command {
  @Override
  public Outcome run(Context context) throws IOException {
    return new Listing(
            "/api/peers",
            "peers",
            "the peers are not known",
            "there are no peers; comity peer add adds one",
            List.of("match", "url", "key", "allow_private"))
        .show(context);
  }
}
