package comity.mcp;

import comity.json.JsonObject;

/**
 * Resources whose URIs follow a template (RFC 6570).
 *
 * @param title for people; empty where the name serves
 * @param mimeType of all of them; empty where it is not one
 */
public record ResourceTemplate(
    String uriTemplate, String name, String title, String description, String mimeType) {

  /** As it is listed. */
  public JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("uriTemplate", uriTemplate).with("name", name);
    json = title.isEmpty() ? json : json.with("title", title);
    json = description.isEmpty() ? json : json.with("description", description);
    return mimeType.isEmpty() ? json : json.with("mimeType", mimeType);
  }
}
