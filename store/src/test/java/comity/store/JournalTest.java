package comity.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalTest {
  private static final int SEGMENT_BYTES = 4_096;

  @TempDir private Path home;

  private Path folder() {
    return home.resolve("journal");
  }

  private Journal open(long applied) throws Exception {
    return Journal.open(
        new FileDisk(), folder(), JournalReading.of(folder(), applied), SEGMENT_BYTES);
  }

  private static List<byte[]> payloads(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private List<String> replayed(long applied) throws IOException, DamagedException {
    List<String> texts = new ArrayList<>();
    for (Journal.Entry entry : JournalReading.of(folder(), applied).entries()) {
      texts.add(entry.number() + " " + new String(entry.payload(), StandardCharsets.UTF_8));
    }
    return texts;
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  @Test
  void replaysWhatWasAppendedAfterWhatIsApplied() throws Exception {
    try (Journal journal = open(0)) {
      assertThat(journal.append(payloads("a", "", "ü".repeat(500)))).isEqualTo(1);
      assertThat(journal.append(payloads("b"))).isEqualTo(4);
      assertThat(journal.last()).isEqualTo(4);
    }
    assertThat(replayed(0)).containsExactly("1 a", "2 ", "3 " + "ü".repeat(500), "4 b");
    assertThat(replayed(2)).containsExactly("3 " + "ü".repeat(500), "4 b");
    assertThat(replayed(4)).isEmpty();
  }

  @Test
  void aTornTailAtEveryByteLosesTheLastBatchAndNoOther() throws Exception {
    long before;
    long end;
    try (Journal journal = open(0)) {
      journal.append(payloads("first", "second"));
      before = Segment.HEAD_BYTES + Frame.sizeOf(payloads("first", "second"));
      journal.append(payloads("third", "a longer fourth", "fifth"));
      end = before + Frame.sizeOf(payloads("third", "a longer fourth", "fifth"));
    }
    Path segment = segments().getFirst();
    byte[] whole = Files.readAllBytes(segment);
    int padding =
        3; // "third", "a longer fourth" and "fifth" leave so many bytes to a multiple of 8.
    for (int at = (int) before; at < end - padding; at++) {
      byte[] garbled = whole.clone();
      garbled[at] ^= 0x55;
      Files.write(segment, garbled);
      assertThat(replayed(0)).as("garbled at " + at).containsExactly("1 first", "2 second");
      byte[] cut = new byte[whole.length];
      System.arraycopy(whole, 0, cut, 0, at);
      Files.write(segment, cut);
      assertThat(replayed(0)).as("zeros from " + at).containsExactly("1 first", "2 second");
      Files.write(segment, Arrays.copyOf(whole, at));
      assertThat(replayed(0)).as("file ends at " + at).containsExactly("1 first", "2 second");
    }
    Files.write(segment, whole);
    assertThat(replayed(0)).hasSize(5);
  }

  @Test
  void damageBeforeALaterBatchIsNamedAtEveryByte() throws Exception {
    List<byte[]> damaged = payloads("third", "fourth");
    int from;
    try (Journal journal = open(0)) {
      journal.append(payloads("first", "second"));
      from = Segment.HEAD_BYTES + (int) Frame.sizeOf(payloads("first", "second"));
      journal.append(damaged);
      journal.append(payloads("fifth"));
    }
    Path segment = segments().getFirst();
    byte[] whole = Files.readAllBytes(segment);
    for (int at = from; at < from + Frame.HEAD_BYTES + 4 + 5 + 4 + 6; at++) {
      byte[] garbled = whole.clone();
      garbled[at] ^= 0x01;
      Files.write(segment, garbled);
      assertThatThrownBy(() -> replayed(0))
          .isInstanceOf(DamagedException.class)
          .hasMessage(segment + ": entry 3 at byte " + from + " is unreadable");
    }
  }

  @Test
  void damageInASegmentThatIsFollowedIsNamed() throws Exception {
    try (Journal journal = open(0)) {
      while (segments().size() < 3) {
        journal.append(payloads("x".repeat(700)));
      }
    }
    Path first = segments().getFirst();
    byte[] garbled = Files.readAllBytes(first);
    ByteBuffer.wrap(garbled).putInt(Segment.HEAD_BYTES + 100, 1);
    Files.write(first, garbled);
    assertThatThrownBy(() -> replayed(0))
        .isInstanceOf(DamagedException.class)
        .hasMessageContaining(first + ": entry 1 at byte");
    assertThat(replayed(6)).as("what the database has is not read").isNotEmpty();
  }

  @Test
  void aMissingSegmentIsNoticed() throws Exception {
    try (Journal journal = open(0)) {
      while (segments().size() < 4) {
        journal.append(payloads("x".repeat(700)));
      }
    }
    List<Path> segments = segments();
    byte[] middle = Files.readAllBytes(segments.get(1));
    Files.delete(segments.get(1));
    assertThatThrownBy(() -> replayed(0)).isInstanceOf(DamagedException.class);
    Files.write(segments.get(1), middle);
    Files.delete(segments.get(0));
    assertThatThrownBy(() -> replayed(0))
        .isInstanceOf(DamagedException.class)
        .hasMessageMatching(".*entries 1 to \\d+ are missing");
    assertThatThrownBy(() -> replayed(1_000))
        .isInstanceOf(DamagedException.class)
        .hasMessageContaining("to 1000 are missing, and maybe later ones");
  }

  @Test
  void aLogThatIsGoneIsNoticedUnlessItsOwnerSaysToGoOn() throws Exception {
    assertThat(replayed(0)).isEmpty();
    assertThatThrownBy(() -> replayed(7))
        .isInstanceOf(DamagedException.class)
        .hasMessageContaining(JournalReading.START_EMPTY);
    Files.createDirectories(folder());
    Files.createFile(folder().resolve(JournalReading.START_EMPTY));
    try (Journal journal = open(7)) {
      assertThat(journal.append(payloads("next"))).isEqualTo(8);
    }
    assertThat(folder().resolve(JournalReading.START_EMPTY)).doesNotExist();
    assertThat(replayed(7)).containsExactly("8 next");
  }

  @Test
  void segmentsAreWrittenOverAndWhatWasInThemNeverComesBack() throws Exception {
    int batches = 0;
    try (Journal journal = open(0)) {
      for (; batches < 60; batches++) {
        journal.append(payloads("number " + batches + " " + "x".repeat(batches * 13 % 900)));
        journal.release(journal.last());
        assertThat(segments()).hasSize(1);
      }
    }
    assertThat(replayed(58)).hasSize(2).first().asString().startsWith("59 number 58 ");
    assertThat(replayed(59)).singleElement().asString().startsWith("60 number 59 ");
    try (Stream<Path> files = Files.list(folder())) {
      assertThat(files.toList()).as("one in use, one to use next").hasSizeLessThan(4);
    }
  }

  @Test
  void anEntryLargerThanASegmentGetsOneOfItsOwn() throws Exception {
    String huge = "h".repeat(3 * SEGMENT_BYTES);
    try (Journal journal = open(0)) {
      journal.append(payloads("before"));
      journal.append(payloads(huge));
      journal.append(payloads("after"));
      assertThat(replayed(0)).containsExactly("1 before", "2 " + huge, "3 after");
      journal.release(3);
      assertThat(segments()).hasSize(1);
    }
    assertThat(replayed(2)).containsExactly("3 after");
  }

  @Test
  void aFileThatIsBeingMadeIsNoPartOfTheLog() throws Exception {
    try (Journal journal = open(0)) {
      journal.append(payloads("kept"));
    }
    Path draft = folder().resolve("0000000000000002.log.new");
    Files.writeString(draft, "half a segm");
    Path note = Files.writeString(folder().resolve("note.txt"), "a person's");
    assertThat(replayed(0)).containsExactly("1 kept");
    assertThat(draft).as("reading changes nothing").exists();
    open(1).close();
    assertThat(draft).doesNotExist();
    assertThat(note).exists();
  }
}
