package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.roles.Isolation.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Never one token over the budget, whatever is in the files, and the record says what is missing.
 */
@Tag("MEM-11")
class BudgetTest {
  private static final int ROUNDS = 10_000;
  private static final Instant NOW = Instant.EPOCH;
  private static final String TABLE =
      "| Trigger Scenario | Load File | Priority |\n|---|---|---|\n";
  private static final List<String> WORDS =
      List.of(
          "deploy",
          "the",
          "restart",
          "数据库",
          "部署 流程",
          "<|endoftext|>",
          "🚀",
          "ﷺ",
          "\u0301",
          "aaaaaaaa",
          "    ",
          "\t",
          "{}();",
          "https://example.org/a?b=c",
          "ß",
          "한국어",
          "\u0000",
          "don't",
          "3.14159",
          "_",
          "e\u0301");

  private final long seed = System.nanoTime();
  private final SplittableRandom random = new SplittableRandom(seed);

  private String text(int most) {
    StringBuilder text = new StringBuilder();
    int words = random.nextInt(most + 1);
    for (int i = 0; i < words; i++) {
      text.append(WORDS.get(random.nextInt(WORDS.size())));
      text.append(
          switch (random.nextInt(14)) {
            case 0 -> "\n\n";
            case 1 -> "\n";
            case 2 -> "\n- ";
            case 3 -> "\n## ";
            case 4 -> random.nextInt(5) == 0 ? "\n```\n" : "";
            case 5 -> "";
            case 6 -> random.nextInt(9) == 0 ? "\r\n" : ". ";
            default -> " ";
          });
    }
    return text.toString();
  }

  private MemoryIndex index(Scope scope, int budget) {
    StringBuilder text =
        new StringBuilder(
            "---\nmemory_budget: " + budget + "\n---\n## Hard Rules\n" + text(40) + "\n\n" + TABLE);
    for (int row = random.nextInt(6); row > 0; row--) {
      text.append(
          "| "
              + text(4).replaceAll("[\\r\\n|]", " ")
              + " | f"
              + row
              + ".md | P"
              + random.nextInt(4)
              + " |\n");
    }
    return MemoryIndex.read(scope, text.toString());
  }

  private int budget() {
    return switch (random.nextInt(4)) {
      case 0 -> 1 + random.nextInt(30);
      case 1 -> 1 + random.nextInt(300);
      case 2 -> 1 + random.nextInt(3000);
      default -> 100 + random.nextInt(400);
    };
  }

  @Test
  void neverOverByOneToken() {
    int cut = 0;
    int over = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Tokenizer tokenizer = round % 8 == 0 ? Tokenizer.O200K : Tokenizer.CL100K;
      Scope scope = round % 2 == 0 ? new Scope.Group("ops") : new Scope.Main();
      Gate gate = Gate.open(scope, Optional.empty(), tokenizer);
      MemoryIndex index = index(scope, budget());
      int given = 0;
      for (int step = 0; step < 3; step++) {
        Disclosure disclosure = new Disclosure(gate, "?");
        if (step == 0) {
          disclosure.index(index);
        }
        boolean told = some(disclosure, step);
        Disclosure.Given done = disclosure.given(NOW, "");
        String at = "round " + round + ", seed " + seed;
        assertThat(done.receipt().tokens()).as(at).isEqualTo(tokenizer.count(done.text()));
        given += done.receipt().tokens();
        assertThat(given).as(at).isEqualTo(done.receipt().spent()).isEqualTo(done.gate().spent());
        assertThat(given).as(at).isLessThanOrEqualTo(done.receipt().budget());
        assertThat(done.receipt().loaded().stream().mapToInt(Receipt.Item::tokens).sum())
            .as(at)
            .isLessThanOrEqualTo(done.receipt().tokens());
        assertThat(told).as("what is missing is told, " + at).isTrue();
        cut += done.receipt().leftOut().size();
        over += done.warnings().isEmpty() ? 0 : 1;
        gate = done.gate();
      }
    }
    assertThat(cut).isGreaterThan(ROUNDS / 10);
    assertThat(over).isGreaterThan(ROUNDS / 20);
  }

  /** Gives something; tells whether the record says all that is missing of it. */
  private boolean some(Disclosure disclosure, int step) {
    String text = text(random.nextInt(3) == 0 ? 600 : 60);
    int before = disclosure.given(NOW, "").receipt().leftOut().size();
    boolean whole =
        switch (random.nextInt(3)) {
          case 0 -> {
            boolean allowed =
                disclosure.file("f" + step + ".md", Priority.P1, text, "asked for", 0)
                    instanceof Verdict.Allowed;
            yield allowed && isThere(disclosure, text);
          }
          case 1 -> {
            List<Passage> passages = new ArrayList<>();
            int line = 1;
            for (int i = random.nextInt(6); i > 0; i--) {
              passages.addFirst(new Passage(line, text(30), i));
              line += 40;
            }
            disclosure.passages("f" + step + ".md", Priority.P2, text, passages, "found", 1);
            // A title alone is nothing that could be missing.
            yield text.lines()
                .skip(text.startsWith("# ") ? 1 : 0)
                .allMatch(said ->
                    said.isBlank()
                        || passages.stream()
                            .anyMatch(each -> each.text().lines().anyMatch(said::equals)));
          }
          default -> {
            disclosure.beside("MEMORY.md", text, "every session", disclosure.room() / 2 + 1);
            yield isThere(disclosure, text);
          }
        };
    return whole || disclosure.given(NOW, "").receipt().leftOut().size() > before;
  }

  private static boolean isThere(Disclosure disclosure, String text) {
    return text.isBlank() || disclosure.given(NOW, "").text().contains(text);
  }
}
