package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Viewers see all of a program's output but what asks for an answer. */
final class QueryFilterTest {
  private static final List<String> QUESTIONS =
      List.of(
          "\u001b[c",
          "\u001b[0c",
          "\u001b[>c",
          "\u001b[>0c",
          "\u001b[=c",
          "\u001b[>q",
          "\u001b[>0q",
          "\u001b[5n",
          "\u001b[6n",
          "\u001b[?6n",
          "\u001b[?996n",
          "\u001b[?u",
          "\u001b[?2026$p",
          "\u001b[4$p",
          "\u001b[?4m",
          "\u001b[18t",
          "\u001b[14;2t",
          "\u001b[?1;1S",
          "\u001b[\u007f?\u007fu",
          "\u001b[>\u007fq",
          "\u001b\u007f[6n",
          "\u001b\u007fZ",
          "\u001b[\u0005?u",
          "\u001bZ",
          "\u0005",
          "\u001b]10;?\u001b\\",
          "\u001b]11;?\u0007",
          "\u001b]4;1;?\u0007",
          "\u001b]4;1;?;2;?\u0007",
          "\u001b]52;c;?\u0007",
          "\u001b]99;i=a:p=?;\u001b\\",
          "\u001b]99;p=?;\u001b\\",
          "\u001b]1337;Capabilities\u0007",
          "\u001b]7501;?\u001b\\",
          "\u001b]21;foreground=?\u001b\\",
          "\u001bP$qm\u001b\\",
          "\u001bP+q544e\u001b\\",
          "\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\");

  private static final List<String> SHOWN =
      List.of(
          "plain text\r\n",
          "\u001b[31m",
          "\u001b[?25h",
          "\u001b[2J",
          "\u001b[H",
          "\u001b[>1u",
          "\u001b[<u",
          "\u001b[=1;1u",
          "\u001b[>4;2m",
          "\u001b[2 q",
          "\u001b[1;5r",
          "\u001b[u",
          "\u001b[22;0t",
          "\u001b[8;24;80t",
          "\u001b]0;title?\u0007",
          "\u001b]2;\u001b\\",
          "\u001b]8;;http://x/?q=1\u001b\\",
          "\u001b]52;c;YQ==\u0007",
          "\u001b]4;1;rgb:00/00/00\u0007",
          "\u001b]9;4;3\u0007",
          "\u001b]9;done?\u0007",
          "\u001b]99;i=a:d=0;what?\u001b\\",
          "\u001b]777;notify;a;b?\u001b\\",
          "\u001b]7501;state=working\u001b\\",
          "\u001b(0",
          "\u001b7",
          "\u001b>",
          "\u001bM",
          "\u001b[!p",
          "\u001b[1$r",
          "é漢字👍🏽",
          "\u001b_Ga=T,f=100;AAAA\u001b\\",
          "\u001bPq#0;2;0;0;0\u001b\\",
          "\u0007",
          "\u001b[0x");

  private static String filtered(byte[] bytes, Random random) {
    QueryFilter filter = new QueryFilter();
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    for (int at = 0; at < bytes.length; ) {
      int size = Math.min(bytes.length - at, 1 + random.nextInt(9));
      filter.take(bytes, at, at + size, shown);
      at += size;
    }
    return shown.toString(StandardCharsets.UTF_8);
  }

  @Test
  @Tag("SES-24")
  void questionsAreTakenOutAndNothingElse() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      StringBuilder all = new StringBuilder();
      StringBuilder expected = new StringBuilder();
      for (int i = 0; i < 12; i++) {
        if (random.nextBoolean()) {
          all.append(QUESTIONS.get(random.nextInt(QUESTIONS.size())));
        } else {
          String part = SHOWN.get(random.nextInt(SHOWN.size() - 1));
          all.append(part);
          expected.append(part);
        }
      }
      assertThat(filtered(all.toString().getBytes(StandardCharsets.UTF_8), random))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(expected.toString());
    }
  }

  @Test
  void eachQuestionAloneIsTakenOut() {
    for (String question : QUESTIONS) {
      assertThat(filtered(("a" + question + "b").getBytes(StandardCharsets.UTF_8), new Random(1)))
          .as(question.replace('\u001b', '^'))
          .isEqualTo("ab");
    }
  }

  @Test
  @Tag("SES-24")
  void whatATerminalDoesWithinAQuestionIsDone() {
    byte[] bytes = "a\u001b[\r\n?ub\u001b\u0007[3\b1m".getBytes(StandardCharsets.UTF_8);
    assertThat(filtered(bytes, new Random(3))).isEqualTo("a\r\nb\u0007\b\u001b[31m");
    bytes = "\u001b]0;half\u001b\u007f[cb".getBytes(StandardCharsets.UTF_8);
    assertThat(filtered(bytes, new Random(4))).isEqualTo("\u001b]0;halfb");
  }

  @Test
  void whatIsCutOffOrTooLongStaysAsItIs() {
    for (String odd :
        List.of(
            "\u001b[12\u0018c",
            "\u001b]0;half\u001b[31mred",
            "\u001b]0;" + "x".repeat(20_000) + "\u0007after",
            "\u001bP" + "y".repeat(9_000) + "\u001b\\after",
            "\u001b]0;" + "x".repeat(9_000) + "\u001b[1mbold",
            "\u001b\u001b[1m")) {
      assertThat(filtered(odd.getBytes(StandardCharsets.UTF_8), new Random(2))).isEqualTo(odd);
    }
  }

  @Test
  void nothingIsLostOfRandomBytesWithoutQuestions() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] bytes = new byte[200_000];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0x1B || bytes[i] == 0x05) {
        bytes[i] = ' ';
      }
    }
    QueryFilter filter = new QueryFilter();
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    filter.take(bytes, 0, bytes.length, shown);
    assertThat(shown.toByteArray()).as("seed %d", seed).isEqualTo(bytes);
  }
}
