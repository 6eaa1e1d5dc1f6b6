package comity.messages;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.util.List;

/**
 * An agent's card (MSG-19, MSG-20).
 *
 * @param owner as configured: {@code user_id}, {@code user_name}, {@code organization}
 * @param device as configured: {@code device_id}, {@code device_name}, {@code location}, {@code
 *     platform}
 */
public record Card(AgentUri address, AgentProfile agent, JsonObject owner, JsonObject device) {

  /** Whether the agent is shown to this caller in a listing. */
  public boolean isListedFor(Caller caller) {
    return agent.isPublic() || isAllowed(caller);
  }

  private boolean isAllowed(Caller caller) {
    return switch (caller) {
      case Caller.Owner _ -> true;
      case Caller.Keyed(_, List<AgentPattern> senders) ->
          senders.stream().anyMatch(s -> agent.allowedAgents().stream().anyMatch(s::overlaps));
      case Caller.Loopback _, Caller.Stranger _ -> false;
    };
  }

  /** The card as this caller may see it. */
  public JsonObject toJson(Caller caller) {
    JsonObject card =
        JsonObject.empty()
            .with("protocol", Envelope.PROTOCOL)
            .with("agent_id", address.toString())
            .with("name", agent.name())
            .with("description", agent.description());
    if (agent.isPublic() || isAllowed(caller)) {
      card = owner.members().isEmpty() ? card : card.with("owner", owner);
      card = device.members().isEmpty() ? card : card.with("device", device);
    }
    return card.with(
            "capabilities",
            JsonObject.empty()
                .with("content_types", words(agent.contentTypes()))
                .with("max_message_size", agent.maxMessageSize())
                .with("streaming", agent.streaming())
                .with("async", agent.async())
                .with("tools", words(agent.tools())))
        .with(
            "access",
            JsonObject.empty()
                .with("public", agent.isPublic())
                .with(
                    "allowed_agents",
                    words(agent.allowedAgents().stream().map(AgentPattern::toString).toList()))
                .with("require_auth", agent.requireAuth()));
  }

  private static JsonArray words(List<String> words) {
    return JsonArray.of(words.stream().map(JsonString::new).toList());
  }
}
