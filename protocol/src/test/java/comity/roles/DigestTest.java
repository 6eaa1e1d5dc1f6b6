package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ROLE-24")
class DigestTest {
  private static Digest.Part part(String title, String text, Digest.Keep keep, int weight) {
    return new Digest.Part(title, title.toLowerCase(Locale.ROOT) + ".md", text, keep, weight);
  }

  @Test
  void whatFitsIsShownWholeAndInOrder() {
    Digest digest =
        Digest.of(
            "# build",
            List.of(
                part("Rules", "Be kind.\n", Digest.Keep.BEGINNING, 1),
                part("Nothing", " \n", Digest.Keep.BEGINNING, 1),
                part("Notes", "\nOne.\n\nTwo.\n", Digest.Keep.END, 1)),
            Digest.MIN_BUDGET);
    assertThat(digest.text())
        .isEqualTo(
            "# build\n\n## Rules (rules.md)\n\nBe kind.\n\n## Notes (notes.md)\n\nOne.\n\nTwo.\n");
    assertThat(digest.tokens()).isEqualTo(TokenEstimate.of(digest.text()));
    assertThat(digest.sections()).allMatch(section -> section.cut().isEmpty());
  }

  @Test
  void whatIsTooLongIsCutAtAParagraphAndSaysSo() {
    String words = "word ".repeat(40).strip();
    List<String> paragraphs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      paragraphs.add("P" + i + " " + words);
    }
    String text = String.join("\n\n", paragraphs);
    Digest digest =
        Digest.of(
            "# build",
            List.of(
                part("Short", "stays", Digest.Keep.BEGINNING, 1),
                part("First", text, Digest.Keep.BEGINNING, 2),
                part("Last", text, Digest.Keep.END, 1)),
            2_000);
    assertThat(digest.tokens()).isBetween(1_600L, 2_000L);
    Digest.Section first = digest.sections().get(1);
    assertThat(first.text()).startsWith("P0 word").contains("\n\n[… ").endsWith("over the budget]");
    int left = first.cut().orElseThrow().paragraphs();
    assertThat(first.text()).contains("P" + (59 - left) + " " + words + "\n\n[… " + left + " para");
    Digest.Section last = digest.sections().get(2);
    assertThat(last.text()).startsWith("[… ").endsWith("P59 " + words);
    assertThat(last.cut().orElseThrow().paragraphs()).isGreaterThan(left);
    assertThat(digest.sections().getFirst().cut()).isEmpty();
  }

  @Test
  void codeStaysInOnePieceAndListsAreCutBetweenTheirItems() {
    assertThat(Paragraphs.of("a\nb\n\n```\nc\n\n# d\n```\n- e\n  f\n- g\n# h\ni"))
        .containsExactly("a\nb\n\n", "```\nc\n\n# d\n```\n", "- e\n  f\n", "- g\n", "# h\ni");
  }

  @Test
  void noTextTakesMoreThanTheBudget() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RoleTexts texts = new RoleTexts(random);
    for (int i = 0; i < 500; i++) {
      List<Digest.Part> parts = new ArrayList<>();
      for (int left = random.nextInt(10); left > 0; left--) {
        String text = new String(texts.next(), StandardCharsets.UTF_8);
        parts.add(
            part(
                "T".repeat(random.nextInt(random.nextInt(10) == 0 ? 2_000 : 20)),
                text.repeat(random.nextInt(30)),
                texts.one(List.of(Digest.Keep.values())),
                1 + random.nextInt(5)));
      }
      int budget = Digest.MIN_BUDGET + random.nextInt(3_000);
      Digest digest = Digest.of("# " + "长".repeat(random.nextInt(300)), parts, budget);
      assertThat(digest.tokens())
          .as("seed " + seed + ", case " + i)
          .isLessThanOrEqualTo((long) budget);
      assertThat(digest.tokens()).isEqualTo(TokenEstimate.of(digest.text()));
    }
  }

  @Test
  void theEstimateIsRatherTooHigh() {
    // At least a token for each word; at most twice what there are words or characters.
    assertThat(TokenEstimate.of("The quick brown fox jumps over the lazy dog."))
        .isBetween(10L, 22L);
    assertThat(TokenEstimate.of("竞品深度调研回传，先做技术吸收。")).isBetween(12L, 30L);
    assertThat(TokenEstimate.of("2026-11-29")).isBetween(5L, 8L);
    assertThat(TokenEstimate.of("")).isZero();
  }

  @Test
  void aRolesReportHasEverythingInItsOrder() {
    RoleFile file =
        RoleFile.read(
            """
            <!-- L0: v1.0.0 | ship | ok -->
            ## 🎯 TODO
            - [ ] one
              - [/] two
            - [x] three
            ## Received Directives
            📡 **S001→BUILD**: 🟡 (from MUSE/strategy) **do it**
            > now

            📡 **S002→BUILD**: ✅ (2026-11-29 10:00 +00:00) (from MUSE/qa) **was done**
            """
                .getBytes(StandardCharsets.UTF_8));
    Directive waiting =
        RoleFile.read("📡 **S003→BUILD**: 🟡 **next**\n".getBytes(StandardCharsets.UTF_8))
            .sent()
            .getFirst();
    Briefing.Texts texts =
        new Briefing.Texts(
            new Briefing.Text("CLAUDE.md", "rules"),
            new Briefing.Text("MEMORIES.md", "long"),
            new Briefing.Text(
                "memory/2026-11-30.md", "# 30\n- tests ❌ on CI\n- lint failed, fixed"),
            new Briefing.Text("memory/2026-11-29.md", "部署失败\n"),
            new Briefing.Text("USER.md", "prefs"),
            new Briefing.Text(".muse/build.md", "the file"),
            List.of(new Briefing.Waiting("DYA/qa", waiting)));
    Digest digest = Digest.of("# build", Briefing.ofRole(texts, file), Briefing.USUAL_BUDGET);
    assertThat(digest.sections())
        .extracting(Digest.Section::title)
        .containsExactly(
            "Rules",
            "Long-term memory",
            "Open failures",
            "Today",
            "Yesterday",
            "Preferences",
            "Role",
            "Waiting to be picked up",
            "Received and not done",
            "Open tasks");
    assertThat(digest.sections().get(2).text())
        .isEqualTo("- tests ❌ on CI (memory/2026-11-30.md:2)\n- 部署失败 (memory/2026-11-29.md:1)");
    assertThat(digest.sections().get(7).text()).isEqualTo("- S003 from DYA/qa to BUILD: next");
    assertThat(digest.sections().get(8).text())
        .isEqualTo("- S001 from MUSE/strategy: do it\n  > now");
    assertThat(digest.sections().get(9).text()).isEqualTo("- [ ] one\n  - [/] two");
    Briefing.Row row = new Briefing.Row("build", file.l0(), 1, 2);
    Briefing.Row bare = new Briefing.Row("qa", Optional.empty(), 0, 0);
    assertThat(Briefing.ofProject(texts, List.of(row, bare)).getFirst().text())
        .isEqualTo(
            "- build: v1.0.0 | ship | ok; 1 directives not done; 2 open tasks\n- qa: no header\n");
  }
}
