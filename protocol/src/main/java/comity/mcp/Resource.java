package comity.mcp;

import comity.json.JsonObject;
import java.util.OptionalLong;

/**
 * Something that a client may read.
 *
 * @param title for people; empty where the name serves
 * @param mimeType empty where it is not known
 * @param size in bytes
 */
public record Resource(
    String uri, String name, String title, String description, String mimeType, OptionalLong size) {

  /** A resource of unknown size. */
  public static Resource of(String uri, String name, String description, String mimeType) {
    return new Resource(uri, name, "", description, mimeType, OptionalLong.empty());
  }

  /** As it is listed. */
  public JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("uri", uri).with("name", name);
    json = title.isEmpty() ? json : json.with("title", title);
    json = description.isEmpty() ? json : json.with("description", description);
    json = mimeType.isEmpty() ? json : json.with("mimeType", mimeType);
    return size.isPresent() ? json.with("size", size.getAsLong()) : json;
  }
}
