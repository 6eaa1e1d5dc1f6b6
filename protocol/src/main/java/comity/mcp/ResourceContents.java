package comity.mcp;

import comity.json.JsonObject;
import java.util.Base64;

/** What is in a resource, or in a part of it. */
public sealed interface ResourceContents {
  String uri();

  /** Such as {@code text/markdown}; empty where it is not known. */
  String mimeType();

  /** Text. */
  record Text(String uri, String mimeType, String text) implements ResourceContents {}

  /** Bytes, which must not be changed afterwards. */
  record Blob(String uri, String mimeType, byte[] bytes) implements ResourceContents {}

  /** As it is sent. */
  default JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("uri", uri());
    json = mimeType().isEmpty() ? json : json.with("mimeType", mimeType());
    return switch (this) {
      case Text text -> json.with("text", text.text());
      case Blob blob -> json.with("blob", Base64.getEncoder().encodeToString(blob.bytes()));
    };
  }
}
