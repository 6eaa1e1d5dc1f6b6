package comity.messages;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Reads {@code content} (MSG-7, MSG-8). Throws {@link Fault} with the pointer of the first fault.
 */
final class ContentReader {
  private ContentReader() {}

  static List<Block> read(JsonValue content) throws Fault {
    return switch (content) {
      case JsonString(String text) -> List.of(new Block.Text(text));
      case JsonArray array -> blocks(array);
      default ->
          throw new Fault(
              ErrorCode.INVALID_CONTENT,
              "/content",
              "content must be a string or an array of blocks");
    };
  }

  private static List<Block> blocks(JsonArray array) throws Fault {
    if (array.elements().isEmpty()) {
      throw new Fault(
          ErrorCode.INVALID_CONTENT, "/content", "content must have at least one block");
    }
    List<Block> blocks = new ArrayList<>();
    for (JsonValue element : array.elements()) {
      String at = "/content/" + blocks.size();
      if (!(element instanceof JsonObject object)) {
        throw new Fault(ErrorCode.INVALID_CONTENT, at, "a content block must be an object");
      }
      blocks.add(block(object, at));
    }
    return blocks;
  }

  private static Block block(JsonObject block, String at) throws Fault {
    String type = string(block, "type", at);
    return switch (type) {
      case "text" -> new Block.Text(string(block, "text", at));
      case "image" -> new Block.Image(source(block, at));
      case "code" -> new Block.Code(string(block, "language", at), string(block, "code", at));
      case "file" ->
          new Block.File(
              string(block, "name", at), string(block, "mime_type", at), source(block, at));
      default -> new Block.Unknown(type, block);
    };
  }

  private static ContentSource source(JsonObject block, String blockAt) throws Fault {
    String at = blockAt + "/source";
    if (!(block.get("source") instanceof JsonObject source)) {
      throw new Fault(ErrorCode.INVALID_CONTENT, at, "source must be an object");
    }
    String type = string(source, "type", at);
    return switch (type) {
      case "url" -> {
        String mediaType = source.get("media_type") == null ? "" : string(source, "media_type", at);
        yield new ContentSource.Url(url(string(source, "url", at), at + "/url"), mediaType);
      }
      case "base64" ->
          new ContentSource.Base64(
              string(source, "media_type", at), base64(string(source, "data", at), at + "/data"));
      default ->
          throw new Fault(
              ErrorCode.INVALID_CONTENT, at + "/type", "a source's type must be url or base64");
    };
  }

  private static String string(JsonObject object, String name, String at) throws Fault {
    if (object.get(name) instanceof JsonString(String value)) {
      return value;
    }
    String problem = object.get(name) == null ? " is missing" : " must be a string";
    throw new Fault(ErrorCode.INVALID_CONTENT, at + "/" + name, name + problem);
  }

  private static String url(String url, String at) throws Fault {
    try {
      URI uri = new URI(url);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException notOne) {
      // Said below.
    }
    throw new Fault(ErrorCode.INVALID_CONTENT, at, "url must be an absolute http or https URL");
  }

  private static String base64(String data, String at) throws Fault {
    // Padding is asked for: without it a cut-off file would pass.
    if (data.length() % 4 == 0 && decodes(data)) {
      return data;
    }
    throw new Fault(ErrorCode.INVALID_CONTENT, at, "data is not base64 with padding");
  }

  private static boolean decodes(String data) {
    try {
      byte[] bytes = Base64.getDecoder().decode(data);
      return bytes.length <= data.length();
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }
}
