package comity.hookfiles;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.json.Json;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;

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
   * @param now what it has now; where that is not what was written, nothing is known
   */
  Optional<Optional<byte[]>> before(byte[] now) {
    Optional<byte[]> note = bytes(note());
    if (note.isEmpty()
        || !(Json.read(note.get()) instanceof JsonReading.Read(JsonObject record))
        || !record.string("after").equals(Optional.of(hash(now)))) {
      return Optional.empty();
    }
    if (new JsonBoolean(false).equals(record.get("existed"))) {
      return Optional.of(Optional.empty());
    }
    Optional<byte[]> kept = bytes(backup());
    return kept.isPresent() ? Optional.of(kept) : Optional.empty();
  }

  /** Whether the file was made for the hooks, as far as is known. */
  boolean wasMade() {
    return bytes(note()).isPresent()
        && Json.read(bytes(note()).get()) instanceof JsonReading.Read(JsonObject record)
        && new JsonBoolean(false).equals(record.get("existed"));
  }

  /** Keeps what the file had; to be called before it is written. */
  void keep(Optional<byte[]> before, byte[] after) {
    AtomicFile.makeFolders(Objects.requireNonNull(folder.getParent()), folder);
    if (before.isPresent()) {
      AtomicFile.write(folder, backup(), before.get());
    }
    JsonObject record =
        JsonObject.empty()
            .with("file", file.toString())
            .with("existed", before.isPresent())
            .with("after", hash(after));
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
      return Optional.of(Files.readAllBytes(path));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw FileException.of("Reading", path, e);
    }
  }
}
