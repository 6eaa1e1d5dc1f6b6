package comity.conformance.messages;

import comity.json.JsonObject;
import java.util.Optional;

/** Messages as other programs write them. */
final class Mail {
  /** A sender that is no agent of any hub here. */
  static final String TESTER = "agent://tester.example/t";

  private Mail() {}

  static JsonObject text(String id, String to, String text) {
    return JsonObject.empty()
        .with("protocol", "mamp/1.0")
        .with("message_id", id)
        .with("from", TESTER)
        .with("to", to)
        .with("content", text)
        .with("metadata", JsonObject.empty().with("timestamp", "2026-03-01T12:00:00Z"));
  }

  static JsonObject in(String conversation, JsonObject message) {
    return message.with("conversation_id", conversation);
  }

  static JsonObject from(String sender, JsonObject message) {
    return message.with("from", sender);
  }

  static String id(JsonObject message) {
    return message.string("message_id").orElseThrow();
  }

  static String from(JsonObject message) {
    return message.string("from").orElseThrow();
  }

  /** The content where it is a string, else its JSON. */
  static String content(JsonObject message) {
    return message.string("content").orElseGet(() -> String.valueOf(message.get("content")));
  }

  static Optional<String> inReplyTo(JsonObject message) {
    return message.object("metadata").flatMap(metadata -> metadata.string("in_reply_to"));
  }

  /** The state of its delivery. */
  static String state(JsonObject message) {
    return message.object("delivery").flatMap(delivery -> delivery.string("state")).orElseThrow();
  }

  /** The code of the failure that it tells, where it tells one. */
  static Optional<String> failure(JsonObject message) {
    return message
        .object("metadata")
        .flatMap(metadata -> metadata.object("error"))
        .flatMap(error -> error.string("error"));
  }
}
