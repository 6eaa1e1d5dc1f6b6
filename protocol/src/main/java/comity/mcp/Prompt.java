package comity.mcp;

import comity.json.JsonArray;
import comity.json.JsonObject;
import java.util.List;

/**
 * A text that a user may ask for by name, as with a slash command.
 *
 * @param title for people; empty where the name serves
 */
public record Prompt(String name, String title, String description, List<Argument> arguments) {

  /** Something that the text is made with. */
  public record Argument(String name, String description, boolean required) {
    JsonObject toJson() {
      JsonObject json = JsonObject.empty().with("name", name);
      json = description.isEmpty() ? json : json.with("description", description);
      return json.with("required", required);
    }
  }

  public Prompt {
    arguments = List.copyOf(arguments);
  }

  /** As it is listed. */
  public JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("name", name);
    json = title.isEmpty() ? json : json.with("title", title);
    json = description.isEmpty() ? json : json.with("description", description);
    return arguments.isEmpty()
        ? json
        : json.with("arguments", JsonArray.of(arguments.stream().map(Argument::toJson).toList()));
  }
}
