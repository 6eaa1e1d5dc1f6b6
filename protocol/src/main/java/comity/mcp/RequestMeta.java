package comity.mcp;

import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.Optional;

/**
 * What a request of the stateless revisions says about itself in {@code params._meta}.
 *
 * @param version the revision it is written in, which may be one that is not known here
 * @param logLevel the least level of the log messages that it wants; empty where it wants none
 */
public record RequestMeta(
    String version,
    Optional<Implementation> client,
    ClientCapabilities capabilities,
    Optional<LogLevel> logLevel) {

  private static final String PREFIX = "io.modelcontextprotocol/";
  private static final String VERSION = PREFIX + "protocolVersion";
  private static final String CLIENT = PREFIX + "clientInfo";
  private static final String CAPABILITIES = PREFIX + "clientCapabilities";
  private static final String LOG_LEVEL = PREFIX + "logLevel";

  /** The key under which a result names its server. */
  public static final String SERVER = PREFIX + "serverInfo";

  /** The key under which a notification names the subscription it belongs to. */
  public static final String SUBSCRIPTION = PREFIX + "subscriptionId";

  /** What came of reading it. */
  public sealed interface Reading {
    /** It is there as a whole. */
    record Read(RequestMeta meta) implements Reading {}

    /** Something is missing or has another form. */
    record Refused(RpcError error) implements Reading {}
  }

  /** Whether these parameters are written in a stateless revision. */
  public static boolean isIn(JsonObject params) {
    return params.object("_meta").filter(meta -> meta.get(VERSION) != null).isPresent();
  }

  /** Reads it from the parameters of a request. */
  public static Reading read(JsonObject params) {
    Optional<JsonObject> given = params.object("_meta");
    if (given.isEmpty()) {
      return refused("_meta is missing");
    }
    JsonObject meta = given.get();
    if (!(meta.get(VERSION) instanceof JsonString(String version))) {
      return refused("_meta must have the string " + VERSION);
    }
    if (!(meta.get(CAPABILITIES) instanceof JsonObject capabilities)) {
      return refused("_meta must have the object " + CAPABILITIES);
    }
    Optional<Implementation> client = meta.object(CLIENT).flatMap(Implementation::read);
    if (meta.get(CLIENT) != null && client.isEmpty()) {
      return refused(CLIENT + " must have a name and a version");
    }
    Optional<LogLevel> level = meta.string(LOG_LEVEL).flatMap(LogLevel::of);
    if (meta.get(LOG_LEVEL) != null && level.isEmpty()) {
      return refused(LOG_LEVEL + " is no log level");
    }
    return new Reading.Read(
        new RequestMeta(version, client, new ClientCapabilities(capabilities), level));
  }

  private static Reading refused(String why) {
    return new Reading.Refused(RpcError.invalidParams("Invalid params: " + why));
  }

  /** The token under which a request wants to hear of its progress. */
  public static Optional<JsonValue> progressToken(JsonObject params) {
    return params
        .object("_meta")
        .map(meta -> meta.get("progressToken"))
        .filter(token -> token instanceof JsonString || token instanceof JsonNumber);
  }
}
