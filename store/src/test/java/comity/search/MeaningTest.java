package comity.search;

import static org.assertj.core.api.Assertions.assertThat;

import comity.meaning.Embedder;
import comity.meaning.Language;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found by meaning, with the models themselves. */
@Tag("MEM-21")
class MeaningTest {
  private static final Path MODELS = Path.of("target", "models").toAbsolutePath();
  private static Embedder embedder = new Embedder(MODELS);

  @TempDir private Path folder;

  @BeforeAll
  static void open() {
    embedder = new Embedder(MODELS);
  }

  @AfterAll
  static void close() {
    embedder.close();
  }

  private Notes notes() throws IOException {
    Notes notes = new Notes(folder.resolve("notes"));
    notes.write(
        "memory/2026-11-30.md",
        """
        # Monday

        The physician said that her blood pressure is too high.

        We repaired the roof of the barn.

        机器学习模型的训练花了三天。

        他们在海边度过了假期。
        """);
    return notes;
  }

  private MemorySearch search(Notes notes) {
    return new MemorySearch(folder.resolve("index"), notes, Optional.of(embedder));
  }

  @Test
  void aParaphraseIsFoundInEitherLanguage() throws IOException {
    try (MemorySearch search = search(notes())) {
      assertThat(search.learn()).isEqualTo(4);
      assertThat(search.learn()).isZero();
      Found doctor =
          search.find(Question.of("What did the doctor tell?", 1, Question.Mode.MEANING));
      assertThat(doctor.byMeaning()).isTrue();
      assertThat(doctor.notYetByMeaning()).isZero();
      assertThat(doctor.hits().getFirst().firstLine()).isEqualTo(3);
      assertThat(
              search
                  .find(Question.of("去哪里旅游了？", 1, Question.Mode.MEANING))
                  .hits()
                  .getFirst()
                  .firstLine())
          .isEqualTo(9);
      assertThat(
              search
                  .find(Question.of("Who mended the roof?", 1, Question.Mode.MEANING))
                  .hits()
                  .getFirst()
                  .firstLine())
          .isEqualTo(5);
    }
  }

  @Test
  void whatMeansNothingOfTheKindIsNoHit() throws IOException {
    try (MemorySearch search = search(notes())) {
      search.learn();
      for (String question :
          List.of("How do I reset my password?", "Who won the chess tournament?", "怎么做红烧肉")) {
        Found found = search.find(Question.of(question, 10, Question.Mode.MEANING));
        assertThat(found.byMeaning()).isTrue();
        assertThat(found.hits()).as(question).isEmpty();
      }
      assertThat(
              search
                  .find(Question.of("What did the doctor tell?", 10, Question.Mode.MEANING))
                  .hits())
          .extracting(Found.Hit::firstLine)
          .containsExactly(3);
    }
  }

  @Test
  void aSearchThatMayWaitLearnsAFewPassagesAtOnce() throws IOException {
    Notes notes = notes();
    try (MemorySearch search = search(notes)) {
      Found found = search.find(Question.of("What did the doctor tell?", 1, Question.Mode.MEANING));
      assertThat(found.byMeaning()).isTrue();
      assertThat(found.notYetByMeaning()).isZero();
      assertThat(found.hits().getFirst().firstLine()).isEqualTo(3);
    }
    try (MemorySearch search = search(notes)) {
      assertThat(search.learn()).as("those in Chinese; the others are on the disk").isEqualTo(2);
    }
  }

  @Test
  void wordsAnswerWhileTheModelIsNotLoaded() throws IOException {
    try (Embedder cold = new Embedder(MODELS);
        MemorySearch search =
            new MemorySearch(folder.resolve("index"), notes(), Optional.of(cold))) {
      Question question = Question.of("the roof", 1, Question.Mode.MEANING_WHEN_READY);
      Found first = search.find(question);
      assertThat(first.byMeaning()).isFalse();
      assertThat(first.hits().getFirst().firstLine()).isEqualTo(5);
      assertThat(search.find(Question.of("the roof", 1, Question.Mode.MEANING)).byMeaning())
          .isTrue();
      assertThat(cold.isReady(Language.ENGLISH)).isTrue();
      assertThat(search.find(question).byMeaning()).isTrue();
    }
  }
}
