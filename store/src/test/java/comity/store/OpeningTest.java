package comity.store;

import static comity.store.TestStore.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that can't be used is refused with a way out, and stays as it was. */
final class OpeningTest {
  private static final int PAGE = 4_096;

  @TempDir private Path home;
  private String conversation = "";

  @BeforeEach
  void use() {
    try (TestStore store = TestStore.open(home)) {
      conversation = accepted(store.add("0", Optional.empty(), "x"));
      for (int i = 1; i < 300; i++) {
        store.add("" + i, Optional.of(conversation), "x".repeat(500));
      }
    }
  }

  private Path database() {
    return home.resolve("hub.db");
  }

  /** All that is there, without what SQLite keeps in shared memory. */
  private Map<String, ByteBuffer> contents() throws IOException {
    Map<String, ByteBuffer> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (!file.toString().endsWith("-shm") && bytes.length > 0) {
          contents.put(home.relativize(file).toString(), ByteBuffer.wrap(bytes));
        }
      }
    }
    return contents;
  }

  private void isRefused(String why) throws IOException {
    Map<String, ByteBuffer> before = contents();
    String what = TestStore.refusal(home);
    assertThat(what).contains(why).containsAnyOf("Restore", "Check", "start that version");
    assertThat(contents()).as(why).isEqualTo(before);
  }

  @Test
  void aHeaderOfGarbage() throws Exception {
    byte[] bytes = Files.readAllBytes(database());
    Arrays.fill(bytes, 0, 100, (byte) 'x');
    Files.write(database(), bytes);
    isRefused(database() + ": ");
  }

  @Test
  void aPageOfGarbage() throws Exception {
    byte[] bytes = Files.readAllBytes(database());
    int middle = bytes.length / PAGE / 2 * PAGE;
    Arrays.fill(bytes, middle, middle + PAGE, (byte) 0xA5);
    Files.write(database(), bytes);
    isRefused(database() + ": ");
  }

  @Test
  void aFileThatEndsTooEarly() throws Exception {
    byte[] bytes = Files.readAllBytes(database());
    for (int length : new int[] {1, 50, 100, PAGE, bytes.length / 2, bytes.length - PAGE}) {
      Files.write(database(), Arrays.copyOf(bytes, length));
      isRefused(database() + ": ");
    }
  }

  @Test
  void anEmptyOrMissingFileBesideALogIsNoFreshStore() throws Exception {
    byte[] bytes = Files.readAllBytes(database());
    Files.write(database(), new byte[0]);
    isRefused("the database is not: it is missing or empty");
    Files.delete(database());
    isRefused("the database is not: it is missing or empty");
    assertThat(database()).doesNotExist();
    Files.write(database(), bytes);
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.ids(conversation)).hasSize(300);
    }
  }

  @Test
  void aWriteAheadFileWithoutItsDatabase() throws Exception {
    Files.delete(database());
    try (Stream<Path> files = Files.list(home.resolve("journal"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.writeString(home.resolve("hub.db-wal"), "what was written last");
    isRefused("hub.db-wal is there");
  }

  @Test
  void aLaterVersionOrAnotherProgramsFile() throws Exception {
    try (Sql sql = Sql.open(database(), false)) {
      sql.script("PRAGMA user_version = 99;\n");
    }
    isRefused("later version of Comity (schema 99");
    try (Sql sql = Sql.open(database(), false)) {
      sql.script("PRAGMA user_version = 0;\n");
    }
    isRefused("no database of Comity");
  }

  @Test
  void aLogThatIsGone() throws Exception {
    Path aside = Files.move(home.resolve("journal"), home.resolve("aside"));
    isRefused(home.resolve("journal").resolve("start-empty").toString());
    Files.createDirectories(home.resolve("journal"));
    Files.createFile(home.resolve("journal").resolve("start-empty"));
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.ids(conversation)).hasSize(300);
      accepted(store.add("goes on", Optional.of(conversation), "x"));
    }
    assertThat(aside).exists();
  }

  @Test
  void aDatabaseFromABackupBesideALaterLog() throws Exception {
    byte[] backup = Files.readAllBytes(database());
    for (int round = 0; round < 2; round++) {
      try (TestStore store = TestStore.open(home)) {
        store.add("later " + round, Optional.of(conversation), "x");
      }
    }
    Files.write(database(), backup);
    isRefused("are missing");
  }

  @Test
  void aLogEntryOfALaterVersion() throws Exception {
    JournalReading read = JournalReading.of(home.resolve("journal"), 300);
    try (Journal journal =
        Journal.open(new FileDisk(), home.resolve("journal"), read, Journal.SEGMENT_BYTES)) {
      journal.append(List.of(new byte[] {77, 1, 2, 3}));
    }
    isRefused("entry 301 was written by a later version");
  }

  @Test
  void aFileThatMayNotBeWritten() throws Exception {
    // Root may write what is read-only, but not what is immutable.
    boolean root = Files.getOwner(database()).getName().equals("root");
    if (root) {
      run("chattr", "+i", database().toString());
    } else {
      assertThat(database().toFile().setWritable(false)).isTrue();
    }
    try {
      isRefused("it can't be written");
    } finally {
      if (root) {
        run("chattr", "-i", database().toString());
      } else {
        assertThat(database().toFile().setWritable(true)).isTrue();
      }
    }
    TestStore.open(home).close();
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }

  @Test
  @Tag("MSG-13")
  void nothingIsAcceptedIntoAFolderThatWasRemoved() throws Exception {
    try (TestStore store = TestStore.open(home)) {
      accepted(store.add("before", Optional.empty(), "x"));
      Path journal = home.resolve("journal");
      try (var files = Files.list(journal)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(journal);
      long until = System.nanoTime() + 30_000_000_000L;
      Optional<StoreException> refused = Optional.empty();
      for (int i = 0; refused.isEmpty() && System.nanoTime() < until; i++) {
        try {
          store.add("after-" + i, Optional.empty(), "x");
        } catch (StoreException e) {
          refused = Optional.of(e);
        }
      }
      assertThat(refused).hasValueSatisfying(e -> assertThat(e).hasMessageContaining("removed"));
    }
  }
}
