package comity.cli;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What an installation put, so that {@code uninstall} takes exactly that away. It is written before
 * the first piece is put and lists pieces of the installation before too, so that a crash leaves
 * nothing behind that it does not know.
 *
 * @param items files and links, relative to the prefix
 * @param folders the folders that were made for them, each before what is in it
 */
record Manifest(List<Item> items, List<Path> folders) {
  private static final Path FILE = Path.of("share/comity/install.json");

  /**
   * One file or link.
   *
   * @param mark what it was when it was put: {@code link:TARGET} or {@code sha256:HEX}
   */
  record Item(Path path, String mark) {}

  Manifest {
    items = List.copyOf(items);
    folders = List.copyOf(folders);
  }

  /** What is installed under the prefix; empty where nothing is. */
  static Manifest read(Path prefix) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(prefix.resolve(FILE));
    } catch (NoSuchFileException none) {
      return new Manifest(List.of(), List.of());
    }
    if (Json.read(bytes) instanceof JsonReading.Read(JsonObject object)
        && object.get("items") instanceof JsonArray items
        && object.get("folders") instanceof JsonArray folders) {
      return new Manifest(
          items.elements().stream().map(Manifest::item).toList(),
          folders.elements().stream().map(each -> Path.of(text(each))).toList());
    }
    throw new IOException(prefix.resolve(FILE) + " is damaged; remove by hand what it should list");
  }

  private static Item item(JsonValue value) {
    return value instanceof JsonObject object
        ? new Item(Path.of(object.string("path").orElse("")), object.string("mark").orElse(""))
        : new Item(Path.of(""), "");
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString string ? string.value() : "";
  }

  void write(Path prefix) throws IOException {
    List<JsonValue> itemValues = new ArrayList<>();
    items.forEach(item ->
        itemValues.add(
            JsonObject.empty().with("path", item.path().toString()).with("mark", item.mark())));
    List<JsonValue> folderValues = new ArrayList<>();
    folders.forEach(folder -> folderValues.add(new JsonString(folder.toString())));
    JsonObject object =
        JsonObject.empty()
            .with("items", JsonArray.of(itemValues))
            .with("folders", JsonArray.of(folderValues));
    put(prefix.resolve(FILE), Json.text(object) + "\n");
  }

  static void delete(Path prefix) throws IOException {
    Files.deleteIfExists(prefix.resolve(FILE));
  }

  /** Where it is under the prefix. */
  static Path file() {
    return FILE;
  }

  /** Whether what is there now is what was put. */
  static boolean isAsPut(Path prefix, Item item) throws IOException {
    return item.mark().equals(markOf(prefix.resolve(item.path())));
  }

  static Item itemOf(Installation.Piece piece) {
    return switch (piece) {
      case Installation.Piece.Link link -> new Item(link.path(), "link:" + link.target());
      case Installation.Piece.Text text ->
          new Item(
              text.path(), "sha256:" + digest(text.content().getBytes(StandardCharsets.UTF_8)));
    };
  }

  /** What is there now, in the words of a mark; empty where nothing is. */
  static String markOf(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    if (Files.isSymbolicLink(file)) {
      return "link:" + Files.readSymbolicLink(file);
    }
    return Files.isRegularFile(file) ? "sha256:" + digest(Files.readAllBytes(file)) : "other";
  }

  static void put(Path prefix, Installation.Piece piece) throws IOException {
    Path file = prefix.resolve(piece.path());
    switch (piece) {
      case Installation.Piece.Link link -> {
        Path made = beside(file);
        Files.deleteIfExists(made);
        Files.createSymbolicLink(made, link.target());
        move(made, file);
      }
      case Installation.Piece.Text text -> put(file, text.content());
    }
  }

  private static void put(Path file, String content) throws IOException {
    Path made = beside(file);
    try {
      Files.writeString(made, content);
    } catch (IOException full) {
      Files.deleteIfExists(made);
      throw full;
    }
    move(made, file);
  }

  private static void move(Path made, Path file) throws IOException {
    try {
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException taken) {
      Files.deleteIfExists(made);
      throw taken;
    }
  }

  private static Path beside(Path file) {
    return file.resolveSibling("." + file.getFileName() + ".comity-new");
  }

  private static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.of(bytes));
  }
}
