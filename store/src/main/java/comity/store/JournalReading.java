package comity.store;

import comity.files.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a {@link Journal}'s folder holds, read without changing anything.
 *
 * @param entries those that the database does not have, in order
 * @param next the number of the entry after the last
 * @param lastFile the number of the last segment, or 0
 * @param lastEnd where its batches end
 * @param segments all segments' files, in order
 * @param spares files to write over
 * @param leftovers files that were being made when the machine stopped
 */
record JournalReading(
    List<Journal.Entry> entries,
    long next,
    long lastFile,
    long lastEnd,
    List<Path> segments,
    List<Path> spares,
    List<Path> leftovers) {
  /** By making this file a person says: the log is lost, go on with what the database has. */
  static final String START_EMPTY = "start-empty";

  /** Reads what is left of one segment. */
  private record Replayed(long next, long end) {}

  /**
   * Reads the log.
   *
   * @param applied the number of the last entry that the database has, or -1 where there is no
   *     database
   * @throws DamagedException where entries that were durable are missing or unreadable
   */
  static JournalReading of(Path folder, long applied) throws IOException, DamagedException {
    List<Path> segments = new ArrayList<>();
    List<Path> spares = new ArrayList<>();
    List<Path> leftovers = new ArrayList<>();
    boolean startEmpty = sort(folder, segments, spares, leftovers);
    if (!segments.isEmpty() && applied < 0) {
      throw new DamagedException(
          folder,
          "the log of a database is there, but the database is not: it is missing or empty");
    }
    if (segments.isEmpty()) {
      if (applied > 0 && !startEmpty) {
        throw new DamagedException(
            folder,
            "the log's files are missing, and with them what was accepted last. Put them back, or,"
                + " to go on without, make an empty file named "
                + folder.resolve(START_EMPTY));
      }
      return new JournalReading(
          List.of(), Math.max(applied, 0) + 1, 0, 0, segments, spares, leftovers);
    }
    List<Journal.Entry> entries = new ArrayList<>();
    List<Path> needed = needed(segments, applied);
    long next = Segment.Head.read(needed.getFirst()).first();
    if (next > applied + 1) {
      throw new DamagedException(
          folder, "entries " + (applied + 1) + " to " + (next - 1) + " are missing");
    }
    long end = 0;
    for (int i = 0; i < needed.size(); i++) {
      Segment.Head head = Segment.Head.read(needed.get(i));
      if (head.first() != next) {
        throw new DamagedException(needed.get(i), "entry " + next + " is missing before it");
      }
      long known = i + 1 < needed.size() ? Segment.Head.read(needed.get(i + 1)).previousEnd() : -1;
      Replayed replayed = replay(needed.get(i), head, known, applied, entries);
      next = replayed.next();
      end = replayed.end();
    }
    if (next <= applied) {
      throw new DamagedException(
          folder, "entries " + next + " to " + applied + " are missing, and maybe later ones");
    }
    return new JournalReading(
        entries, next, number(segments.getLast()), end, segments, spares, leftovers);
  }

  private static boolean sort(
      Path folder, List<Path> segments, List<Path> spares, List<Path> leftovers)
      throws IOException, DamagedException {
    if (!Files.exists(folder)) {
      return false;
    }
    boolean startEmpty = false;
    try (Stream<Path> list = Files.list(folder)) {
      for (Path file : list.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.matches("[0-9]{16}\\.log")) {
          segments.add(file);
        } else if (name.matches("[0-9]{16}\\.log\\.spare")) {
          spares.add(file);
        } else if (name.matches("[0-9]{16}\\.log\\.new")) {
          leftovers.add(file);
        } else if (name.equals(START_EMPTY)) {
          startEmpty = true;
          leftovers.add(file);
        } else {
          continue;
        }
        if (!Files.isRegularFile(file)) {
          throw new DamagedException(file, "it is no regular file");
        }
      }
    }
    return startEmpty;
  }

  /**
   * The last segments, back to the one that has the entry after {@code applied}: the others are
   * done with, whatever is in them.
   */
  private static List<Path> needed(List<Path> segments, long applied)
      throws IOException, DamagedException {
    List<Path> needed = new ArrayList<>();
    for (Path file : segments.reversed()) {
      Segment.Head head = Segment.Head.read(file);
      if (head.number() != number(file)) {
        break; // It was done with and got its next head, when the machine stopped.
      }
      needed.addFirst(file);
      if (head.first() <= applied + 1) {
        break;
      }
    }
    if (needed.isEmpty()) {
      throw new DamagedException(segments.getLast(), "it is another segment's file");
    }
    return needed;
  }

  /**
   * Adds the entries of one segment.
   *
   * @param knownEnd where the batches end, or -1 in the last segment, where they end at the first
   *     that is not whole
   */
  private static Replayed replay(
      Path file, Segment.Head head, long knownEnd, long applied, List<Journal.Entry> to)
      throws IOException, DamagedException {
    ByteBuffer all = bytes(file);
    long limit = knownEnd < 0 ? all.limit() : knownEnd;
    long next = head.first();
    int at = Segment.HEAD_BYTES;
    while (at < limit) {
      int length = Frame.length(all, at, head.number());
      if (length < 0 || Frame.first(all, at) != next) {
        break;
      }
      Frame.read(
          all,
          at,
          entry -> {
            if (entry.number() > applied) {
              to.add(entry);
            }
          });
      next += Frame.count(all, at);
      at += length;
    }
    if (knownEnd < 0 ? isFollowed(all, at, head.number(), next) : at != knownEnd) {
      throw new DamagedException(file, "entry " + next + " at byte " + at + " is unreadable");
    }
    return new Replayed(next, at);
  }

  /** A later batch that is whole proves that the one at {@code from} was durable once. */
  private static boolean isFollowed(ByteBuffer all, int from, long segment, long next) {
    for (int at = from; at + Frame.HEAD_BYTES <= all.limit(); at += 8) {
      if (Frame.first(all, at) > next && Frame.length(all, at, segment) > 0) {
        return true;
      }
    }
    return false;
  }

  private static ByteBuffer bytes(Path file) throws IOException {
    try (FileChannel channel = RegularFile.open(file, Set.of(StandardOpenOption.READ))) {
      ByteBuffer all = ByteBuffer.allocate((int) Math.min(channel.size(), Integer.MAX_VALUE - 8));
      while (all.hasRemaining() && channel.read(all, all.position()) >= 0) {
        // Reads until the file's end.
      }
      return all.flip();
    }
  }

  private static long number(Path file) {
    return Long.parseLong(file.getFileName().toString().substring(0, 16));
  }
}
