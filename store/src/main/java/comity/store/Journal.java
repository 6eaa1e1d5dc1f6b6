package comity.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The log in front of the database: what is accepted is on disk here first.
 *
 * <p>A database commit writes pages, most of them for indexes; a log writes the message and nothing
 * else, into blocks that are allocated already, so that one flush makes a whole batch durable and
 * the file system has nothing of its own to write. What is in the log is brought into the database
 * later, many messages at a time, and then its space is used again.
 *
 * <p>Entries are numbered without a gap. A batch that could not be flushed does not count: the log
 * goes on in a new segment whose head says where the one before really ends. One thread appends.
 */
final class Journal implements Closeable {
  /** Large enough that changing segments is rare, small enough to be written at the first start. */
  static final int SEGMENT_BYTES = 8 << 20;

  /** Segments kept to be written over; more would only hold disk space. */
  private static final int MAX_SPARES = 8;

  /** An entry that was not in the database when the log was opened. */
  record Entry(long number, byte[] payload) {}

  private final Path folder;
  private final Deque<Segment> used = new ArrayDeque<>();
  private final Deque<Path> spares = new ArrayDeque<>();
  private Segment current;
  private long next;
  private long lastFile;
  private boolean broken;

  private Journal(Path folder, Segment current, long next, long lastFile) {
    this.folder = folder;
    this.current = current;
    this.next = next;
    this.lastFile = lastFile;
  }

  /**
   * Opens the log of {@code folder} and gives every entry after {@code applied} to {@code replay}.
   *
   * @throws DamagedException where entries that were durable are missing or unreadable
   */
  static Journal open(Path folder, long applied, Consumer<Entry> replay)
      throws IOException, DamagedException {
    Files.createDirectories(folder);
    List<Segment> segments = new ArrayList<>();
    for (Path file : files(folder)) {
      segments.add(Segment.openExisting(file));
    }
    long first = segments.isEmpty() ? applied + 1 : segments.getFirst().first();
    if (first > applied + 1) {
      throw new DamagedException(
          folder, "entries " + (applied + 1) + " to " + (first - 1) + " are missing");
    }
    long next = Math.max(replay(segments, applied, replay), applied + 1);
    long lastFile = segments.isEmpty() ? 0 : number(segments.getLast().file());
    Segment current;
    if (!segments.isEmpty() && segments.getLast().nextNumber() == next) {
      current = segments.removeLast();
    } else {
      long end = segments.isEmpty() ? 0 : segments.getLast().end();
      lastFile++;
      current = Segment.create(name(folder, lastFile), SEGMENT_BYTES, next, end);
    }
    Journal journal = new Journal(folder, current, next, lastFile);
    journal.used.addAll(segments);
    return journal;
  }

  /**
   * The segments in order; what was being made or done with when the machine stopped is deleted.
   */
  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> list = Files.list(folder)) {
      for (Path file : list.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.matches("[0-9]{16}\\.log")) {
          files.add(file);
        } else if (name.matches("[0-9]{16}\\.log\\.(new|spare)")) {
          Files.delete(file);
        }
      }
    }
    return files;
  }

  private static long replay(List<Segment> segments, long applied, Consumer<Entry> to)
      throws IOException, DamagedException {
    long expected = segments.isEmpty() ? 1 : segments.getFirst().first();
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      if (segment.first() != expected) {
        throw new DamagedException(segment.file(), "entry " + expected + " is missing");
      }
      long end = i + 1 < segments.size() ? segments.get(i + 1).previousEnd() : -1;
      expected =
          segment.replay(
              end,
              entry -> {
                if (entry.number() > applied) {
                  to.accept(entry);
                }
              });
    }
    return expected;
  }

  /** The number of the last durable entry. */
  long last() {
    return next - 1;
  }

  /**
   * Makes a batch durable. At return all of it is on disk; at an exception none of it counts.
   *
   * @return the number of the first entry; the others follow
   */
  long append(List<byte[]> payloads) throws IOException {
    long bytes = Segment.sizeOf(payloads);
    if (broken || !current.hasRoom(bytes)) {
      roll(bytes);
    }
    try {
      current.append(next, payloads);
    } catch (IOException e) {
      // After a failed flush nothing is known about these blocks: they are not written again.
      broken = true;
      throw e;
    }
    long first = next;
    next += payloads.size();
    return first;
  }

  private void roll(long bytes) throws IOException {
    lastFile++;
    Path file = name(folder, lastFile);
    int size = (int) Math.max(SEGMENT_BYTES, bytes + Segment.HEAD_BYTES);
    Segment fresh;
    if (size == SEGMENT_BYTES && !spares.isEmpty()) {
      Path spare = spares.removeFirst();
      fresh = Segment.recycle(spare, file, next, current.end());
    } else {
      fresh = Segment.create(file, size, next, current.end());
    }
    used.addLast(current);
    current = fresh;
    broken = false;
  }

  /** Gives up the segments whose entries are all in the database, on disk. */
  void release(long applied) throws IOException {
    while (!used.isEmpty() && used.getFirst().nextNumber() <= applied + 1) {
      Segment done = used.removeFirst();
      done.close();
      if (done.size() == SEGMENT_BYTES && spares.size() < MAX_SPARES) {
        spares.addLast(done.retire());
      } else {
        Files.deleteIfExists(done.file());
      }
    }
  }

  @Override
  public void close() throws IOException {
    current.close();
    for (Segment segment : used) {
      segment.close();
    }
  }

  private static Path name(Path folder, long number) {
    return folder.resolve(String.format(Locale.ROOT, "%016d.log", number));
  }

  private static long number(Path file) {
    return Long.parseLong(file.getFileName().toString().replace(".log", ""));
  }
}
