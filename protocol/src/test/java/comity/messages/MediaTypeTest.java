package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MediaTypeTest {
  private static final byte[] NO_TEXT = {0, 1, 2};

  @ParameterizedTest
  @CsvSource({
    "build.log, text/plain",
    "README.md, text/markdown",
    "table.csv, text/csv",
    "answer.JSON, application/json",
    "compose.yaml, application/yaml",
    "compose.yml, application/yaml",
    "pom.xml, application/xml",
    "config.toml, application/toml",
    "setup.ini, text/plain",
    "fix.patch, text/x-diff",
    "fix.diff, text/x-diff",
    "schema.sql, application/sql",
    "run.sh, text/x-shellscript",
    "report.pdf, application/pdf",
    "photo.jpeg, image/jpeg",
    "archive.tar.gz, application/gzip",
  })
  void theEndOfTheNameDecides(String name, String type) {
    assertThat(MediaType.of(name, NO_TEXT)).isEqualTo(type);
  }

  @Test
  void withoutAKnownEndTheBytesDecide() {
    byte[] text = "größe\n\t\u001b[1mbold".getBytes(StandardCharsets.UTF_8);
    for (String name : new String[] {"Makefile", "notes.unheard-of", "png"}) {
      assertThat(MediaType.of(name, text)).isEqualTo("text/plain");
      assertThat(MediaType.of(name, NO_TEXT)).isEqualTo(MediaType.UNKNOWN);
    }
    assertThat(MediaType.of("latin", new byte[] {'a', (byte) 0xE9})).isEqualTo(MediaType.UNKNOWN);
  }

  @Test
  void aTypeHasItsUsualEnd() {
    assertThat(MediaType.ending("image/jpeg")).isEqualTo(".jpg");
    assertThat(MediaType.ending("Text/Plain; charset=utf-8")).isEqualTo(".txt");
    assertThat(MediaType.ending("x/../../y")).isEmpty();
  }
}
