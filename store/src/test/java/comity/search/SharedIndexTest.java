package comity.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One index folder, many users. */
@Tag("MEM-21")
class SharedIndexTest {
  private static final String TIMES = "12";

  @TempDir private Path folder;

  private Process start(String name) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Searcher.class.getName(),
            folder.resolve("notes").toString(),
            folder.resolve("index").toString(),
            TIMES,
            name)
        .redirectError(folder.resolve(name + ".err").toFile())
        .start();
  }

  @Test
  void twoProcessesSearchAndWriteAtTheSameTime() throws IOException, InterruptedException {
    Notes notes = new Notes(folder.resolve("notes"));
    notes.write("shared.md", "shared\n");
    List<Process> processes = List.of(start("alpha"), start("beta"));
    for (Process process : processes) {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor())
          .as(
              Files.readString(folder.resolve("alpha.err"))
                  + Files.readString(folder.resolve("beta.err")))
          .isZero();
      assertThat(out.strip()).isEqualTo("found 1");
    }
    assertThat(Files.readString(folder.resolve("alpha.err"))).isEmpty();
    assertThat(Files.readString(folder.resolve("beta.err"))).isEmpty();
    try (MemorySearch search = new MemorySearch(folder.resolve("index"), notes, Optional.empty())) {
      notes.read();
      assertThat(search.find(Question.of("alpha beta", 10, Question.Mode.WORDS)).hits()).hasSize(2);
    }
  }

  @Test
  void whoeverCanNotWriteReadsWhatChangedIntoMemory() throws Exception {
    Notes notes = new Notes(folder.resolve("notes"));
    notes.write("a.md", "apples\n");
    notes.write("b.md", "pears\n");
    try (MemorySearch search = new MemorySearch(folder.resolve("index"), notes, Optional.empty());
        ExecutorService another = Executors.newSingleThreadExecutor()) {
      assertThat(found(search, "apples")).containsExactly("a.md");
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch done = new CountDownLatch(1);
      Future<Boolean> holding =
          another.submit(() -> {
            try (FolderLock _ =
                FolderLock.take(folder.resolve("index"), Duration.ofSeconds(5)).orElseThrow()) {
              held.countDown();
              done.await();
              return true;
            }
          });
      held.await();
      try {
        notes.write("a.md", "plums\n");
        notes.write("c.md", "cherries\n");
        Files.delete(notes.root().resolve("b.md"));
        assertThat(found(search, "plums")).containsExactly("a.md");
        assertThat(found(search, "cherries")).containsExactly("c.md");
        assertThat(found(search, "apples")).isEmpty();
        assertThat(found(search, "pears")).isEmpty();
      } finally {
        done.countDown();
      }
      assertThat(holding.get()).isTrue();
      assertThat(found(search, "plums")).containsExactly("a.md");
    }
  }

  @Test
  void manyThreadsMaySearchWhileFilesChange() throws Exception {
    Notes notes = new Notes(folder.resolve("notes"));
    notes.write("a.md", "apples\n");
    try (MemorySearch search = new MemorySearch(folder.resolve("index"), notes, Optional.empty());
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<List<String>>> all = new ArrayList<>();
      for (int n = 0; n < 60; n++) {
        if (n % 6 == 0) {
          notes.write("b" + n + ".md", "pears\n");
        }
        all.add(threads.submit(() -> found(search, "apples")));
      }
      for (Future<List<String>> each : all) {
        assertThat(each.get()).containsExactly("a.md");
      }
      assertThat(found(search, "pears")).hasSize(10);
    }
  }

  @Test
  void nothingOfAnotherScopeIsFound() throws IOException {
    Notes one = new Notes(folder.resolve("one"));
    Notes other = new Notes(folder.resolve("other"));
    one.write("a.md", "apples of one\n");
    other.write("a.md", "apples of other\n");
    try (MemorySearch ofOne = new MemorySearch(folder.resolve("i1"), one, Optional.empty());
        MemorySearch ofOther = new MemorySearch(folder.resolve("i2"), other, Optional.empty())) {
      assertThat(ofOne.find(Question.of("apples other", 10, Question.Mode.WORDS)).hits())
          .extracting(Found.Hit::text)
          .containsExactly("apples of one");
      assertThat(ofOther.find(Question.of("apples one", 10, Question.Mode.WORDS)).hits())
          .extracting(Found.Hit::text)
          .containsExactly("apples of other");
    }
  }

  private static List<String> found(MemorySearch search, String question) throws IOException {
    return search.find(Question.of(question, 20, Question.Mode.WORDS)).hits().stream()
        .map(Found.Hit::file)
        .toList();
  }
}
