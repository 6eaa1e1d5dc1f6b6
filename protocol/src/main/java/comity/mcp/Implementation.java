package comity.mcp;

import comity.json.JsonObject;
import java.util.Optional;

/**
 * A program that speaks MCP, as it names itself; nothing of it is checked.
 *
 * @param title for people; empty where it has none
 */
public record Implementation(String name, String title, String version) {

  /** Reads {@code clientInfo}; empty where name or version is missing. */
  public static Optional<Implementation> read(JsonObject json) {
    Optional<String> name = json.string("name");
    Optional<String> version = json.string("version");
    return name.isPresent() && version.isPresent()
        ? Optional.of(
            new Implementation(name.get(), json.string("title").orElse(""), version.get()))
        : Optional.empty();
  }

  /** As it is sent. */
  public JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("name", name);
    return (title.isEmpty() ? json : json.with("title", title)).with("version", version);
  }
}
