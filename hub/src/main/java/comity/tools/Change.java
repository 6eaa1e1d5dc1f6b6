package comity.tools;

import comity.json.JsonObject;
import comity.mcp.Message;

/** Something that clients may have read has changed. */
public sealed interface Change {
  /** Which tools there are. */
  record Tools() implements Change {}

  /** Which prompts there are. */
  record Prompts() implements Change {}

  /** Which resources there are. */
  record Resources() implements Change {}

  /** What is in a resource. */
  record Resource(String uri) implements Change {}

  /** What clients are sent; {@code meta} is left out where it is empty. */
  default Message.Notification notification(JsonObject meta) {
    JsonObject params =
        this instanceof Resource(String uri)
            ? JsonObject.empty().with("uri", uri)
            : JsonObject.empty();
    return new Message.Notification(
        "notifications/"
            + switch (this) {
              case Tools _ -> "tools/list_changed";
              case Prompts _ -> "prompts/list_changed";
              case Resources _ -> "resources/list_changed";
              case Resource _ -> "resources/updated";
            },
        meta.members().isEmpty() ? params : params.with("_meta", meta));
  }
}
