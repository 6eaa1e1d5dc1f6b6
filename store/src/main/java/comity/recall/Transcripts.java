package comity.recall;

import comity.memory.Transcript;
import comity.memory.Turn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The transcripts that providers keep of their sessions. */
final class Transcripts {
  /** The latest so many turns: what was before was kept at an event before. */
  private static final int MAX_TURNS = 2000;

  private Transcripts() {}

  /**
   * The latest turns of a transcript; none where there is no such file yet.
   *
   * @throws IOException where it can't be read
   */
  static List<Turn> read(Path file, Transcript.Format format) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      Transcript transcript = Transcript.of(format, lines.lines().iterator());
      Deque<Turn> turns = new ArrayDeque<>();
      while (transcript.hasNext()) {
        turns.addLast(transcript.next());
        if (turns.size() > MAX_TURNS) {
          turns.removeFirst();
        }
      }
      return List.copyOf(turns);
    } catch (UncheckedIOException failed) {
      throw new IOException(failed);
    }
  }
}
