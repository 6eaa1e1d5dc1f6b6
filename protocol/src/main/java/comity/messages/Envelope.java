package comity.messages;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNull;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.List;
import java.util.Optional;

/**
 * One MAMP message (MSG-1 to MSG-11).
 *
 * @param messageId the sender's id of the message, 1 to 256 characters
 * @param conversationId as it was sent; empty opens a conversation
 * @param content at least one block; a string was read as one text block
 * @param json the whole message, unknown fields, digits and unknown blocks as they came, but never
 *     with {@code metadata.auth_token}
 */
public record Envelope(
    String messageId,
    Optional<String> conversationId,
    AgentUri from,
    AgentUri to,
    List<Block> content,
    JsonObject json) {
  /** The protocol this version writes. */
  public static final String PROTOCOL = "mamp/1.0";

  /** Of {@code message_id} and {@code conversation_id}: they are keys of indexes. */
  public static final int MAX_ID = 256;

  /** A chain of messages caused by messages ends here (MSG-47). */
  public static final int MAX_HOPS = 32;

  public Envelope {
    content = List.copyOf(content);
  }

  /** What came of reading bytes as a message. */
  public sealed interface Reading {
    /** The bytes are a message; {@code authToken} is what {@code metadata.auth_token} held. */
    record Accepted(Envelope envelope, Optional<String> authToken) implements Reading {}

    /** The bytes are none. */
    record Refused(Refusal refusal) implements Reading {}
  }

  /** Reads a request's body. {@code bytes} is kept and must not be changed afterwards. */
  public static Reading read(byte[] bytes) {
    return EnvelopeReader.read(bytes);
  }

  /** Reads a message that this program stored. */
  public static Envelope stored(byte[] bytes) {
    return switch (read(bytes)) {
      case Reading.Accepted(Envelope envelope, _) -> envelope;
      case Reading.Refused(Refusal refusal) ->
          throw new IllegalStateException("a stored message can't be read: " + refusal);
    };
  }

  /**
   * A message of our own, checked like one that came in.
   *
   * @param content a JSON string or array of blocks
   * @param metadata without {@code timestamp}, which is {@code at} in milliseconds since 1970
   */
  public static Reading compose(
      String messageId,
      Optional<String> conversationId,
      AgentUri from,
      AgentUri to,
      JsonValue content,
      JsonObject metadata,
      long at) {
    JsonObject json = JsonObject.empty().with("protocol", PROTOCOL).with("message_id", messageId);
    if (conversationId.isPresent()) {
      json = json.with("conversation_id", conversationId.get());
    }
    return read(
        Json.write(
            json.with("from", from.toString())
                .with("to", to.toString())
                .with("content", content)
                .with("metadata", metadata.with("timestamp", Timestamps.write(at)))));
  }

  /** The answer to this message (MSG-17): back to its sender, one hop further. */
  public Reading reply(
      String replyId, String conversation, JsonValue answer, JsonObject metadata, long at) {
    JsonObject all = metadata.with("in_reply_to", messageId).with("hops", hops() + 1L);
    return compose(replyId, Optional.of(conversation), to, from, answer, all, at);
  }

  /**
   * SHA-256 over what makes two messages of one id the same message (MSG-3): {@code to}, the
   * conversation as sent, the content with a string read as one text block, and the metadata
   * without {@code timestamp}.
   */
  public byte[] digest() {
    JsonValue given = json.get("content");
    JsonValue blocks =
        given instanceof JsonString text
            ? JsonArray.of(List.of(JsonObject.empty().with("type", "text").with("text", text)))
            : json.members().getOrDefault("content", JsonNull.NULL);
    JsonValue conversation = conversationId.<JsonValue>map(JsonString::new).orElse(JsonNull.NULL);
    List<JsonValue> same =
        List.of(
            new JsonString(to.toString()), conversation, blocks, metadata().without("timestamp"));
    return Sha256.of(Json.canonical(JsonArray.of(same)));
  }

  /** Whether text can be an id of a message or a conversation. */
  public static boolean isId(String text) {
    return EnvelopeReader.isId(text);
  }

  /** The {@code metadata} object. */
  public JsonObject metadata() {
    return json.object("metadata").orElse(JsonObject.empty());
  }

  /** The id of the message that this one answers. */
  public Optional<String> inReplyTo() {
    return metadata().string("in_reply_to");
  }

  /** How many messages caused this one, one after another. */
  public int hops() {
    return EnvelopeReader.hops(metadata());
  }

  /** A copy under this conversation id. */
  public Envelope withConversationId(String id) {
    return new Envelope(
        messageId,
        Optional.of(id),
        from,
        to,
        content,
        json.with("conversation_id", new JsonString(id)));
  }

  /** All text of the content, blocks apart by a blank line; other blocks are left out. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Block block : content) {
      if (block instanceof Block.Text(String part)) {
        text.append(text.isEmpty() ? "" : "\n\n").append(part);
      }
    }
    return text.toString();
  }
}
