package comity.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordPieceTest {
  private static final List<String> VOCABULARY =
      List.of(
          "[PAD]", "[UNK]", "[CLS]", "[SEP]", "deploy", "##ing", "##ed", "cafe", ",", "!", "部", "署",
          "un", "##de", "##ploy", "##able", "$", "-");

  private static WordPiece pieces() {
    StringBuilder json = new StringBuilder("{\"model\":{\"vocab\":{");
    for (int at = 0; at < VOCABULARY.size(); at++) {
      json.append(at == 0 ? "" : ",")
          .append('"')
          .append(VOCABULARY.get(at))
          .append("\":")
          .append(at);
    }
    try {
      return WordPiece.read(json.append("}}}").toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static String encoded(String text, int limit) {
    List<String> names = new ArrayList<>();
    for (long id : pieces().encode(text, limit)) {
      names.add(VOCABULARY.get((int) id));
    }
    return String.join(" ", names);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "deploying               | deploy ##ing",
        "DEPLOYED,deploy!        | deploy ##ed , deploy !",
        "undeployable            | un ##de ##ploy ##able",
        "deployx                 | [UNK]",
        "x deploy                | [UNK] deploy",
        "café CAFÉ               | cafe cafe",
        "部署deploy部             | 部 署 deploy 部",
        "deploy$-deploy          | deploy $ - deploy",
        "かな                     | [UNK]",
        "😀 deploy               | [UNK] deploy",
      })
  void wordsBecomeTheLongestPiecesThereAre(String text, String pieces) {
    assertThat(encoded(text, 64)).isEqualTo("[CLS] " + pieces + " [SEP]");
  }

  @Test
  void signsThatNobodySeesCountForNothing() {
    assertThat(encoded("de\u200Bploy\t\u0000deploy\u00A0deploy\uFFFD", 64))
        .isEqualTo("[CLS] deploy deploy deploy [SEP]");
    assertThat(encoded("", 64)).isEqualTo("[CLS] [SEP]");
  }

  @Test
  void longTextIsCutAndKeepsItsEnd() {
    assertThat(encoded("deploy ".repeat(100_000), 5)).isEqualTo("[CLS] deploy deploy deploy [SEP]");
    assertThat(encoded("undeployable", 4)).isEqualTo("[CLS] un ##de [SEP]");
    assertThat(encoded("deploy" + "x".repeat(95), 9)).isEqualTo("[CLS] [UNK] [SEP]");
  }

  @Test
  void aFileWithoutAVocabularyIsRefused() {
    for (String json : List.of("{}", "[", "{\"model\":{\"vocab\":3}}")) {
      assertThatThrownBy(() -> WordPiece.read(json.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(IOException.class);
    }
    assertThatThrownBy(
            () -> WordPiece.read("{\"model\":{\"vocab\":{}}}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
