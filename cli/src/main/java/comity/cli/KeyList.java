package comity.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the keys of this hub; the keys themselves are not stored.",
    footer = "  comity key list")
final class KeyList implements Command {
  @Override
  public Outcome run(Context context) throws IOException {
    return new Listing(
            "/api/keys",
            "keys",
            "the keys are not known",
            "there are no keys; comity key add makes one",
            List.of("id", "name", "from", "created_at", "expires", "revoked_at"))
        .show(context);
  }
}
