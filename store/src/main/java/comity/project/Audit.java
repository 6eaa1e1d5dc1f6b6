package comity.project;

import comity.files.CutLines;
import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.files.LineLog;
import comity.files.PrivateFile;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.messages.Timestamps;
import comity.roles.Actor;
import comity.roles.Isolation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who did what under which role, and what was refused (ROLE-18): {@code audit.jsonl} of the home.
 *
 * <p>Each entry is one line, a JSON object {@code {"time","who","role"?,"session"?,"door","action",
 * "access"?,"path","rule","detail"?}}, written by one call under a lock that all processes share. A
 * line that a killed process left unfinished stays as it is, and the next entry begins a line of
 * its own. Where an entry can't be written, because the disk is full for instance, {@link
 * FileException} says so: whoever is about to write a file writes the entry first, and does not
 * write the file without it.
 */
public final class Audit {
  /** A path on Linux is no longer. */
  private static final int MAX_PATH = 4096;

  /** Of any other text: enough to know it by. */
  private static final int MAX_TEXT = 500;

  /** A line of ours is shorter, its escapes included; a longer one is none. */
  private static final int MAX_LINE = 1 << 16;

  private static final String REFUSE = "refuse";

  private final Home home;
  private final InstantSource clock;

  /**
   * Which entries are wanted.
   *
   * @param role in one case
   * @param session of which they are
   * @param since milliseconds since 1970
   * @param limit the latest so many
   */
  public record Query(
      Optional<String> role,
      Optional<String> session,
      OptionalLong since,
      boolean refused,
      int limit) {}

  /**
   * What was found.
   *
   * @param entries the latest last
   * @param damaged how many lines could not be read
   */
  public record Found(List<JsonObject> entries, long damaged) {
    public Found {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The log of a home.
   *
   * @param home opened
   */
  public Audit(Home home, InstantSource clock) {
    this.home = home;
    this.clock = clock;
  }

  Home home() {
    return home;
  }

  /**
   * A file is about to be written, or was.
   *
   * @throws FileException where that can't be logged: then the file must not be written
   */
  public void wrote(Actor actor, Path path, String rule) {
    append(entry(actor, "write", path.toString(), rule));
  }

  /**
   * Something else was done, such as a session that was opened.
   *
   * @param action one word
   * @throws FileException where that can't be logged
   */
  public void did(Actor actor, String action, String path, String rule, String detail) {
    append(entry(actor, action, path, rule).with("detail", cut(detail, MAX_TEXT)));
  }

  /**
   * Something was refused.
   *
   * @throws FileException where that can't be logged; it stays refused
   */
  public void refused(
      Actor actor, Isolation.Access access, String path, Isolation.Verdict.Refused verdict) {
    append(
        entry(actor, REFUSE, path, verdict.rule())
            .with("access", access == Isolation.Access.READ ? "read" : "write")
            .with("detail", cut(verdict.reason(), MAX_TEXT)));
  }

  /**
   * A command or call was refused that is about no single file.
   *
   * @throws FileException where that can't be logged; it stays refused
   */
  public void refused(Actor actor, String what, Isolation.Verdict.Refused verdict) {
    append(
        entry(actor, REFUSE, what, verdict.rule()).with("detail", cut(verdict.reason(), MAX_TEXT)));
  }

  private JsonObject entry(Actor actor, String action, String path, String rule) {
    JsonObject entry =
        JsonObject.empty()
            .with("time", Timestamps.write(clock.millis()))
            .with("who", cut(actor.user(), MAX_TEXT));
    if (actor.role().isPresent()) {
      entry = entry.with("role", cut(actor.role().get(), MAX_TEXT));
    }
    if (actor.session().isPresent()) {
      entry = entry.with("session", cut(actor.session().get(), MAX_TEXT));
    }
    return entry
        .with("door", actor.door().word())
        .with("action", cut(action, MAX_TEXT))
        .with("path", cut(path, MAX_PATH))
        .with("rule", cut(rule, MAX_TEXT));
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }

  private void append(JsonObject entry) {
    byte[] line = Json.text(entry).getBytes(StandardCharsets.UTF_8);
    Path file = home.audit();
    Exclusive.in(
        lock(),
        () -> {
          try {
            // The file that it announces is flushed: a power cut must not leave that one alone.
            LineLog.add(file, line, LineLog.Lasting.FLUSHED);
            return true;
          } catch (IOException e) {
            throw FileException.of("Writing the audit log", file, e);
          }
        });
  }

  /**
   * Reads entries.
   *
   * @throws FileException where the log can't be read
   */
  public Found read(Query query) {
    Deque<JsonObject> latest = new ArrayDeque<>();
    long[] damaged = {0};
    lines((line, _) -> {
      if (line.length == 0) {
        return true;
      }
      if (!(Json.read(line) instanceof JsonReading.Read(JsonObject entry))) {
        damaged[0]++;
        return true;
      }
      if (matches(entry, query)) {
        latest.addLast(entry);
        if (latest.size() > query.limit()) {
          latest.removeFirst();
        }
      }
      return true;
    });
    return new Found(List.copyOf(latest), damaged[0]);
  }

  private static boolean matches(JsonObject entry, Query query) {
    return (query.role().isEmpty() || query.role().equals(entry.string("role")))
        && (query.session().isEmpty() || query.session().equals(entry.string("session")))
        && (!query.refused() || entry.string("action").filter(REFUSE::equals).isPresent())
        && (query.since().isEmpty() || time(entry) >= query.since().getAsLong());
  }

  private static long time(JsonObject entry) {
    return entry
        .string("time")
        .flatMap(Timestamps::read)
        .map(Instant::toEpochMilli)
        .orElse(Long.MIN_VALUE);
  }

  /** What is done with each line; gives whether to go on. */
  private interface Each {
    boolean line(byte[] line, long start);
  }

  private void lines(Each each) {
    Path file = home.audit();
    try (CutLines lines = new CutLines(RegularFile.open(file), MAX_LINE)) {
      for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
        if (!each.line(line.get(), lines.start())) {
          return;
        }
      }
    } catch (NoSuchFileException none) {
      // Nothing was logged yet.
    } catch (IOException e) {
      throw FileException.of("Reading the audit log", file, e);
    }
  }

  /**
   * Drops the oldest entries. Others that write meanwhile wait, so that none is lost.
   *
   * @param before those older than that, in milliseconds since 1970
   * @param size and as many as the file is larger, in bytes
   * @return how many bytes went
   * @throws FileException where it can't be; then nothing went
   */
  public long drop(OptionalLong before, OptionalLong size) {
    return Exclusive.in(lock(), () -> dropped(before, size));
  }

  private long dropped(OptionalLong before, OptionalLong size) {
    Path file = home.audit();
    try {
      long all = Files.exists(file) ? Files.size(file) : 0;
      long least = all - size.orElse(Long.MAX_VALUE);
      Predicate<byte[]> isOld =
          line ->
              before.isPresent()
                  && Json.read(line) instanceof JsonReading.Read(JsonObject entry)
                  && time(entry) != Long.MIN_VALUE
                  && time(entry) < before.getAsLong();
      long[] cut = {all};
      lines((line, start) -> {
        boolean kept = start >= least && !isOld.test(line);
        cut[0] = kept ? start : cut[0];
        return !kept;
      });
      if (cut[0] > 0) {
        keepFrom(file, cut[0]);
      }
      return cut[0];
    } catch (IOException e) {
      throw FileException.of("Shortening the audit log", file, e);
    }
  }

  private void keepFrom(Path file, long from) throws IOException {
    Path next = file.resolveSibling("audit.jsonl.next");
    Files.deleteIfExists(next);
    try (FileChannel old = RegularFile.open(file, Set.of(StandardOpenOption.READ));
        FileChannel kept = PrivateFile.append(next)) {
      long at = from;
      while (at < old.size()) {
        at += old.transferTo(at, old.size() - at, kept);
      }
      kept.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path lock() {
    return home.run().resolve("audit.lock");
  }
}
