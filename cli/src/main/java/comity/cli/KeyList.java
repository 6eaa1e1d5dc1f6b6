package comity.cli;

import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the keys of this hub; the keys themselves are not stored.",
    footer = "  comity key list")
final class KeyList implements Command {
  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/keys")
        .outcome(
            "the keys are not known",
            body ->
                new Outcome.Answer(
                    body,
                    Table.lines(
                        Table.objects(body, "keys"),
                        "there are no keys; comity key add makes one",
                        "id",
                        "name",
                        "from",
                        "created_at",
                        "expires",
                        "revoked_at")));
  }
}
