package comity.mcp;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNull;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message of JSON-RPC 2.0. An id is kept as the value it came as: {@code "7"} and {@code 7} are
 * two ids, and {@code 1.0} is answered as {@code 1.0}.
 */
public sealed interface Message {
  /** It wants an answer. */
  record Request(JsonValue id, String method, JsonObject params) implements Message {}

  /** It wants none. */
  record Notification(String method, JsonObject params) implements Message {}

  /** A request went well. */
  record Response(JsonValue id, JsonObject result) implements Message {}

  /** A request went wrong; the id is null where it is not known. */
  record Failure(JsonValue id, RpcError error) implements Message {}

  /** What came of reading bytes as a message. */
  sealed interface Reading {
    /** They are one. */
    record Read(Message message) implements Reading {}

    /** They are none; this is to be answered. */
    record Refused(Failure answer) implements Reading {}
  }

  /** Reads one message. {@code bytes} is kept by the result and must not be changed afterwards. */
  static Reading read(byte[] bytes) {
    return switch (Json.read(bytes)) {
      case JsonReading.Malformed(String reason, long offset) ->
          refused(
              JsonNull.NULL, RpcError.PARSE_ERROR, "Parse error: " + reason + " at byte " + offset);
      case JsonReading.Read(JsonObject object) -> read(object);
      case JsonReading.Read(JsonArray _) ->
          refused(
              JsonNull.NULL,
              RpcError.INVALID_REQUEST,
              "Batches are not taken: send each message by itself");
      case JsonReading.Read(JsonValue value) ->
          refused(
              JsonNull.NULL,
              RpcError.INVALID_REQUEST,
              "A message is an object, not a " + value.kind());
    };
  }

  private static Reading read(JsonObject object) {
    @Nullable JsonValue id = object.get("id");
    JsonValue shown = id instanceof JsonString || id instanceof JsonNumber ? id : JsonNull.NULL;
    if (!object.string("jsonrpc").equals(Optional.of("2.0"))) {
      return refused(shown, RpcError.INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    }
    if (object.get("method") == null && id != null) {
      return response(object, shown);
    }
    if (!(object.get("method") instanceof JsonString(String method))) {
      return refused(shown, RpcError.INVALID_REQUEST, "A message has a method, which is a string");
    }
    @Nullable JsonValue params = object.get("params");
    if (params != null && !(params instanceof JsonObject)) {
      return refused(shown, RpcError.INVALID_REQUEST, "params must be an object");
    }
    JsonObject given = params instanceof JsonObject some ? some : JsonObject.empty();
    if (id == null) {
      return new Reading.Read(new Notification(method, given));
    }
    return shown == JsonNull.NULL
        ? refused(shown, RpcError.INVALID_REQUEST, "An id is a string or a number, never null")
        : new Reading.Read(new Request(shown, method, given));
  }

  private static Reading response(JsonObject object, JsonValue id) {
    if (object.get("result") instanceof JsonObject result) {
      return new Reading.Read(new Response(id, result));
    }
    return object
        .object("error")
        .<Reading>map(error -> new Reading.Read(new Failure(id, RpcError.read(error))))
        .orElseGet(() ->
            refused(id, RpcError.INVALID_REQUEST, "A message has a method, a result or an error"));
  }

  private static Reading refused(JsonValue id, int code, String message) {
    return new Reading.Refused(new Failure(id, RpcError.of(code, message)));
  }

  /**
   * As it is sent, on one line: what was read is written as it came, and may have line ends between
   * its tokens.
   */
  default byte[] write() {
    byte[] bytes = Json.write(toJson());
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        bytes[i] = ' ';
      }
    }
    return bytes;
  }

  /** As it is sent. */
  default JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("jsonrpc", "2.0");
    return switch (this) {
      case Request(JsonValue id, String method, JsonObject params) ->
          json.with("id", id).with("method", method).with("params", params);
      case Notification(String method, JsonObject params) -> {
        JsonObject named = json.with("method", method);
        yield params.members().isEmpty() ? named : named.with("params", params);
      }
      case Response(JsonValue id, JsonObject result) -> json.with("id", id).with("result", result);
      case Failure(JsonValue id, RpcError error) ->
          json.with("id", id).with("error", error.toJson());
    };
  }
}
