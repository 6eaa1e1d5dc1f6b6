package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Transcript;
import comity.memory.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("MEM-17")
class TranscriptsTest {
  @TempDir private Path folder;

  private static String line(int number, String text) {
    return """
    {"type":"user","uuid":"u%d","sessionId":"s","timestamp":"2026-11-30T10:00:%02dZ",\
    "message":{"role":"user","content":"%s"}}
    """
        .formatted(number, number % 60, text);
  }

  private List<Turn> read(Path file) throws IOException {
    return Transcripts.read(file, Transcript.Format.CLAUDE).turns();
  }

  @Test
  void aLineLongerThanAnyIsPassedOver() throws IOException {
    Path file = folder.resolve("t.jsonl");
    Files.writeString(
        file, line(1, "one") + "x".repeat(Transcript.MAX_LINE + 10) + "\n" + line(2, "two"));
    assertThat(read(file)).extracting(Turn::text).containsExactly("one", "two");
  }

  @Test
  void theLatestTurnsCount() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2100; i++) {
      text.append(line(i, "turn " + i));
    }
    Path file = Files.writeString(folder.resolve("t.jsonl"), text);
    assertThat(read(file)).hasSize(2000).last().extracting(Turn::text).isEqualTo("turn 2099");
  }

  @Test
  void ofALargeTranscriptTheLastPartIsReadAndThatIsSaid() throws IOException {
    Path file = folder.resolve("t.jsonl");
    String other = "x".repeat(1 << 20) + "\n";
    Files.writeString(file, line(1, "one") + line(2, "two"));
    assertThat(Transcripts.read(file, Transcript.Format.CLAUDE).isCut()).isFalse();
    Files.writeString(file, line(1, "one"));
    for (int megabytes = 0; megabytes <= Transcripts.MAX_BYTES >> 20; megabytes++) {
      Files.writeString(file, other, StandardOpenOption.APPEND);
    }
    Files.writeString(file, line(2, "two"), StandardOpenOption.APPEND);
    Transcripts.Latest latest = Transcripts.read(file, Transcript.Format.CLAUDE);
    assertThat(latest.turns()).extracting(Turn::text).containsExactly("two");
    assertThat(latest.isCut()).isTrue();
  }

  @Test
  void whatIsNoFileHasNoTurns() throws IOException {
    Path file = Files.writeString(folder.resolve("t.jsonl"), line(1, "one"));
    assertThat(read(folder.resolve("none"))).isEmpty();
    assertThat(read(folder)).isEmpty();
    assertThat(read(Path.of("/dev/zero"))).isEmpty();
    assertThat(read(Files.createSymbolicLink(folder.resolve("link"), file))).isEmpty();
  }

  @Test
  void onlyWhatCameAfterTheLastIsNew() throws IOException {
    List<Turn> turns =
        read(
            Files.writeString(
                folder.resolve("t.jsonl"), line(1, "one") + line(2, "two") + line(3, "three")));
    assertThat(Transcripts.after(Optional.of("u2"), turns))
        .extracting(Turn::text)
        .containsExactly("three");
    assertThat(Transcripts.after(Optional.of("u3"), turns)).isEmpty();
    assertThat(Transcripts.after(Optional.of("other"), turns)).hasSize(3);
    assertThat(Transcripts.after(Optional.empty(), turns)).hasSize(3);
  }
}
