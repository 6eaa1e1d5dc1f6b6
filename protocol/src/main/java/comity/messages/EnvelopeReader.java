package comity.messages;

import comity.json.Json;
import comity.json.JsonNull;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The order in which a message's fields are checked. */
final class EnvelopeReader {
  private static final String PROTOCOL_NAME = "mamp/";

  private EnvelopeReader() {}

  static Envelope.Reading read(byte[] bytes) {
    return switch (Json.read(bytes)) {
      case JsonReading.Malformed(String reason, long offset) ->
          new Envelope.Reading.Refused(
              Refusal.of(
                  ErrorCode.INVALID_JSON, "The body is no JSON: " + reason + " at byte " + offset));
      case JsonReading.Read(JsonObject json) -> {
        try {
          yield envelope(json);
        } catch (Fault fault) {
          yield new Envelope.Reading.Refused(fault.refusal());
        }
      }
      case JsonReading.Read(JsonValue value) ->
          new Envelope.Reading.Refused(
              Refusal.at(
                  ErrorCode.INVALID_MESSAGE, "", "a message is an object, not " + value.kind()));
    };
  }

  private static Envelope.Reading envelope(JsonObject json) throws Fault {
    protocol(required(json, "protocol"));
    String messageId = id(required(json, "message_id"), "message_id");
    Optional<String> conversationId = conversationId(json.get("conversation_id"));
    AgentUri from = uri(required(json, "from"), "from");
    AgentUri to = uri(required(json, "to"), "to");
    JsonValue content = json.get("content");
    if (content == null || content == JsonNull.NULL) {
      throw new Fault(ErrorCode.INVALID_MESSAGE, "/content", "content is missing");
    }
    List<Block> blocks = ContentReader.read(content);
    JsonObject metadata = metadata(json);
    Optional<String> authToken = text(metadata, "auth_token");
    JsonObject kept =
        metadata.get("auth_token") == null
            ? json
            : json.with("metadata", metadata.without("auth_token"));
    return new Envelope.Reading.Accepted(
        new Envelope(messageId, conversationId, from, to, blocks, kept), authToken);
  }

  private static String required(JsonObject json, String name) throws Fault {
    JsonValue value = json.get(name);
    if (value instanceof JsonString(String text)) {
      return text;
    }
    String problem =
        value == null || value == JsonNull.NULL
            ? " is missing"
            : " must be a string, not " + value.kind();
    throw new Fault(ErrorCode.INVALID_MESSAGE, "/" + name, name + problem);
  }

  private static void protocol(String protocol) throws Fault {
    if (protocol.equals(Envelope.PROTOCOL)) {
      return;
    }
    String rest =
        protocol.startsWith(PROTOCOL_NAME) ? protocol.substring(PROTOCOL_NAME.length()) : "";
    if (!rest.matches("1\\.(0|[1-9][0-9]{0,5})")) {
      throw new Fault(
          ErrorCode.UNSUPPORTED_PROTOCOL,
          "/protocol",
          "This hub serves mamp/1.0 and reads any mamp/1.N");
    }
  }

  static boolean isId(String text) {
    return hasLength(text) && !hasControl(text);
  }

  private static boolean hasLength(String id) {
    return !id.isEmpty() && id.codePointCount(0, id.length()) <= Envelope.MAX_ID;
  }

  private static String id(String id, String name) throws Fault {
    if (!hasLength(id)) {
      throw new Fault(
          ErrorCode.INVALID_MESSAGE, "/" + name, name + " must have 1 to 256 characters");
    }
    if (hasControl(id)) {
      throw new Fault(
          ErrorCode.INVALID_MESSAGE, "/" + name, name + " must not have control characters");
    }
    return id;
  }

  private static boolean hasControl(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static Optional<String> conversationId(@Nullable JsonValue value) throws Fault {
    return switch (value) {
      case null -> Optional.empty();
      case JsonNull _ -> Optional.empty();
      case JsonString(String id) -> Optional.of(id(id, "conversation_id"));
      default ->
          throw new Fault(
              ErrorCode.INVALID_MESSAGE,
              "/conversation_id",
              "conversation_id must be a string or null, not " + value.kind());
    };
  }

  private static AgentUri uri(String text, String name) throws Fault {
    return switch (AgentUri.read(text)) {
      case AgentUri.Reading.Read(AgentUri uri) -> uri;
      case AgentUri.Reading.Malformed(String reason) ->
          throw new Fault(
              ErrorCode.INVALID_AGENT_URI, "/" + name, name + " is no agent URI: it " + reason);
    };
  }

  private static JsonObject metadata(JsonObject json) throws Fault {
    if (!(json.get("metadata") instanceof JsonObject metadata)) {
      throw new Fault(ErrorCode.INVALID_MESSAGE, "/metadata", "metadata must be an object");
    }
    Optional<String> timestamp = text(metadata, "timestamp");
    if (timestamp.isPresent() && Timestamps.read(timestamp.get()).isEmpty()) {
      throw new Fault(
          ErrorCode.INVALID_MESSAGE, "/metadata/timestamp", "timestamp is no RFC 3339 time");
    }
    Optional<String> answered = text(metadata, "in_reply_to");
    if (answered.isPresent()) {
      id(answered.get(), "metadata/in_reply_to");
    }
    if (metadata.get("hops") != null && hops(metadata) < 0) {
      throw new Fault(
          ErrorCode.INVALID_MESSAGE, "/metadata/hops", "hops must be a whole number from 0");
    }
    return metadata;
  }

  private static Optional<String> text(JsonObject metadata, String name) throws Fault {
    return switch (metadata.get(name)) {
      case null -> Optional.empty();
      case JsonNull _ -> Optional.empty();
      case JsonString(String text) -> Optional.of(text);
      case JsonValue other ->
          throw new Fault(
              ErrorCode.INVALID_MESSAGE,
              "/metadata/" + name,
              name + " must be a string, not " + other.kind());
    };
  }

  /** 0 where there is none, -1 where it is no such number. */
  static int hops(JsonObject metadata) {
    return switch (metadata.get("hops")) {
      case null -> 0;
      case JsonNumber number -> {
        OptionalLong hops = number.asLong();
        yield hops.isPresent() && hops.getAsLong() >= 0
            ? (int) Math.min(hops.getAsLong(), Integer.MAX_VALUE)
            : -1;
      }
      default -> -1;
    };
  }
}
