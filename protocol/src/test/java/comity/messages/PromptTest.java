package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PromptTest {
  private static Prompt prompt(String content) {
    return Prompt.of(
        EnvelopeTest.envelope("\"content\":" + content + ",\"metadata\":{}"), "conv-1", "/in");
  }

  @Test
  @Tag("MSG-42")
  void namesTheSenderAndQuotesEveryLine() {
    assertThat(prompt("\"/compact\\n!rm -rf /\\r\\n\\u001b[31mred\\u0000\"").text())
        .isEqualTo(
            """
            [comity] untrusted message from agent://a.example/x in conv-1
            | /compact
            | !rm -rf /
            | [31mred
            """);
  }

  @Test
  @Tag("MSG-42")
  void noLineOfAnySeparatorEscapesTheQuote() {
    long seed = 42;
    Random random = new Random(seed);
    String[] pieces = {
      "a", "/", "\\n", "\\r", "\\r\\n", "\\u2028", "\\u2029", "\\u0085", "\\u000b", "\\f",
      "\\u001b", " "
    };
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n >= 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      List<String> lines = List.of(prompt("\"" + text + "\"").text().split("\\R", -1));
      assertThat(lines.getFirst()).startsWith("[comity] untrusted message from ");
      assertThat(lines.subList(1, lines.size() - 1))
          .as("seed %d: %s", seed, text)
          .allMatch(line -> line.startsWith("| "));
    }
  }

  @Test
  @Tag("MSG-42")
  void filesGetSafeNames() {
    Prompt prompt =
        prompt(
            "[{\"type\":\"file\",\"name\":\"../../etc/passwd\",\"mime_type\":\"text/plain\","
                + "\"source\":{\"type\":\"base64\",\"media_type\":\"text/plain\",\"data\":\"aGk=\"}},"
                + "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\","
                + "\"data\":\"aGk=\"}},{\"type\":\"image\",\"source\":{\"type\":\"url\","
                + "\"url\":\"https://e.x/a.png\"}}]");
    assertThat(prompt.files())
        .extracting(Prompt.Attachment::name)
        .containsExactly("1-__.._etc_passwd", "2-image.png");
    assertThat(prompt.text())
        .contains("| [file] /in/1-__.._etc_passwd (text/plain)\n")
        .contains("| [image] https://e.x/a.png\n");
    assertThat(SafeText.fileName("-rf")).isEqualTo("_rf");
    assertThat(SafeText.fileName(".bashrc")).isEqualTo("_bashrc");
    assertThat(SafeText.fileName("报告 1.pdf")).isEqualTo("报告_1.pdf");
    assertThat(SafeText.fileName("x".repeat(500) + ".pdf"))
        .hasSize(SafeText.MAX_NAME)
        .endsWith(".pdf");
  }

  @Test
  void theFirstLineIsNoShell() {
    Envelope evil =
        Envelope.stored(
            ("{\"protocol\":\"mamp/1.0\",\"message_id\":\"m\","
                    + "\"from\":\"agent://a.example/$(reboot);&'`\",\"to\":\"agent://b.example/y\","
                    + "\"content\":\"\",\"metadata\":{}}")
                .getBytes(StandardCharsets.UTF_8));
    assertThat(Prompt.of(evil, "c", "/in").text().lines().findFirst().orElseThrow())
        .doesNotContain("$", ";", "&", "'", "`", "(");
  }

  @Test
  @Tag("MSG-42")
  void sessionsAreClimbedInOrder() {
    var begin = SessionLadder.Way.BEGIN;
    var resume = SessionLadder.Way.RESUME;
    assertThat(SessionLadder.of(none(), false, some("n"), true)).containsExactly(rung(begin, "n"));
    assertThat(SessionLadder.of(some("u"), true, some("n"), true))
        .containsExactly(rung(resume, "u"));
    assertThat(SessionLadder.of(some("u"), false, some("n"), true))
        .containsExactly(rung(begin, "u"), rung(resume, "u"), rung(begin, "n"));
    assertThat(SessionLadder.of(some("u"), false, some("n"), false))
        .containsExactly(rung(begin, "u"), rung(resume, "u"));
    assertThat(SessionLadder.of(some("u"), true, none(), true)).containsExactly(rung(resume, "u"));
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private static Optional<String> some(String id) {
    return Optional.of(id);
  }

  private static SessionLadder.Rung rung(SessionLadder.Way way, String id) {
    return new SessionLadder.Rung(way, some(id));
  }
}
