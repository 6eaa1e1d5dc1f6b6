package comity.hub;

import comity.control.AgentSettings;
import comity.control.Peer;
import comity.control.Runner;
import comity.json.JsonObject;
import comity.messages.AgentUri;
import comity.messages.Delivery;
import comity.messages.Timestamps;
import comity.store.OutboxEntry;
import java.util.Optional;

/** How {@code /api} writes what only the owner sees. */
final class OwnerShapes {
  private OwnerShapes() {}

  static String runner(Runner runner) {
    return switch (runner) {
      case Runner.Echo _ -> "echo";
      case Runner.Inbox _ -> "inbox";
      case Runner.Command _ -> "command";
    };
  }

  static JsonObject peer(Peer peer) {
    return JsonObject.empty()
        .with("match", peer.match().toString())
        .with("url", peer.url())
        .with("key", peer.key().isPresent())
        .with("allow_private", peer.allowPrivate());
  }

  static JsonObject entry(OutboxEntry entry) {
    return JsonObject.empty()
        .with("message_id", entry.messageId())
        .with("conversation_id", entry.conversation().id())
        .with("target", entry.target().toString())
        .with("state", entry.state())
        .with("attempts", entry.attempts())
        .with("first_at", Timestamps.write(entry.firstAt()))
        .with("next_at", Timestamps.write(entry.nextAt()))
        .with("reason", entry.reason());
  }

  static JsonObject agent(AgentSettings agent, AgentUri address) {
    return JsonObject.empty()
        .with("id", agent.id())
        .with("address", address.toString())
        .with("name", agent.name())
        .with("runner", runner(agent.runner()))
        .with("default", agent.isDefault())
        .with("require_auth", agent.access().requireAuth())
        .with("concurrency", agent.concurrency());
  }

  /**
   * The answer to a send that was waited for in vain.
   *
   * @param answer what is said in any case
   * @param entry where the message is in the outbox still
   */
  static JsonObject unanswered(JsonObject answer, Delivery delivery, Optional<OutboxEntry> entry) {
    JsonObject json =
        delivery.state() == Delivery.State.FAILED
            ? answer.with("failed", delivery.reason().orElse("it will not be answered"))
            : answer.with("timed_out", true);
    json = json.with("delivery", delivery.toJson());
    return entry.isPresent() ? json.with("outbox", entry(entry.get())) : json;
  }
}
