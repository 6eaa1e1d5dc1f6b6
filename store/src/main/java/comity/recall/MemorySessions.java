package comity.recall;

import comity.files.AtomicFile;
import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.files.LineLog;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonReading;
import comity.memory.Opening;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The memory sessions of a home, a file each: a JSON object a line, of which the last is the
 * session as it is. A line is added at each step; one that opens or closes a memory is flushed,
 * since what is said is attributed by it, others are not, which would cost more than the step.
 */
final class MemorySessions {
  private static final String BEGIN = "session-";
  private static final String END = ".jsonl";

  /** A longer file is written anew with its last line, as long as that is much shorter. */
  private static final int MAX_BYTES = 64 << 10;

  /** What Comity writes there is shorter. */
  private static final int MAX_READ = 16 << 20;

  private static final System.Logger LOG = System.getLogger(MemorySessions.class.getName());

  /** Of long lines so many fit: to write all anew at each step would cost more than to add. */
  private static final int MIN_LINES = 8;

  /** Of more than that those longest unused are forgotten, when a new one begins. */
  static final int MAX = 1000;

  /** One new session in 256 looks for those that are too many: to look takes long. */
  static final String LOOKS = "00";

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
   * A session; one whose file can't be understood at all is none.
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
          if (before.isEmpty() && Hash.of(after.id()).startsWith(LOOKS)) {
            makeRoom(after.activeAt());
          }
          boolean damaged = before.isEmpty() && Files.exists(file(after.id()));
          boolean moved = before.filter(was -> isLost(was, after)).isPresent();
          if (damaged || moved) {
            // What was open in it until now is not known any more.
            forgotten(after.activeAt());
          }
          // What was open when must last, since what was said is attributed by it.
          boolean same = before.filter(was -> was.openings().equals(after.openings())).isPresent();
          write(
              file(after.id()),
              Json.text(after.toJson()).getBytes(StandardCharsets.UTF_8),
              same ? LineLog.Lasting.WRITTEN : LineLog.Lasting.FLUSHED);
          return true;
        });
  }

  /** Whether what was open in it goes: it begins anew for another project. */
  private static boolean isLost(MemorySession before, MemorySession after) {
    return !before.project().equals(after.project())
        && before.openings().stream().anyMatch(Opening::isOfGroup);
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
              .filter(session -> !session.isUnflushed())
              .sorted(Comparator.comparing(MemorySession::activeAt))
              .toList();
      int many = Math.max(0, all.size() - MAX + 1);
      for (MemorySession session : unused.subList(0, Math.min(many, unused.size()))) {
        delete(session, now);
      }
    } catch (IOException e) {
      throw FileException.of("Listing", home.memory(), e);
    }
  }

  /** All that there are, in no order. */
  public List<MemorySession> all() {
    List<MemorySession> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(home.memory())) {
      for (Path file : files.filter(MemorySessions::isSession).toList()) {
        try {
          read(file).ifPresent(found::add);
        } catch (FileException unreadable) {
          // One that can't be read stops nobody else's work.
          LOG.log(System.Logger.Level.WARNING, unreadable.getMessage());
        }
      }
      return found;
    } catch (IOException e) {
      throw FileException.of("Listing", home.memory(), e);
    }
  }

  /** Forgets a session that nobody has used meanwhile. */
  void forget(MemorySession session, Instant now) {
    boolean _ =
        Exclusive.in(
            home.run().resolve("memory.lock"),
            () -> {
              try {
                return find(session.id()).filter(session::equals).isPresent()
                    && delete(session, now);
              } catch (IOException e) {
                throw FileException.of("Forgetting", file(session.id()), e);
              }
            });
  }

  /** What was open in it is not known from then on, which is noted first. */
  private boolean delete(MemorySession session, Instant now) throws IOException {
    boolean group = session.openings().stream().anyMatch(Opening::isOfGroup);
    if (group) {
      forgotten(session.open().isPresent() ? now : session.activeAt());
    }
    return Files.deleteIfExists(file(session.id()));
  }

  private void forgotten(Instant at) {
    if (knownSince().filter(since -> !since.equals(Instant.MAX)).filter(at::isBefore).isEmpty()) {
      byte[] line = (at + "\n").getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(home.memory(), forgotten(), line);
    }
  }

  /** Whether there is a session of that id that can't be understood at all. */
  boolean isDamaged(String id) {
    return Files.exists(file(id)) && find(id).isEmpty();
  }

  private Path forgotten() {
    return home.memory().resolve("known-since");
  }

  /**
   * Since when it is known which groups were open in all sessions; empty where none was forgotten.
   * A note that can't be read counts as one of now.
   */
  Optional<Instant> knownSince() {
    try {
      return Optional.of(
          Instant.parse(
              new String(RegularFile.bytes(forgotten()), StandardCharsets.UTF_8).strip()));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (DateTimeException damaged) {
      return Optional.of(Instant.MAX);
    } catch (IOException e) {
      throw FileException.of("Reading", forgotten(), e);
    }
  }

  private void write(Path file, byte[] line, LineLog.Lasting lasting) {
    try {
      long size = Files.exists(file) ? Files.size(file) : 0;
      if (size > Math.max(MAX_BYTES, (long) MIN_LINES * line.length)) {
        AtomicFile.sweep(file);
        byte[] alone = Arrays.copyOf(line, line.length + 1);
        alone[line.length] = '\n';
        AtomicFile.write(home.memory(), file, alone);
        return;
      }
      LineLog.add(file, line, lasting);
    } catch (IOException e) {
      throw FileException.of("Keeping a memory session in", file, e);
    }
  }

  private static Optional<MemorySession> read(Path file) {
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException("it is no regular file");
        }
        return Optional.empty();
      }
      if (Files.size(file) > MAX_READ) {
        throw new IOException("it is larger than " + (MAX_READ >> 20) + " MiB");
      }
      return read(Files.readAllBytes(file));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }

  /**
   * The last line's session. Where that line is damaged, a power cut or a full disk kept it from
   * being acknowledged: what is open is as before, but nothing is given until it is opened anew,
   * since it is not known how much was spent.
   */
  private static Optional<MemorySession> read(byte[] bytes) {
    int end = bytes.length;
    for (boolean last = true; end > 0; last = false) {
      int from = end - 1;
      while (from > 0 && bytes[from - 1] != '\n') {
        from--;
      }
      Optional<MemorySession> session =
          Json.read(Arrays.copyOfRange(bytes, from, end)) instanceof JsonReading.Read read
              ? MemorySession.read(read.value())
              : Optional.empty();
      if (session.isPresent()) {
        return last ? session : session.map(MemorySession::shut);
      }
      end = from;
    }
    return Optional.empty();
  }

  private static boolean isSession(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(BEGIN) && name.endsWith(END);
  }

  private Path file(String id) {
    return home.memory().resolve(BEGIN + Hash.of(id) + END);
  }
}
