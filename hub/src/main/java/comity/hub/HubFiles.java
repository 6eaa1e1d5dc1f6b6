package comity.hub;

import comity.files.AtomicFile;
import comity.files.Home;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** The files by which commands find a running hub: {@code run/token} and {@code run/hub.json}. */
final class HubFiles {
  private static final int TOKEN_BYTES = 32;

  private final Home home;

  HubFiles(Home home) {
    this.home = home;
  }

  private Path token() {
    return home.run().resolve("token");
  }

  private Path hub() {
    return home.run().resolve("hub.json");
  }

  /** Folders of runs; what a crash left in it is deleted at the start. */
  Path runs() {
    return home.run().resolve("runs");
  }

  /** The token of this home, made at its first start. */
  String token(Clock clock) {
    byte[] there = RegularFile.read(token(), 4 * TOKEN_BYTES);
    String known = new String(there, StandardCharsets.ISO_8859_1).strip();
    if (known.matches("[0-9a-f]{64}")) {
      return known;
    }
    String fresh = HexFormat.of().formatHex(clock.randomBytes(TOKEN_BYTES));
    AtomicFile.write(home.root(), token(), (fresh + "\n").getBytes(StandardCharsets.US_ASCII));
    return fresh;
  }

  /** Says where the hub answers. */
  void announce(String url, String token, String version, long pid) {
    JsonObject json =
        JsonObject.empty()
            .with("pid", pid)
            .with("url", url)
            .with("token", token)
            .with("version", version);
    AtomicFile.write(home.root(), hub(), Json.write(json));
  }

  void withdraw() {
    try {
      Files.deleteIfExists(hub());
    } catch (IOException stale) {
      // A stale file is recognised by its url, which does not answer.
    }
  }
}
