package comity.mcp;

import comity.json.JsonObject;

/** What a server asks of a client before it can answer a request. */
public sealed interface InputRequest {
  /** The parameters of the request. */
  JsonObject params();

  /** Ask the user: a message and a form. */
  record Elicitation(JsonObject params) implements InputRequest {
    /** A form of these fields, each a JSON schema. */
    public static Elicitation form(String message, JsonObject requestedSchema) {
      return new Elicitation(
          JsonObject.empty().with("message", message).with("requestedSchema", requestedSchema));
    }
  }

  /** Ask the client's model. */
  record Sampling(JsonObject params) implements InputRequest {}

  /** Ask which folders the client works in. */
  record Roots() implements InputRequest {
    @Override
    public JsonObject params() {
      return JsonObject.empty();
    }
  }

  /** The method of the request. */
  default String method() {
    return switch (this) {
      case Elicitation _ -> "elicitation/create";
      case Sampling _ -> "sampling/createMessage";
      case Roots _ -> "roots/list";
    };
  }

  /** The capability that a client must have declared to be asked this. */
  default String capability() {
    return switch (this) {
      case Elicitation _ -> "elicitation";
      case Sampling _ -> "sampling";
      case Roots _ -> "roots";
    };
  }

  /** As it stands in a result that asks for it. */
  default JsonObject toJson() {
    return JsonObject.empty().with("method", method()).with("params", params());
  }
}
