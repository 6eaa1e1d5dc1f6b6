package comity.hub;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.Envelope;
import comity.messages.MediaType;
import comity.messages.Prompt;
import comity.messages.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of one run: the message and its files for the agent, and the files it answers with.
 */
final class RunFolder {
  /** Files of an answer: each takes memory beside its bytes. */
  private static final int MAX_FILES = 1_000;

  private final Path root;

  private RunFolder(Path root) {
    this.root = root;
  }

  static RunFolder create(Path parent, String runId) throws IOException {
    Path root = parent.resolve(runId);
    if (Files.getFileAttributeView(parent, PosixFileAttributeView.class) != null) {
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(root);
    }
    RunFolder folder = new RunFolder(root);
    Files.createDirectories(folder.in());
    Files.createDirectories(folder.out());
    return folder;
  }

  Path root() {
    return root;
  }

  Path in() {
    return root.resolve("in");
  }

  Path out() {
    return root.resolve("out");
  }

  Path envelope() {
    return root.resolve("envelope.json");
  }

  Path prompt() {
    return root.resolve("prompt.txt");
  }

  void write(Envelope envelope, Prompt prompt) throws IOException {
    Files.write(envelope(), Json.write(envelope.json()));
    Files.writeString(prompt(), prompt.text());
    for (Prompt.Attachment file : prompt.files()) {
      Files.write(in().resolve(file.name()), file.data());
    }
  }

  /**
   * The agent's answer: its text, and the files it left in {@link #out}.
   *
   * @param limit bytes of all files together
   * @throws IOException where they are more, or can't be read
   */
  JsonValue answer(String text, long limit) throws IOException {
    List<JsonValue> blocks = new ArrayList<>();
    long left = limit;
    List<Path> files = files();
    if (files.size() > MAX_FILES) {
      throw new IOException("there are more than " + MAX_FILES);
    }
    for (Path file : files) {
      left -= Files.size(file);
      if (left < 0) {
        throw new IOException("its files have more than " + limit + " bytes");
      }
      blocks.add(block(file));
    }
    if (blocks.isEmpty()) {
      return new JsonString(text);
    }
    if (!text.isEmpty()) {
      blocks.addFirst(JsonObject.empty().with("type", "text").with("text", text));
    }
    return JsonArray.of(blocks);
  }

  /** Of all files that the agent left. */
  long answerBytes() throws IOException {
    long bytes = 0;
    for (Path file : files()) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /** Plain files only: a link could lead anywhere, also one in the place of the folder itself. */
  private List<Path> files() throws IOException {
    if (!Files.isDirectory(out(), LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(out())) {
      return list.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
          .limit(MAX_FILES + 1L)
          .sorted()
          .toList();
    }
  }

  private static JsonObject block(Path file) throws IOException {
    String name = SafeText.fileName(file.getFileName().toString());
    byte[] bytes = Files.readAllBytes(file);
    String type = MediaType.of(name, bytes);
    JsonObject source =
        JsonObject.empty()
            .with("type", "base64")
            .with("media_type", type)
            .with("data", Base64.getEncoder().encodeToString(bytes));
    return MediaType.isImage(type)
        ? JsonObject.empty().with("type", "image").with("source", source)
        : JsonObject.empty()
            .with("type", "file")
            .with("name", name)
            .with("mime_type", type)
            .with("source", source);
  }

  /** Removes the folders of all runs; none is under way. */
  static void deleteAll(Path parent) throws IOException {
    if (Files.isDirectory(parent)) {
      try (Stream<Path> left = Files.list(parent)) {
        left.forEach(folder -> new RunFolder(folder).delete());
      }
    }
  }

  /** Removes the folder; what the agent made read-only or keeps writing may stay. */
  void delete() {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException left) {
      // The next start removes what is left.
    }
  }

  /** What the agent is told, as bytes for its standard input. */
  static byte[] input(Prompt prompt) {
    return prompt.text().getBytes(StandardCharsets.UTF_8);
  }
}
