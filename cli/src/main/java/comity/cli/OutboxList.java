package comity.cli;

import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists what waits to be taken by other hubs, and what was given up.",
    footer = "  comity outbox list")
final class OutboxList implements Command {
  @CommandLine.Option(
      names = "--limit",
      paramLabel = "N",
      description = "at most so many (default: 200)")
  private int limit = 200;

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/outbox?limit=" + limit)
        .outcome(
            "the outbox is not known",
            body ->
                new Outcome.Answer(
                    body,
                    Table.lines(
                        Table.objects(body, "entries"),
                        "the outbox is empty",
                        "message_id",
                        "target",
                        "state",
                        "attempts",
                        "next_at",
                        "reason")));
  }
}
