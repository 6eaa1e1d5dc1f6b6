package comity.recall;

import comity.files.CutLines;
import comity.memory.Transcript;
import comity.memory.Turn;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The transcripts that providers keep of their sessions. */
final class Transcripts {
  /** The latest so many turns: what was before was kept at an event before. */
  private static final int MAX_TURNS = 2000;

  /**
   * The latest part of a file that is larger, for each event may read it; its first line may be
   * cut, and says nothing then.
   */
  static final long MAX_BYTES = 32L << 20;

  private Transcripts() {}

  /**
   * Whether a transcript says that it is of that session.
   *
   * @throws IOException where it can't be read
   */
  static boolean isOf(Path file, Transcript.Format format, String session) throws IOException {
    if (session.isBlank() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      CutLines lines = new CutLines(in, Transcript.MAX_LINE + 1);
      Transcript transcript = Transcript.of(format, new Lines(lines));
      while (transcript.session().isEmpty() && lines.start() < MAX_BYTES && transcript.hasNext()) {
        transcript.next();
      }
      return transcript.session().filter(session::equals).isPresent();
    }
  }

  /** The turns behind the one of that id; all where it is not among them. */
  static List<Turn> after(Optional<String> id, List<Turn> turns) {
    for (int at = turns.size() - 1; at >= 0 && id.isPresent(); at--) {
      if (turns.get(at).id().equals(id.get())) {
        return turns.subList(at + 1, turns.size());
      }
    }
    return turns;
  }

  /**
   * The latest turns.
   *
   * @param isCut whether there were more before them
   */
  record Latest(List<Turn> turns, boolean isCut) {
    Latest {
      turns = List.copyOf(turns);
    }
  }

  /**
   * The latest turns of a transcript; none where there is no such file yet.
   *
   * @throws IOException where it can't be read
   */
  static Latest read(Path file, Transcript.Format format) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return new Latest(List.of(), false);
    }
    Deque<Turn> turns = new ArrayDeque<>();
    try (InputStream in = Files.newInputStream(file)) {
      long before = Math.max(0, Files.size(file) - MAX_BYTES);
      in.skipNBytes(before);
      boolean isCut = before > 0;
      Transcript transcript =
          Transcript.of(format, new Lines(new CutLines(in, Transcript.MAX_LINE + 1)));
      while (transcript.hasNext()) {
        turns.addLast(transcript.next());
        if (turns.size() > MAX_TURNS) {
          turns.removeFirst();
          isCut = true;
        }
      }
      return new Latest(List.copyOf(turns), isCut);
    } catch (UncheckedIOException failed) {
      throw new IOException(failed);
    }
  }

  /** Lines as text; one that was cut is longer than any that a transcript takes. */
  private static final class Lines implements Iterator<String> {
    private final CutLines lines;
    private Optional<byte[]> next;

    Lines(CutLines lines) {
      this.lines = lines;
      this.next = read();
    }

    private Optional<byte[]> read() {
      try {
        return lines.next();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean hasNext() {
      return next.isPresent();
    }

    @Override
    public String next() {
      String line = new String(next.orElseThrow(), StandardCharsets.UTF_8);
      next = read();
      return line;
    }
  }
}
