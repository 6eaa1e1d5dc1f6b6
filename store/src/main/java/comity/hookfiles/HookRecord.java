package comity.hookfiles;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a file had before Comity's hooks, kept in the home; see the package for its form. */
final class HookRecord {
  private final Path folder;
  private final Path file;
  private final String stem;

  HookRecord(Home home, String provider, Path file) {
    this.folder = home.root().resolve("hooks");
    this.file = file;
    byte[] path = file.toString().getBytes(StandardCharsets.UTF_8);
    this.stem = provider + "-" + hash(path).substring(0, 16);
  }

  static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  /** Where what the file had before is kept. */
  Path backup() {
    return folder.resolve(stem + ".before");
  }

  private Path note() {
    return folder.resolve(stem + ".json");
  }

  /**
   * What the file had before; empty in it where there was none.
   *
   * @param now what it has now; where that is not what was written, or what was kept is not what it
   *     had, nothing is known
   */
  Optional<Optional<byte[]>> before(byte[] now) {
    Optional<byte[]> note = bytes(note());
    if (note.isEmpty()
        || !(Json.read(note.get()) instanceof JsonReading.Read(JsonObject record))
        || !record.string("after").equals(Optional.of(hash(now)))) {
      return Optional.empty();
    }
    if (new JsonBoolean(false).equals(record.get("existed"))
        && record.string("before").equals(Optional.of(""))) {
      return Optional.of(Optional.empty());
    }
    Optional<byte[]> kept = bytes(backup());
    return kept.filter(bytes -> record.string("before").equals(Optional.of(hash(bytes))))
            .isPresent()
        ? Optional.of(kept)
        : Optional.empty();
  }

  private Optional<JsonObject> known() {
    return bytes(note())
        .flatMap(note ->
            Json.read(note) instanceof JsonReading.Read(JsonObject record)
                ? Optional.of(record)
                : Optional.empty());
  }

  /** Whether the file was made for the hooks, as far as is known. */
  boolean wasMade() {
    return known()
        .filter(record -> new JsonBoolean(false).equals(record.get("existed")))
        .isPresent();
  }

  /** The folders that were made for the file, as far as is known. */
  Set<Path> madeFolders() {
    Set<Path> made = new LinkedHashSet<>();
    if (known().isPresent() && known().get().get("made") instanceof JsonArray folders) {
      for (JsonValue each : folders.elements()) {
        if (each instanceof JsonString(String path) && file.startsWith(path)) {
          made.add(Path.of(path));
        }
      }
    }
    return made;
  }

  /**
   * Keeps what the file had; to be called before it is written.
   *
   * @param missing folders that are about to be made for it
   */
  void keep(Optional<byte[]> before, byte[] after, List<Path> missing) {
    AtomicFile.makeFolders(Objects.requireNonNull(folder.getParent()), folder);
    if (before.isPresent()) {
      AtomicFile.write(folder, backup(), before.get());
    }
    // Those of an earlier time, too.
    List<String> made =
        Stream.concat(madeFolders().stream(), missing.stream()).map(Path::toString).toList();
    JsonObject record =
        JsonObject.empty()
            .with("file", file.toString())
            .with("existed", before.isPresent())
            .with("after", hash(after))
            .with("before", before.map(HookRecord::hash).orElse(""))
            .with("made", JsonArray.of(made.stream().map(JsonString::new).toList()));
    AtomicFile.write(folder, note(), (Json.text(record) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Ends what was known; the backup stays. */
  void forget() {
    try {
      Files.deleteIfExists(note());
    } catch (IOException e) {
      throw FileException.of("Removing", note(), e);
    }
  }

  private static Optional<byte[]> bytes(Path path) {
    try {
      return Optional.of(RegularFile.bytes(path));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw FileException.of("Reading", path, e);
    }
  }
}
