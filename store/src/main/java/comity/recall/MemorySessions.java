package comity.recall;

import comity.files.AtomicFile;
import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.json.Json;
import comity.json.JsonReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The memory sessions of a home, one file each. */
final class MemorySessions {
  private static final String END = ".json";

  /** When there are as many, the one longest unused ends for a new one. */
  static final int MAX = 1000;

  /** One that was used since may still go on, so that there may be more of these. */
  private static final Duration USED = Duration.ofDays(1);

  private final Home home;

  /**
   * Those of a home.
   *
   * @param home opened
   */
  public MemorySessions(Home home) {
    this.home = home;
  }

  /**
   * A session; one whose file can't be understood is none, and opening it anew mends that.
   *
   * @throws FileException where its file can't be read
   */
  public Optional<MemorySession> find(String id) {
    return read(file(id)).filter(session -> session.id().equals(id));
  }

  /**
   * Keeps a session as it goes on, if nobody else has changed it meanwhile.
   *
   * @param before as it was found; empty where there was none
   * @return false where somebody has; nothing is written then
   */
  boolean keep(Optional<MemorySession> before, MemorySession after) {
    return Exclusive.in(
        home.run().resolve("memory.lock"),
        () -> {
          if (!find(after.id()).equals(before)) {
            return false;
          }
          if (before.isEmpty()) {
            AtomicFile.sweep(file(after.id()));
            makeRoom(after.activeAt());
          }
          byte[] bytes = (Json.text(after.toJson()) + "\n").getBytes(StandardCharsets.UTF_8);
          // What was open when must last, since what was said is attributed by it.
          if (before.filter(was -> was.openings().equals(after.openings())).isPresent()) {
            AtomicFile.writeOften(home.memory(), file(after.id()), bytes);
          } else {
            AtomicFile.write(home.memory(), file(after.id()), bytes);
          }
          return true;
        });
  }

  /** The lock is held. What waits of a session that ends is kept where it waits. */
  private void makeRoom(Instant now) {
    try (Stream<Path> files = Files.list(home.memory())) {
      if (files.filter(MemorySessions::isSession).limit(MAX).count() < MAX) {
        return;
      }
      List<MemorySession> all = all();
      List<MemorySession> unused =
          all.stream()
              .filter(session -> session.activeAt().isBefore(now.minus(USED)))
              .sorted(Comparator.comparing(MemorySession::activeAt))
              .toList();
      int many = Math.max(0, all.size() - MAX + 1);
      for (MemorySession session : unused.subList(0, Math.min(many, unused.size()))) {
        Files.deleteIfExists(file(session.id()));
      }
    } catch (IOException e) {
      throw FileException.of("Listing", home.memory(), e);
    }
  }

  private static boolean isSession(Path file) {
    return String.valueOf(file.getFileName()).matches("[0-9a-f]{32}\\.json");
  }

  /** All that there are, in no order. */
  public List<MemorySession> all() {
    List<MemorySession> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(home.memory())) {
      for (Path file : files.filter(MemorySessions::isSession).toList()) {
        read(file).ifPresent(found::add);
      }
      return found;
    } catch (IOException e) {
      throw FileException.of("Listing", home.memory(), e);
    }
  }

  /** Forgets a session that nobody has used meanwhile. */
  void forget(MemorySession session) {
    boolean _ =
        Exclusive.in(
            home.run().resolve("memory.lock"),
            () -> {
              try {
                return find(session.id()).filter(session::equals).isPresent()
                    && Files.deleteIfExists(file(session.id()));
              } catch (IOException e) {
                throw FileException.of("Forgetting", file(session.id()), e);
              }
            });
  }

  private static Optional<MemorySession> read(Path file) {
    try {
      return Json.read(Files.readAllBytes(file)) instanceof JsonReading.Read read
          ? MemorySession.read(read.value())
          : Optional.empty();
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }

  private Path file(String id) {
    return home.memory().resolve(Hash.of(id) + END);
  }
}
