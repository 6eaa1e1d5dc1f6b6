package comity.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever fails, and wherever the machine stops: what was appended is there, in order, once. */
final class JournalCrashTest {
  private static final int SEGMENT_BYTES = 2_048;

  @TempDir private Path folder;
  private int scenarios;

  /** What a journal's user knows. */
  private static final class Told {
    final List<String> durable = new ArrayList<>();

    /** The first batch that failed after the last that did not; later ones were not written. */
    List<String> unsure = List.of();

    long applied;
  }

  @Test
  @Tag("MSG-13")
  void atEveryStepOfOneStory() throws Exception {
    CrashDisk whole = new CrashDisk(new Random(1));
    tell(whole, new Random(7), new Told());
    int steps = whole.steps();
    assertThat(steps).isGreaterThan(100);
    for (CrashDisk.Fault fault : CrashDisk.Fault.values()) {
      for (int step = 1; step <= steps + 1; step++) {
        CrashDisk disk = new CrashDisk(new Random(step));
        disk.failAt(step, fault);
        Told told = new Told();
        Path used = tell(disk, new Random(7), told);
        check("step " + step + ", " + fault, disk, used, told);
      }
    }
  }

  @Test
  @Tag("MSG-13")
  void inManyStories() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int story = 0; story < 150; story++) {
      CrashDisk disk = new CrashDisk(random);
      CrashDisk.Fault fault = List.of(CrashDisk.Fault.values()).get(random.nextInt(3));
      disk.failAt(1 + random.nextInt(250), fault);
      Told told = new Told();
      Path used = tell(disk, random, told);
      check("seed " + seed + ", story " + story, disk, used, told);
    }
  }

  /** Appends and releases for a while, through failures; where the log was. */
  private Path tell(CrashDisk disk, Random random, Told told) throws Exception {
    Path used = folder.resolve("used-" + scenarios++);
    Journal journal;
    try {
      journal = Journal.open(disk, used, JournalReading.of(used, 0), SEGMENT_BYTES);
    } catch (IOException e) {
      return used;
    }
    for (int i = 0; i < 40; i++) {
      List<byte[]> batch = batch(random);
      try {
        long first = journal.append(batch);
        assertThat(first).isEqualTo(told.durable.size() + 1);
        told.durable.addAll(texts(batch));
        told.unsure = List.of();
        assertThat(journal.last()).isEqualTo(told.durable.size());
        if (random.nextInt(3) == 0) {
          told.applied += random.nextLong(journal.last() - told.applied + 1);
          journal.release(told.applied);
        }
      } catch (IOException injected) {
        boolean appending = journal.last() == told.durable.size() && told.unsure.isEmpty();
        told.unsure = appending ? texts(batch) : told.unsure;
        assertThat(injected).hasMessageStartingWith("injected");
      }
    }
    journal.close();
    return used;
  }

  private static List<byte[]> batch(Random random) {
    List<byte[]> batch = new ArrayList<>();
    int entries = 1 + random.nextInt(5);
    for (int i = 0; i < entries; i++) {
      boolean huge = random.nextInt(40) == 0;
      byte[] payload = new byte[huge ? SEGMENT_BYTES * 2 : random.nextInt(200)];
      random.nextBytes(payload);
      batch.add(payload);
    }
    return batch;
  }

  private void check(String story, CrashDisk disk, Path used, Told told) throws Exception {
    Path cut = folder.resolve("cut-" + scenarios++);
    disk.cutPower(cut);
    checkOne(story + ", power cut", cut, told);
    checkOne(story + ", process killed", used, told);
    for (Path each : List.of(cut, used)) {
      try (Stream<Path> files = Files.exists(each) ? Files.list(each) : Stream.of()) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void checkOne(String story, Path left, Told told) throws Exception {
    if (told.durable.isEmpty() && !Files.exists(left)) {
      return;
    }
    JournalReading read = JournalReading.of(left, told.applied);
    List<String> expected =
        new ArrayList<>(told.durable.subList((int) told.applied, told.durable.size()));
    if (read.entries().size() > expected.size()) {
      expected.addAll(told.unsure);
    }
    assertThat(texts(read.entries().stream().map(Journal.Entry::payload).toList()))
        .as(story)
        .isEqualTo(expected);
    // And it goes on from there.
    long last = read.next() - 1;
    Journal next = Journal.open(new CrashDisk(new Random(3)), left, read, SEGMENT_BYTES);
    next.append(List.of(new byte[] {42}));
    next.close();
    assertThat(JournalReading.of(left, last).entries())
        .as(story)
        .singleElement()
        .satisfies(entry -> assertThat(entry.number()).isEqualTo(last + 1));
  }

  private static List<String> texts(List<byte[]> payloads) {
    return payloads.stream().map(HexFormat.of()::formatHex).toList();
  }
}
