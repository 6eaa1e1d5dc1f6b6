package comity.messages;

import java.util.Locale;

/**
 * Every error that an endpoint under {@code /mamp} or {@code /api} can answer with (MSG-15). The
 * word on the wire is the constant's name in lower case; {@code docs/messages.md} is printed from
 * here.
 */
public enum ErrorCode {
  INVALID_JSON(
      400,
      "The body is no JSON that is read here: malformed, cut off, duplicate keys, not UTF-8, or nested deeper than 64."),
  UNSUPPORTED_PROTOCOL(400, "`protocol` names a protocol or major version that is not served."),
  INVALID_MESSAGE(400, "A required field is missing, null or of the wrong type."),
  INVALID_AGENT_URI(400, "`from` or `to` is no agent URI."),
  INVALID_CONTENT(400, "A content block is incomplete, or its data does not decode."),
  BAD_REQUEST(400, "The HTTP request itself is malformed, or a query parameter is out of range."),
  UNAUTHORIZED(
      401,
      "A key is needed, or the key is unknown, expired or revoked, or two different keys were sent."),
  SENDER_NOT_ALLOWED(
      403, "The caller may not send as this `from`, or the agent does not take messages from it."),
  FORBIDDEN(
      403,
      "The `Host` or `Origin` of the request is not one of this hub's, or a token's role can be none."),
  CONVERSATION_NOT_FOUND(404, "No such conversation, or none that the caller is a party of."),
  AGENT_NOT_FOUND(404, "`to` names no agent of this hub."),
  NOT_FOUND(404, "No such resource."),
  METHOD_NOT_ALLOWED(405, "The resource does not take this method."),
  NOT_ACCEPTABLE(406, "The answer cannot be given in a form that the request accepts."),
  REQUEST_TIMEOUT(408, "The request's headers or body came too slowly."),
  MESSAGE_ID_CONFLICT(409, "The sender used this `message_id` before, with other content."),
  LOOP_DETECTED(409, "The message was caused by more than 32 messages before it."),
  CONVERSATION_STOPPED(409, "The owner of this hub has stopped the conversation."),
  MESSAGE_TOO_LARGE(413, "The body is over the hub's ceiling or the agent's `max_message_size`."),
  URI_TOO_LONG(414, "The request's path and query are too long."),
  UNSUPPORTED_CONTENT_TYPE(415, "A content block has a type that the agent does not take."),
  UNSUPPORTED_MEDIA_TYPE(415, "The body is not `application/json`."),
  UNSUPPORTED_ENCODING(415, "The body has a `Content-Encoding`; none is taken."),
  EXPECTATION_FAILED(417, "`Expect` asks for something other than `100-continue`."),
  RATE_LIMITED(
      429, "Too many requests by this key or address; `Retry-After` says when to come back."),
  HEADERS_TOO_LARGE(431, "The request's headers are too large."),
  INTERNAL_ERROR(500, "A fault of the hub; its log has the details."),
  STORAGE_UNAVAILABLE(
      503, "The message could not be put on disk and was not accepted; try again later."),
  UNAVAILABLE(
      503,
      "The hub is stopping or has too much to do, or the host of sessions does not answer; try again later.");

  private final int status;
  private final String meaning;

  ErrorCode(int status, String meaning) {
    this.status = status;
    this.meaning = meaning;
  }

  /** The HTTP status this error is answered with. */
  public int status() {
    return status;
  }

  /** What it means, one sentence of Markdown. */
  public String meaning() {
    return meaning;
  }

  /** The word on the wire, such as {@code invalid_json}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
