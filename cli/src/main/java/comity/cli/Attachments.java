package comity.cli;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import comity.messages.MediaType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Makes content blocks of files and of standard input. */
final class Attachments {
  /**
   * A hub takes messages of 10 MiB unless it is told otherwise; far more would not fit this
   * process.
   */
  private static final int MAX_BYTES = 24 << 20;

  private static final Map<String, String> LANGUAGES =
      Map.of(
          "py", "python",
          "js", "javascript",
          "ts", "typescript",
          "rs", "rust",
          "rb", "ruby",
          "sh", "bash",
          "kt", "kotlin",
          "cs", "csharp",
          "yml", "yaml",
          "h", "c");

  private final Surroundings surroundings;

  Attachments(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  JsonObject file(String name) throws IOException {
    Path file = path(name);
    JsonObject source = source(file);
    return JsonObject.empty()
        .with("type", "file")
        .with("name", String.valueOf(file.getFileName()))
        .with("mime_type", source.string("media_type").orElse(MediaType.UNKNOWN))
        .with("source", source);
  }

  /** An image, or the URL of one. */
  JsonObject image(String name) throws IOException {
    boolean url = name.startsWith("https://") || name.startsWith("http://");
    JsonObject source =
        url ? JsonObject.empty().with("type", "url").with("url", name) : source(path(name));
    if (!url && !MediaType.isImage(source.string("media_type").orElse(""))) {
      throw new IOException(
          path(name)
              + " is no image by its name (png, jpg, gif, webp, svg, …); send it with --file "
              + name);
    }
    return JsonObject.empty().with("type", "image").with("source", source);
  }

  JsonObject code(String name) throws IOException {
    Path file = path(name);
    String end = MediaType.end(String.valueOf(file.getFileName()));
    return JsonObject.empty()
        .with("type", "code")
        .with("language", end.isEmpty() ? "text" : LANGUAGES.getOrDefault(end, end))
        .with("code", text(bytes(file), file.toString()));
  }

  /** The blocks of a JSON file: an array, or an object with a member {@code content}. */
  List<JsonValue> blocks(String name) throws IOException {
    byte[] bytes = name.equals("-") ? standardInputBytes() : bytes(path(name));
    return switch (Json.read(bytes)) {
      case JsonReading.Read(JsonArray blocks) -> blocks.elements();
      case JsonReading.Read(JsonObject object)
          when object.get("content") instanceof JsonArray blocks ->
          blocks.elements();
      case JsonReading.Read _ ->
          throw new IOException(name + " is neither an array nor an object with content");
      case JsonReading.Malformed(String reason, long offset) ->
          throw new IOException(name + " is no JSON: " + reason + " at byte " + offset);
    };
  }

  String standardInput() throws IOException {
    return text(standardInputBytes(), "standard input");
  }

  private byte[] standardInputBytes() throws IOException {
    return bounded(surroundings.in().readNBytes(MAX_BYTES + 1), "standard input");
  }

  private Path path(String name) {
    return surroundings.folder().resolve(name);
  }

  private static JsonObject source(Path file) throws IOException {
    byte[] bytes = bytes(file);
    return JsonObject.empty()
        .with("type", "base64")
        .with("media_type", MediaType.of(String.valueOf(file.getFileName()), bytes))
        .with("data", Base64.getEncoder().encodeToString(bytes));
  }

  private static byte[] bytes(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": this is a folder; give a file");
    }
    try (var in = Files.newInputStream(file)) {
      return bounded(in.readNBytes(MAX_BYTES + 1), file.toString());
    }
  }

  private static byte[] bounded(byte[] bytes, String name) throws IOException {
    if (bytes.length > MAX_BYTES) {
      throw new IOException(name + " is larger than " + (MAX_BYTES >> 20) + " MiB");
    }
    return bytes;
  }

  private static String text(byte[] bytes, String name) throws IOException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      throw new IOException(name + " is not UTF-8 text; send it with --file", notUtf8);
    }
  }
}
