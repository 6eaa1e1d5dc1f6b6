package comity.mcp;

import comity.json.JsonArray;
import comity.json.JsonObject;
import java.util.Base64;
import java.util.List;

/** A part of what a tool or prompt says. */
public sealed interface Content {
  /** Words. */
  record Text(String text) implements Content {}

  /** A picture; the bytes must not be changed afterwards. */
  record Image(byte[] data, String mimeType) implements Content {}

  /** A sound; the bytes must not be changed afterwards. */
  record Audio(byte[] data, String mimeType) implements Content {}

  /** Where a resource is that the client may read. */
  record ResourceLink(Resource resource) implements Content {}

  /** A resource itself. */
  record Embedded(ResourceContents resource) implements Content {}

  /** As it is sent to a client of that revision: what it does not know yet is said in words. */
  default JsonObject toJson(Revision revision) {
    return switch (this) {
      case Text(String text) -> typed("text").with("text", text);
      case Image(byte[] data, String mimeType) ->
          typed("image").with("data", encoded(data)).with("mimeType", mimeType);
      case Audio(byte[] data, String mimeType) ->
          revision.isAtLeast(Revision.MARCH_2025)
              ? typed("audio").with("data", encoded(data)).with("mimeType", mimeType)
              : typed("text").with("text", "(sound, " + mimeType + ")");
      case ResourceLink(Resource resource) ->
          revision.isAtLeast(Revision.JUNE_2025)
              ? resource.toJson().with("type", "resource_link")
              : typed("text").with("text", resource.uri());
      case Embedded(ResourceContents resource) ->
          typed("resource").with("resource", resource.toJson());
    };
  }

  /** Several as an array. */
  static JsonArray toJson(List<Content> all, Revision revision) {
    return JsonArray.of(all.stream().map(each -> each.toJson(revision)).toList());
  }

  private static JsonObject typed(String type) {
    return JsonObject.empty().with("type", type);
  }

  private static String encoded(byte[] data) {
    return Base64.getEncoder().encodeToString(data);
  }
}
