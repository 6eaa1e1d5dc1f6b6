package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.messages.MediaType;
import comity.messages.SafeText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Puts the images and files of messages into a folder. Their names come from others: each becomes
 * one safe path segment, and a file that is there is never written to. What is there already with
 * the same bytes is not put a second time.
 */
final class Saving {
  /** So many files of one name are no accident. */
  private static final int MOST_OF_A_NAME = 1_000;

  private final Path folder;

  /** Each file that holds an attachment now, and whether it was put by this. */
  private final SequencedMap<Path, Boolean> files = new LinkedHashMap<>();

  /** The folder is made where it is not there. */
  Saving(Path folder) throws IOException {
    this.folder = folder;
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException(folder + " is no folder; name another with --save");
    }
    Files.createDirectories(folder);
  }

  /** Whether the message has something to save. */
  static boolean has(JsonObject message) {
    return Table.objects(message, "content").stream().anyMatch(block -> data(block).length() > 0);
  }

  void save(JsonObject message) throws IOException {
    for (JsonObject block : Table.objects(message, "content")) {
      String data = data(block);
      if (data.isEmpty()) {
        continue;
      }
      try {
        put(name(block, message), Base64.getDecoder().decode(data));
      } catch (IllegalArgumentException notBase64) {
        throw new IOException(
            "message " + Table.text(message, "message_id") + " is damaged", notBase64);
      }
    }
  }

  private static String data(JsonObject block) {
    String type = Table.text(block, "type");
    return type.equals("image") || type.equals("file")
        ? block.object("source").flatMap(source -> source.string("data")).orElse("")
        : "";
  }

  /** An image has no name of its own: it is called by its place in the conversation. */
  private static String name(JsonObject block, JsonObject message) {
    if (Table.text(block, "type").equals("file")) {
      String name = Table.text(block, "name");
      return SafeText.fileName(
          name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));
    }
    String type = Table.text(block.object("source").orElse(JsonObject.empty()), "media_type");
    return "image-" + Table.text(message, "sequence") + MediaType.ending(type);
  }

  private void put(String name, byte[] bytes) throws IOException {
    int dot = name.lastIndexOf('.');
    String stem = dot < 1 ? name : name.substring(0, dot);
    for (int number = 1; number <= MOST_OF_A_NAME; number++) {
      Path file =
          folder.resolve(number == 1 ? name : stem + "-" + number + name.substring(stem.length()));
      try {
        Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        files.put(file, true);
        return;
      } catch (FileAlreadyExistsException there) {
        if (holds(file, bytes)) {
          files.putIfAbsent(file, false);
          return;
        }
      }
    }
    throw new IOException(folder + " has " + MOST_OF_A_NAME + " files of the name " + name);
  }

  private static boolean holds(Path file, byte[] bytes) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) == bytes.length
        && Arrays.equals(Files.readAllBytes(file), bytes);
  }

  /** What was done, for a person. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    files.forEach((file, put) -> lines.add((put ? "saved " : "there already: ") + file));
    return lines.isEmpty() ? List.of("there is no attachment to save") : lines;
  }

  /** The files that hold the attachments now, those that were there before included. */
  JsonArray json() {
    return JsonArray.of(
        files.keySet().stream().map(file -> new JsonString(file.toString())).toList());
  }
}
