package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Takes a key back; it is refused from the next request on.",
    footer = "  comity key revoke laptop")
final class KeyRevoke implements Command {
  @CommandLine.Parameters(paramLabel = "KEY", description = "its id or its name")
  private String key = "";

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .post("/api/keys/" + HubClient.encoded(key) + "/revoke", JsonObject.empty())
        .outcome(
            "key " + key + " was not revoked",
            new Asking.Missing(
                "no key in force has the id or name " + key, "comity key list shows the keys"),
            body -> new Outcome.Deed(body, List.of("revoked key " + Table.text(body, "id"))));
  }
}
