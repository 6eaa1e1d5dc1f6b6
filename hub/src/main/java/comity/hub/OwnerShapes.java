package comity.hub;

import comity.control.Peer;
import comity.control.Runner;
import comity.json.JsonObject;
import comity.messages.Timestamps;
import comity.store.OutboxEntry;

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
        .with("message_id", entry.envelope().messageId())
        .with("conversation_id", entry.conversation().id())
        .with("target", entry.target().toString())
        .with("state", entry.state())
        .with("attempts", entry.attempts())
        .with("first_at", Timestamps.write(entry.firstAt()))
        .with("next_at", Timestamps.write(entry.nextAt()))
        .with("reason", entry.reason());
  }
}
