package comity.mcp;

import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.util.Optional;

/**
 * Why a request has no result.
 *
 * @param code of JSON-RPC or MCP
 * @param message one sentence, for a person or a model
 * @param data what a program can use of it
 */
public record RpcError(int code, String message, Optional<JsonObject> data) {
  /** The bytes were no JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The JSON was no message. */
  public static final int INVALID_REQUEST = -32600;

  /** There is no such method here. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** The parameters are not what the method takes; also an unknown tool, prompt or cursor. */
  public static final int INVALID_PARAMS = -32602;

  /** This server failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** It does as much as it bears, or the session is not there: our own, as the range allows. */
  public static final int REFUSED_HERE = -32000;

  /** There is no such resource, until 2025-11-25; later it is {@link #INVALID_PARAMS}. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  /** An HTTP header says something else than the body, since 2026-07-28. */
  public static final int HEADER_MISMATCH = -32020;

  /** The client has not declared what the request needs, since 2026-07-28. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** The revision is not spoken here, since 2026-07-28. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  /** An error without data. */
  public static RpcError of(int code, String message) {
    return new RpcError(code, message, Optional.empty());
  }

  /** The parameters are not what the method takes. */
  public static RpcError invalidParams(String message) {
    return of(INVALID_PARAMS, message);
  }

  /** There is no such method here. */
  public static RpcError noMethod(String method) {
    return of(METHOD_NOT_FOUND, "Method not found: " + method);
  }

  /** There is no resource of that URI. */
  public static RpcError noResource(String uri, Revision revision) {
    return new RpcError(
        revision.isStateless() ? INVALID_PARAMS : RESOURCE_NOT_FOUND,
        "Resource not found: " + uri,
        Optional.of(JsonObject.empty().with("uri", uri)));
  }

  /** The revision that was asked for is not spoken here. */
  public static RpcError unsupportedVersion(String requested) {
    JsonArray supported = JsonArray.of(Revision.texts().stream().map(JsonString::new).toList());
    return new RpcError(
        UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version: " + requested,
        Optional.of(JsonObject.empty().with("supported", supported).with("requested", requested)));
  }

  /** The request needs a capability that the client has not declared. */
  public static RpcError missingCapability(String capability) {
    JsonObject required = JsonObject.empty().with(capability, JsonObject.empty());
    return new RpcError(
        MISSING_CLIENT_CAPABILITY,
        "The request needs the client capability " + capability + ", which was not declared",
        Optional.of(JsonObject.empty().with("requiredCapabilities", required)));
  }

  /** The error that this object is; a code or message that it lacks is made up for. */
  static RpcError read(JsonObject json) {
    int code =
        json.get("code") instanceof JsonNumber number
            ? Math.clamp(
                number.asLong().orElse(INTERNAL_ERROR), Integer.MIN_VALUE, Integer.MAX_VALUE)
            : INTERNAL_ERROR;
    return new RpcError(
        code, json.string("message").orElse("it gave no reason"), json.object("data"));
  }

  /** As it is sent. */
  public JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("code", code).with("message", message);
    return data.isPresent() ? json.with("data", data.get()) : json;
  }
}
