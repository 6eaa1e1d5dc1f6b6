package comity.store;

import static comity.store.TestStore.AT;
import static comity.store.TestStore.accepted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurabilityTest {
  @TempDir private Path folder;
  private Path home = Path.of("");

  @BeforeEach
  void makeHome() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
  }

  /** What a killed process leaves: the files as they are now. */
  private Path killed(String name) throws IOException {
    Path copy = folder.resolve(name);
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(home.relativize(file).toString()));
      }
    }
    return copy;
  }

  @Test
  @Tag("MSG-13")
  void nothingIsAcceptedThatCouldNotBeFlushed() {
    CrashDisk disk = new CrashDisk(new Random(1));
    try (TestStore store = TestStore.open(home, disk)) {
      String id = accepted(store.add("before", Optional.empty(), "x"));
      disk.failAt(disk.steps() + 2, CrashDisk.Fault.ONCE); // The flush after the write.
      assertThatThrownBy(() -> store.add("failed", Optional.of(id), "x"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("injected")
          .hasMessageContaining(store.journal.toString());
      assertThat(store.add("after", Optional.of(id), "x"))
          .as("its conversation, which only the log has, is still known")
          .isEqualTo(new Appending.Accepted(id));
      assertThat(store.add("failed", Optional.of(id), "x"))
          .as("what failed was not accepted")
          .isEqualTo(new Appending.Accepted(id));
      assertThat(store.ids(id)).containsExactly("1 before", "2 after", "3 failed");
    }
  }

  @Test
  @Tag("MSG-13")
  void aDeadDiskAcceptsNothingAndTheNextStartHasTheRest() throws Exception {
    CrashDisk disk = new CrashDisk(new Random(2));
    String id;
    try (TestStore store = TestStore.open(home, disk)) {
      id = store.addForRun("kept", Optional.empty(), "x");
      disk.failAt(disk.steps() + 1, CrashDisk.Fault.FOR_EVER);
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> store.add("lost", Optional.empty(), "x"))
            .isInstanceOf(StoreException.class);
      }
    }
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.ids(id)).containsExactly("1 kept");
      assertThat(store.store.runs().queued("echo", 0, 10)).hasSize(1);
      assertThat(store.store.conversations().latest(10)).hasSize(1);
    }
  }

  @Test
  @Tag("MSG-13")
  void whatIsInTheLogAloneIsBroughtInAtTheNextStartOnce() throws Exception {
    String id;
    Path early;
    Path late;
    try (TestStore store = TestStore.open(home)) {
      id = accepted(store.add("1", Optional.empty(), "x"));
      store.add("2", Optional.of(id), "x");
      early = killed("early"); // The database may lag behind the log.
      store.addForRun("3", Optional.of(id), "x");
      store.store.conversations().find(id);
      late = killed("late");
    }
    for (int start = 0; start < 3; start++) {
      try (TestStore store = TestStore.open(early)) {
        assertThat(store.ids(id)).containsExactly("1 1", "2 2");
        assertThat(store.add("2", Optional.of(id), "x")).isEqualTo(new Appending.Replayed(id));
      }
      try (TestStore store = TestStore.open(late)) {
        assertThat(store.ids(id)).containsExactly("1 1", "2 2", "3 3");
        assertThat(store.store.runs().queued("echo", 0, 10)).hasSize(1);
      }
    }
  }

  @Test
  void afterItWasClosedNothingHangs() {
    TestStore store = TestStore.open(home);
    String id = accepted(store.add("1", Optional.empty(), "x"));
    List<Thread> writers =
        Stream.generate(() ->
                Thread.startVirtualThread(() -> {
                  try {
                    while (true) {
                      store.add(TestStore.fresh("m"), Optional.of(id), "x");
                      store.store.conversations().find(id);
                    }
                  } catch (StoreException | RejectedExecutionException e) {
                    // The store was closed.
                  }
                }))
            .limit(16)
            .toList();
    store.add("2", Optional.of(id), "x");
    store.close();
    for (Thread writer : writers) {
      join(writer);
    }
    assertThatThrownBy(() -> store.add("late", Optional.empty(), "x"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aClockThatIsSetBackMovesNothingBack() {
    try (TestStore store = TestStore.open(home)) {
      String id = accepted(store.add("1", Optional.empty(), "x"));
      store
          .store
          .conversations()
          .append(
              TestStore.incoming(
                  TestStore.envelope(
                      TestStore.ANNE, TestStore.ECHO, "2", Optional.of(id), "earlier"),
                  Optional.empty(),
                  AT - 1_000_000));
      assertThat(store.store.conversations().find(id))
          .hasValueSatisfying(c -> assertThat(c.lastMessageAt()).isEqualTo(AT));
      assertThat(store.ids(id)).containsExactly("1 1", "2 2");
    }
  }
}
