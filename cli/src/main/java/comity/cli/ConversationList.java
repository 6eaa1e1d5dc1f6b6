package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the latest conversations of this hub, the last used first.",
    footer = {"  comity conversation list --limit 10", "  comity conversation list --agent notes"})
final class ConversationList implements Command {
  /** The longest page of the hub: those of one agent are looked for in it. */
  private static final int LATEST = 1_000;

  private static final String UNKNOWN = "the conversations are not known";

  @CommandLine.Mixin private Limit limit = new Limit();

  @CommandLine.Option(
      names = "--agent",
      paramLabel = "AGENT",
      converter = Forms.Agent.class,
      description = "of the latest 1000, those of this agent: an id of this hub, or agent://…")
  private @Nullable String agent;

  @Override
  public Outcome run(Context context) throws IOException {
    if (agent == null) {
      return listing(limit.query()).show(context);
    }
    return switch (HubAgents.find(context.hub(), agent, UNKNOWN)) {
      case HubAgents.Finding.Found(String address) ->
          listing("limit=" + LATEST).show(context, body -> of(body, address));
      case HubAgents.Finding.Missing(Outcome failure) -> failure;
    };
  }

  private static Listing listing(String query) {
    return new Listing(
        "/api/conversations?" + query,
        "conversations",
        UNKNOWN,
        "there are no conversations; comity send opens one",
        List.of("conversation_id", "state", "last_message_at", "parties"));
  }

  private JsonObject of(JsonObject body, String address) {
    List<JsonObject> those =
        Table.objects(body, "conversations").stream()
            .filter(each ->
                each.get("parties") instanceof JsonArray parties
                    && parties.elements().contains(new JsonString(address)))
            .limit(limit.value())
            .toList();
    return body.with("conversations", JsonArray.of(those));
  }
}
