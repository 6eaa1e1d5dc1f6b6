package comity.conformance.messages;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonReading;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Content arrays as other programs write them. */
final class Content {
  private Content() {}

  /** An array of these blocks, each written as JSON. */
  static JsonArray array(String... blocks) {
    if (Json.read("[" + String.join(",", blocks) + "]")
        instanceof JsonReading.Read(JsonArray all)) {
      return all;
    }
    throw new AssertionError("no JSON: " + String.join(",", blocks));
  }

  static String text(String text) {
    return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
  }

  static String file(String name, String text) {
    return "{\"type\":\"file\",\"name\":\""
        + name
        + "\",\"mime_type\":\"text/plain\",\"source\":"
        + source("text/plain", text.getBytes(StandardCharsets.UTF_8))
        + "}";
  }

  static String image(byte[] data) {
    return "{\"type\":\"image\",\"source\":" + source("image/png", data) + "}";
  }

  private static String source(String type, byte[] data) {
    return "{\"type\":\"base64\",\"media_type\":\""
        + type
        + "\",\"data\":\""
        + Base64.getEncoder().encodeToString(data)
        + "\"}";
  }
}
