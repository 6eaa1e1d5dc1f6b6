package comity.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import comity.meaning.Routed.Mode;
import comity.memory.Candidate;
import comity.memory.Priority;
import comity.memory.Routing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("MEM-9")
class RouterTest {
  private static final Embedder EMBEDDER = new Embedder(Path.of("target/models").toAbsolutePath());

  private static final List<Candidate> INDEX =
      List.of(
          row(
              "attention.md",
              Priority.P0,
              "current tasks, blockers",
              "- Invoice export: in review."),
          row("project.md", Priority.P1, "tech stack, architecture", "Rust on SQLite, one binary."),
          row(
              "experience.md",
              Priority.P2,
              "lessons learned, decisions",
              "- Never parse dates twice."),
          row("people.md", Priority.P3, "team roles, contacts", "- Mina Okoro tests on Tuesdays."),
          row("conventions/api.md", Priority.P2, "good morning, who, invoice", "who invoice"));

  @TempDir static Path shared;

  @TempDir Path folder;

  @AfterAll
  static void close() {
    EMBEDDER.close();
  }

  private static Candidate row(String file, Priority priority, String phrases, String text) {
    return new Candidate(file, priority, List.of(phrases.split(", ")), List.of(), text);
  }

  /** One phrase for each file, as people write an index by hand. */
  private static final List<Candidate> FEW =
      List.of(
          few("attention.md", Priority.P0, "to do", "To do", "- Answer the council: the fence"),
          few(
              "plots.md",
              Priority.P1,
              "plots",
              "Plots, Free plots, Rent",
              "- 7 and 12; the waiting list has nine names\n- 45 a year, due on 1 March"),
          few("billing.md", Priority.P1, "invoices", "Approval", "- Below 500 Nadia alone"),
          few("people.md", Priority.P3, "members", "Members", "- Birgit, treasurer\n- Nadia"),
          few("menu.md", Priority.P3, "菜单", "茶, 点心", "- 明前龙井 68，熟普 48\n- 绿豆糕 18"),
          few("project.md", Priority.P1, "项目", "进货", "- 龙井从杭州进货，普洱从勐海进货"));

  private static Candidate few(
      String file, Priority priority, String phrase, String headings, String text) {
    return new Candidate(file, priority, List.of(phrase), List.of(headings.split(", ")), text);
  }

  private static Router router = new Router(EMBEDDER, Path.of("target/vectors"));

  @BeforeAll
  static void open() {
    router = new Router(EMBEDDER, shared);
  }

  private static String loaded(String message, Mode mode) {
    Routed routed = router.route(message, INDEX, mode);
    assertThat(routed.by()).isEqualTo(mode);
    return routed.routing().toLoad().map(Candidate::file).orElse("nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "how far are we with the invoice thing?,attention.md",
    "which programming language is this written in,project.md",
    "have we made this mistake before?,experience.md",
    "who can I call about the tests?,people.md",
    "发票导出做到哪一步了,attention.md",
    "系统是用什么技术做的,project.md",
    "以前有什么教训,experience.md",
    "这件事该找谁,people.md",
    "good morning!,nothing",
    "哈哈哈哈,nothing",
    "lovely weather today,nothing",
  })
  void meaningFindsTheFileInBothLanguages(String message, String file) {
    assertThat(loaded(message, Mode.MEANING)).isEqualTo(file);
  }

  @ParameterizedTest
  @CsvSource({
    "blockers of the invoice export,attention.md",
    "the architecture on SQLite,project.md",
    "contacts: Mina,people.md",
    "谁负责,people.md",
    "good morning!,nothing",
    "哈哈哈哈,nothing",
  })
  void wordsAloneFindWhatIsNamed(String message, String file) {
    assertThat(loaded(message, Mode.LEXICAL)).isEqualTo(file);
  }

  /** What files of a name usually hold is no match for the words of another file. */
  @ParameterizedTest
  @CsvSource({
    "when is the rent due,plots.md",
    "is there a waiting list,plots.md",
    "who approves invoices above 500,billing.md",
    "who are the members,people.md",
    "what is left to do,attention.md",
    "明前龙井现在卖多少,menu.md",
    "普洱是从哪里进货的,project.md",
    "good night,nothing",
  })
  void whereAnIndexHasFewPhrasesTheWordsOfTheFilesCount(String message, String file) {
    Router own = new Router(EMBEDDER, folder);
    assertThat(own.route(message, FEW, Mode.MEANING).routing().toLoad().map(Candidate::file))
        .isEqualTo(file.equals("nothing") ? Optional.empty() : Optional.of(file));
  }

  @Test
  void withoutAModelWordsAnswerAndItIsSaid() {
    Model missing = new Model("no-such-model", Model.Pooling.FIRST, "", "");
    try (Embedder none = new Embedder(folder, Map.of(Language.ENGLISH, missing))) {
      Router wordy = new Router(none, folder);
      for (String message : List.of("who are our contacts?", "谁负责")) {
        Routed routed = wordy.route(message, INDEX, Mode.MEANING);
        assertThat(routed.by()).isEqualTo(Mode.LEXICAL);
        assertThat(routed.note()).isPresent();
        assertThat(routed.routing().toLoad().orElseThrow().file()).isEqualTo("people.md");
      }
      assertThat(none.isReady(Language.ENGLISH)).isFalse();
    }
  }

  @Test
  void aMessageBeforeTheModelIsLoadedIsAnsweredByWords() {
    try (Embedder cold = new Embedder(Path.of("target/models").toAbsolutePath())) {
      Router fresh = new Router(cold, shared);
      Routed first = fresh.route("who are our contacts?", INDEX, Mode.READY);
      assertThat(first.by()).isEqualTo(Mode.LEXICAL);
      assertThat(first.note()).hasValueSatisfying(why -> assertThat(why).contains("not loaded"));
      cold.embed(Language.ENGLISH, Embedder.Use.PLAIN, List.of());
      assertThat(fresh.route("who are our contacts?", INDEX, Mode.READY).by())
          .isEqualTo(Mode.MEANING);
    }
  }

  @Test
  void keptVectorsGiveTheSameAnswerAndBrokenOnesAreMadeAnew() throws IOException {
    String message = "how far are we with the export?";
    Routed fresh = new Router(EMBEDDER, folder).route(message, INDEX, Mode.MEANING);
    Path kept = folder.resolve("bge-small-en-v1.5-q.vectors");
    byte[] good = Files.readAllBytes(kept);
    assertThat(new Router(EMBEDDER, folder).route(message, INDEX, Mode.MEANING)).isEqualTo(fresh);
    for (int at : new int[] {0, 6, 10, good.length / 2, good.length - 1}) {
      byte[] bad = good.clone();
      bad[at] ^= 0x40;
      Files.write(kept, bad);
      assertThat(new VectorFile(folder, "bge-small-en-v1.5-q").read()).isEmpty();
    }
    Files.write(kept, Arrays.copyOf(good, good.length / 2));
    assertThat(new Router(EMBEDDER, folder).route(message, INDEX, Mode.MEANING)).isEqualTo(fresh);
    assertThat(new VectorFile(folder, "bge-small-en-v1.5-q").read()).isNotEmpty();
  }

  @Test
  void aChangedFileIsSeenAtOnce() {
    String message = "what is the name of the parrot?";
    router.route(message, INDEX, Mode.MEANING);
    List<Candidate> changed =
        List.of(
            INDEX.get(0),
            row(
                "project.md",
                Priority.P1,
                "tech stack, architecture",
                "The parrot is called Otto."));
    assertThat(router.route(message, changed, Mode.MEANING).routing().toLoad().orElseThrow().file())
        .isEqualTo("project.md");
    assertThat(router.route(message, List.of(), Mode.MEANING).routing())
        .isInstanceOf(Routing.Nothing.class);
    assertThat(router.route(" ", INDEX, Mode.MEANING).routing())
        .isInstanceOf(Routing.Nothing.class);
  }
}
