package comity.mcp;

import comity.json.Json;
import comity.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * What a tool says.
 *
 * @param structuredContent the same for a program, as the tool's output schema has it
 * @param isError the tool could not do it; the content says why, so that the model can do better
 */
public record ToolResult(
    List<Content> content, Optional<JsonObject> structuredContent, boolean isError) {

  public ToolResult {
    content = List.copyOf(content);
  }

  /** Words alone. */
  public static ToolResult text(String text) {
    return new ToolResult(List.of(new Content.Text(text)), Optional.empty(), false);
  }

  /** Words, and the same for a program. */
  public static ToolResult of(String text, JsonObject structured) {
    return new ToolResult(List.of(new Content.Text(text)), Optional.of(structured), false);
  }

  /** For a program, and its JSON as words for the rest. */
  public static ToolResult of(JsonObject structured) {
    return of(Json.text(structured), structured);
  }

  /** It could not be done, and why. */
  public static ToolResult error(String why) {
    return new ToolResult(List.of(new Content.Text(why)), Optional.empty(), true);
  }

  /** As it is sent to a client of that revision. */
  public JsonObject toJson(Revision revision) {
    JsonObject json = JsonObject.empty().with("content", Content.toJson(content, revision));
    if (structuredContent.isPresent() && revision.isAtLeast(Revision.JUNE_2025)) {
      json = json.with("structuredContent", structuredContent.get());
    }
    return isError ? json.with("isError", true) : json;
  }
}
