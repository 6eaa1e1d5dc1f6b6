package comity.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found by words, and that the index follows the files. */
@Tag("MEM-21")
class MemorySearchTest {
  @TempDir private Path folder;
  private Notes notes = new Notes(Path.of("notes"));
  private MemorySearch search = open(Path.of("index"));

  @BeforeEach
  void start() {
    notes = new Notes(folder.resolve("notes"));
    search = open(folder.resolve("index"));
  }

  @AfterEach
  void end() {
    search.close();
  }

  private MemorySearch open(Path index) {
    return new MemorySearch(index, notes, Optional.empty());
  }

  private List<String> found(String question) throws IOException {
    return found(search, question);
  }

  private static List<String> found(MemorySearch search, String question) throws IOException {
    return search.find(Question.of(question, 10, Question.Mode.MEANING_WHEN_READY)).hits().stream()
        .map(hit -> hit.file() + ":" + hit.firstLine() + " " + hit.text())
        .toList();
  }

  @Test
  void theBestPassageComesFirstWithItsPlace() throws IOException {
    notes.write(
        "memory/2026-11-30.md",
        """
        # Monday

        The deployment broke at noon.

        Lunch was good.

        - deployed again
          after the fix
        """);
    notes.write("MEMORY.md", "The server's name is Hera.\n");
    Found found =
        search.find(Question.of("When did the deployments break?", 10, Question.Mode.WORDS));
    assertThat(found.hits().getFirst())
        .extracting(
            Found.Hit::file,
            Found.Hit::firstLine,
            Found.Hit::lastLine,
            Found.Hit::headings,
            Found.Hit::text)
        .containsExactly("memory/2026-11-30.md", 3, 3, "Monday", "The deployment broke at noon.");
    assertThat(found.byMeaning()).isFalse();
    assertThat(found("server")).containsExactly("MEMORY.md:1 The server's name is Hera.");
    assertThat(found("zebra")).isEmpty();
  }

  @Test
  void whatSharesNothingWithTheQuestionIsNoHit() throws IOException {
    notes.write(
        "tasks.md",
        """
        # Tasks

        ## Blockers

        ## Open
        - renew the certificate
        - paint the fence
        - call the printer
        """);
    notes.write("talk.md", "**Ann:** The ferry left.\n\n**Bo:** Without us?\n");
    assertThat(found("certificates")).containsExactly("tasks.md:6 - renew the certificate");
    assertThat(found("blockers")).as("a heading alone is no hit").isEmpty();
    assertThat(found("what is open?")).as("what stands under a heading is").hasSize(3);
    assertThat(found("ferry")).as("talk is understood with what is around it").hasSize(2);
  }

  @Test
  void nothingIsFoundForNothing() throws IOException {
    assertThat(found("anything")).isEmpty();
    notes.write("MEMORY.md", "Something.\n");
    assertThat(found("")).isEmpty();
    assertThat(found("  \n?!\" \" ")).isEmpty();
    assertThat(found("\uD800")).isEmpty();
    assertThat(found("x".repeat(100_000))).isEmpty();
  }

  @Test
  void aLimitIsKept() throws IOException {
    notes.write("MEMORY.md", "word\n\n".repeat(30));
    assertThat(search.find(Question.of("word", 7, Question.Mode.WORDS)).hits()).hasSize(7);
    assertThat(search.find(Question.of("word", 1000, Question.Mode.WORDS)).hits()).hasSize(30);
    assertThatThrownBy(() -> Question.of("word", 0, Question.Mode.WORDS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Question.of("word", 1001, Question.Mode.WORDS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPhraseMustStandAsItIs() throws IOException {
    notes.write(
        "MEMORY.md",
        """
        We walked the red dog.

        The dog is red.

        A **red
        dog** ran.

        The red dogs ran.
        """);
    assertThat(found("\"red dog\""))
        .containsExactlyInAnyOrder(
            "MEMORY.md:1 We walked the red dog.",
            "MEMORY.md:5 A **red\ndog** ran.",
            "MEMORY.md:8 The red dogs ran.");
    assertThat(found("\"the dog\"")).containsExactly("MEMORY.md:3 The dog is red.");
    assertThat(found("\"blue dog\"")).isEmpty();
    notes.write("zh.md", "我们明天开会讨论预算。\n\n预算已经讨论。\n");
    assertThat(found("“讨论预算”")).containsExactly("zh.md:1 我们明天开会讨论预算。");
  }

  @Test
  void chineseIsFoundAlsoWrittenTheOtherWay() throws IOException {
    notes.write("a.md", "数据库的密码在保险箱里。\n\n今天天气很好。\n");
    notes.write("b.md", "會議改到下週三。\n\nThe database moved to Frankfurt.\n");
    assertThat(found("資料庫在哪裡? 保險箱").getFirst()).startsWith("a.md:1");
    assertThat(found("会议什么时候").getFirst()).startsWith("b.md:1");
    assertThat(found("Where is the database?").getFirst()).startsWith("b.md:3");
  }

  @Test
  void onlyNamedFilesCount() throws IOException {
    notes.write("memory/2026-11-29.md", "apples and pears\n");
    notes.write("MEMORY.md", "apples\n");
    Question recent =
        new Question("apples", 10, name -> name.startsWith("memory/"), Question.Mode.WORDS);
    assertThat(search.find(recent).hits())
        .extracting(Found.Hit::file)
        .containsExactly("memory/2026-11-29.md");
  }

  @Test
  void editsByOthersAreSeenAndOnlyTheseAreRead() throws IOException {
    notes.write("a.md", "apples\n");
    notes.write("b.md", "pears\n");
    assertThat(found("apples")).hasSize(1);
    assertThat(notes.read()).containsExactlyInAnyOrder("a.md", "b.md");
    notes.write("a.md", "plums\n");
    assertThat(found("apples")).isEmpty();
    assertThat(found("plums")).containsExactly("a.md:1 plums");
    assertThat(notes.read()).containsExactly("a.md");
    Files.move(notes.root().resolve("b.md"), notes.root().resolve("c.md"));
    assertThat(found("pears")).containsExactly("c.md:1 pears");
    Files.delete(notes.root().resolve("c.md"));
    assertThat(found("pears")).isEmpty();
    notes.write("a.md", "");
    assertThat(found("plums")).isEmpty();
  }

  @Test
  void anotherProcessesIndexIsUsedAsItIs() throws IOException {
    notes.write("a.md", "apples\n");
    assertThat(found("apples")).hasSize(1);
    notes.read();
    try (MemorySearch other = open(folder.resolve("index"))) {
      assertThat(found(other, "apples")).hasSize(1);
      assertThat(notes.read()).isEmpty();
      notes.write("a.md", "apples and pears\n");
      assertThat(found(other, "pears")).hasSize(1);
      assertThat(found("pears")).hasSize(1);
      assertThat(notes.read()).containsExactly("a.md");
    }
  }

  @Test
  void whatCanNotBeReadIsLeftOutAndCounted() throws IOException {
    notes.write("a.md", "apples\n");
    notes.write("b.md", "apples too\n");
    notes.deny("b.md");
    Found found = search.find(Question.of("apples", 10, Question.Mode.WORDS));
    assertThat(found.hits()).extracting(Found.Hit::file).containsExactly("a.md");
    assertThat(found.filesLeftOut()).isEqualTo(1);
    notes.read();
    assertThat(found("apples")).hasSize(1);
    assertThat(notes.read()).isEmpty();
  }

  @Test
  void anyBytesAreReadAsText() throws IOException {
    notes.write(
        "a.md",
        new byte[] {
          (byte) 0xff, (byte) 0xfe, 'a', 'p', 'p', 'l', 'e', ' ', (byte) 0xc3, '\n', 0, 1
        });
    notes.write("b.md", ("pear " + "y".repeat(2_000_000)).getBytes(StandardCharsets.UTF_8));
    notes.write("c.md", "plum 🍑\n");
    assertThat(found("apple")).hasSize(1);
    assertThat(found("pear").getFirst()).startsWith("b.md:1 pear");
    assertThat(found("plum")).containsExactly("c.md:1 plum 🍑");
  }

  @Test
  void theIndexIsItsOwnersAlone() throws IOException {
    notes.write("a.md", "apples\n");
    assertThat(found("apples")).hasSize(1);
    try (Stream<Path> files = Files.walk(folder.resolve("index"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  void aBrokenIndexIsMadeAnew() throws IOException {
    notes.write("a.md", "apples\n");
    assertThat(found("apples")).hasSize(1);
    for (int cut = 0; cut < 3; cut++) {
      search.close();
      try (Stream<Path> files = Files.list(folder.resolve("index/words"))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          byte[] bytes = Files.readAllBytes(file);
          byte[] broken =
              switch (cut) {
                case 0 -> new byte[0];
                case 1 -> java.util.Arrays.copyOf(bytes, bytes.length / 2);
                default -> "no index".getBytes(StandardCharsets.UTF_8);
              };
          Files.write(file, broken);
        }
      }
      search = open(folder.resolve("index"));
      assertThat(found("apples")).as("cut %s", cut).hasSize(1);
    }
  }
}
