package comity.mcp;

import comity.json.JsonObject;

/** What a client says that it can do for a server. */
public record ClientCapabilities(JsonObject json) {
  /** A client that can do nothing more. */
  public static final ClientCapabilities NONE = new ClientCapabilities(JsonObject.empty());

  /** Whether it names this one: {@code sampling}, {@code elicitation}, {@code roots}. */
  public boolean has(String capability) {
    return json.object(capability).isPresent();
  }
}
