package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Stops a conversation: what runs in it is ended, and no more messages are taken.",
    footer = "  comity conversation stop conv-018f…")
final class ConversationStop implements Command {
  @CommandLine.Parameters(
      paramLabel = "ID",
      converter = Forms.Id.class,
      description = "the conversation's id")
  private String id = "";

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .post("/api/conversations/" + HubClient.encoded(id) + "/stop", JsonObject.empty())
        .outcome(
            "conversation " + id + " was not stopped",
            Asking.conversation(id),
            body ->
                new Outcome.Deed(
                    body,
                    List.of(
                        "conversation "
                            + Table.text(body, "conversation_id")
                            + " is "
                            + Table.text(body, "state"))));
  }
}
