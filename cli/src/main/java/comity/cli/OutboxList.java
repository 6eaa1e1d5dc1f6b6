package comity.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists what waits to be taken by other hubs, and what was given up.",
    footer = "  comity outbox list")
final class OutboxList implements Command {
  @CommandLine.Mixin private Limit limit = new Limit();

  @Override
  public Outcome run(Context context) throws IOException {
    return new Listing(
            "/api/outbox?" + limit.query(),
            "entries",
            "the outbox is not known",
            "the outbox is empty",
            List.of("message_id", "target", "state", "attempts", "next_at", "reason"))
        .show(context);
  }
}
