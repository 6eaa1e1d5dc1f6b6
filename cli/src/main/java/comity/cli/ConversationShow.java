package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows the messages of a conversation, oldest first, and how far each has come.",
      "Where there are more than --limit, --after with the last number shown goes on."
    },
    footer = {
      "  comity conversation show conv-018f…",
      "  comity conversation show conv-018f… --after 50 --json"
    })
final class ConversationShow implements Command {
  @CommandLine.Parameters(paramLabel = "ID", description = "the conversation's id")
  private String id = "";

  @CommandLine.Option(
      names = "--after",
      paramLabel = "N",
      description = "leave out the messages up to this number")
  private long after;

  @CommandLine.Option(
      names = "--limit",
      paramLabel = "N",
      description = "at most so many (default: 50)")
  private int limit = 50;

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get(
            "/api/conversations/"
                + HubClient.encoded(id)
                + "/messages?after="
                + after
                + "&limit="
                + limit)
        .outcome(
            "conversation " + id + " is not shown", body -> new Outcome.Answer(body, lines(body)));
  }

  private static List<String> lines(JsonObject body) {
    List<String> lines = new ArrayList<>();
    for (JsonObject message : Table.objects(body, "messages")) {
      JsonObject delivery = message.object("delivery").orElse(JsonObject.empty());
      String reason = Table.text(delivery, "reason");
      lines.add(
          "#"
              + Table.text(message, "sequence")
              + "  "
              + Table.text(message, "from")
              + "  "
              + Table.text(delivery, "state")
              + " "
              + Table.text(delivery, "at")
              + (reason.isEmpty() ? "" : " (" + reason + ")"));
      // Indented, so that no message can look like a heading of ours.
      Content.lines(message).forEach(line -> lines.add("    " + line));
    }
    if (lines.isEmpty()) {
      lines.add("there are no messages");
    }
    if (Table.text(body, "state").equals("stopped")) {
      lines.add("state stopped: no more messages are taken");
    }
    return lines;
  }
}
