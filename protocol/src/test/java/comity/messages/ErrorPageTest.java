package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The error table of {@code docs/messages.md} is the enum's. {@code mvn -pl protocol test
 * -Dtest=ErrorPageTest -Dregenerate} writes it.
 */
final class ErrorPageTest {
  private static final Path PAGE = Path.of("../docs/messages.md");
  private static final String BEGIN = "<!-- errors: printed from comity.messages.ErrorCode -->\n";
  private static final String END = "<!-- end of errors -->";

  private static String table() {
    StringBuilder table = new StringBuilder("| error | status | means |\n| --- | --- | --- |\n");
    for (ErrorCode code : ErrorCode.values()) {
      table.append("| `%s` | %d | %s |\n".formatted(code.code(), code.status(), code.meaning()));
    }
    return table.toString();
  }

  @Test
  @Tag("MSG-15")
  void thePageHasEveryError() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    if (System.getProperty("regenerate") != null) {
      page = page.substring(0, from) + table() + page.substring(to);
      Files.writeString(PAGE, page);
      to = page.indexOf(END);
    }
    assertThat(page.substring(from, to)).isEqualTo(table());
  }
}
