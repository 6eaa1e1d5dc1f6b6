package comity.search;

import static org.assertj.core.api.Assertions.assertThat;

import comity.meaning.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder or a pipe where an index has a file: it is put aside, and the index made anew. */
@Tag("MEM-21")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class OddFilesTest {
  @TempDir private Path folder;

  private static void pipe(Path file) throws IOException, InterruptedException {
    Files.deleteIfExists(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).inheritIO().start().waitFor())
        .isZero();
  }

  private static void folder(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.createDirectories(file.resolve("with something"));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var list = Files.list(folder)) {
      return list.toList();
    }
  }

  private List<Found.Hit> search(Notes notes) throws IOException {
    Path index = folder.resolve("project/scope/passages");
    try (MemorySearch search = new MemorySearch(index, notes, Optional.empty())) {
      return search.find(Question.of("apples", 10, Question.Mode.WORDS)).hits();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "pipe"})
  void ofWords(String kind) throws Exception {
    Notes notes = new Notes(folder.resolve("notes"));
    notes.write("a.md", "apples\n");
    assertThat(search(notes)).hasSize(1);
    Path index = folder.resolve("project/scope/passages");
    for (Path file : files(index.resolve("words"))) {
      odd(kind, file);
    }
    odd(kind, index.resolve("lock"));
    assertThat(search(notes)).hasSize(1);
    assertThat(search(notes)).as("again").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"project", "project/scope", "project/scope/passages/words"})
  void whereAFolderShouldBe(String name) throws Exception {
    Notes notes = new Notes(folder.resolve("notes"));
    notes.write("a.md", "apples\n");
    Path odd = folder.resolve(name);
    Files.createDirectories(odd.resolveSibling("."));
    pipe(odd);
    assertThat(search(notes)).hasSize(1);
  }

  private static void odd(String kind, Path file) throws IOException, InterruptedException {
    if (kind.equals("pipe")) {
      pipe(file);
    } else {
      folder(file);
    }
  }

  @Test
  void ofVectors() throws Exception {
    for (String kind : List.of("folder", "pipe")) {
      Path file = folder.resolve("vectors-m");
      odd(kind, file);
      Vectors vectors = new Vectors(folder, Language.ENGLISH, "m", 2);
      vectors.refresh();
      odd(kind, file);
      vectors.keep(new long[] {1}, List.of(new float[] {1, 0}));
      Vectors other = new Vectors(folder, Language.ENGLISH, "m", 2);
      other.refresh();
      assertThat(other.size()).isEqualTo(1);
    }
  }
}
