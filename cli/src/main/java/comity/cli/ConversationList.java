package comity.cli;

import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the latest conversations of this hub.",
    footer = "  comity conversation list --limit 10")
final class ConversationList implements Command {
  @CommandLine.Option(
      names = "--limit",
      paramLabel = "N",
      description = "at most so many (default: 50)")
  private int limit = 50;

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/conversations?limit=" + limit)
        .outcome(
            "the conversations are not known",
            body ->
                new Outcome.Answer(
                    body,
                    Table.lines(
                        Table.objects(body, "conversations"),
                        "there are no conversations; comity send opens one",
                        "conversation_id",
                        "state",
                        "last_message_at",
                        "parties")));
  }
}
