package comity.recall;

import comity.files.CutLines;
import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.files.LineLog;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.memory.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What was given of memories, and why (MEM-6): {@code recall/receipts.jsonl} of the home, one JSON
 * object a line. It holds names of files, triggers and questions, so it is its owner's, and a
 * session is shown its own of the scope that is open.
 */
public final class Receipts {
  /** Then the file is put aside as {@code receipts.jsonl.1}, in place of the one before. */
  private static final long MAX_BYTES = 8 << 20;

  /** A receipt of ours is shorter. */
  private static final int MAX_LINE = 1 << 20;

  private final Home home;

  /**
   * A receipt, and whose it is.
   *
   * @param project the root of the project
   */
  public record Kept(String session, String project, Receipt receipt) {
    /** The receipt as JSON, with {@code session} and {@code project}. */
    public JsonObject toJson() {
      return receipt.toJson().with("session", session).with("project", project);
    }
  }

  /**
   * Those of a home.
   *
   * @param home opened
   */
  public Receipts(Home home) {
    this.home = home;
  }

  private Path file() {
    return home.memory().resolve("receipts.jsonl");
  }

  private Path before() {
    return home.memory().resolve("receipts.jsonl.1");
  }

  void add(Kept kept) {
    byte[] line = Json.text(kept.toJson()).getBytes(StandardCharsets.UTF_8);
    Exclusive.in(
        home.run().resolve("receipts.lock"),
        () -> {
          try {
            if (Files.exists(file()) && Files.size(file()) > MAX_BYTES) {
              Files.move(file(), before(), StandardCopyOption.ATOMIC_MOVE);
            }
            LineLog.add(file(), line, LineLog.Lasting.WRITTEN);
            return true;
          } catch (IOException e) {
            throw FileException.of("Keeping what was given", file(), e);
          }
        });
  }

  /**
   * Receipts that were kept.
   *
   * @param receipts the latest last
   * @param unreadable lines that are none: half ones of processes that were killed, or changed by
   *     somebody
   */
  public record Listed(List<Kept> receipts, int unreadable) {
    public Listed {
      receipts = List.copyOf(receipts);
    }
  }

  /**
   * The latest of those that are wanted.
   *
   * @param limit as many
   */
  Listed latest(Predicate<Kept> wanted, int limit) {
    Deque<Kept> found = new ArrayDeque<>();
    int unreadable = 0;
    for (Path file : List.of(before(), file())) {
      if (!Files.exists(file)) {
        continue;
      }
      try (CutLines lines = new CutLines(RegularFile.open(file), MAX_LINE)) {
        for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
          Optional<Kept> kept = kept(line.get());
          unreadable += kept.isEmpty() ? 1 : 0;
          kept.filter(wanted).ifPresent(found::addLast);
          if (found.size() > limit) {
            found.removeFirst();
          }
        }
      } catch (IOException e) {
        throw FileException.of("Reading what was given", file, e);
      }
    }
    return new Listed(List.copyOf(found), unreadable);
  }

  private static Optional<Kept> kept(byte[] line) {
    return Json.read(line) instanceof JsonReading.Read(JsonObject json)
        ? Receipt.read(json)
            .map(receipt ->
                new Kept(
                    json.string("session").orElse(""), json.string("project").orElse(""), receipt))
        : Optional.empty();
  }
}
