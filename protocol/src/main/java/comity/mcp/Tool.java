package comity.mcp;

import comity.json.JsonObject;
import java.util.Optional;

/**
 * Something that a model may call.
 *
 * @param name letters, digits, {@code _}, {@code -} and {@code .}; at most 128 characters
 * @param title for people; empty where the name serves
 * @param description for the model
 * @param inputSchema a JSON schema of type object; what {@link Arguments} checks of it is refused
 *     before the tool is called
 * @param outputSchema a JSON schema of {@code structuredContent}
 */
public record Tool(
    String name,
    String title,
    String description,
    JsonObject inputSchema,
    Optional<JsonObject> outputSchema,
    Optional<ToolAnnotations> annotations) {

  public Tool {
    if (!name.matches("[A-Za-z0-9_.-]{1,128}")) {
      throw new IllegalArgumentException("tool name " + name);
    }
    if (!inputSchema.string("type").equals(Optional.of("object"))) {
      throw new IllegalArgumentException("the input of " + name + " is no object");
    }
  }

  /** A tool with neither output schema nor annotations. */
  public static Tool of(String name, String description, JsonObject inputSchema) {
    return new Tool(name, "", description, inputSchema, Optional.empty(), Optional.empty());
  }

  /** As it is listed. Clients of older revisions pass over what they do not know. */
  public JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("name", name);
    json = title.isEmpty() ? json : json.with("title", title);
    json = description.isEmpty() ? json : json.with("description", description);
    json = json.with("inputSchema", inputSchema);
    json = outputSchema.isPresent() ? json.with("outputSchema", outputSchema.get()) : json;
    return annotations.isPresent() ? json.with("annotations", annotations.get().toJson()) : json;
  }
}
