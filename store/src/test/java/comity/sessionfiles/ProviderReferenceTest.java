package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessions.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds the table of {@code docs/sessions.md} to the providers that come with Comity. */
final class ProviderReferenceTest {
  private static final Path PAGE = Path.of("../docs/sessions.md");
  private static final String BEGIN = "<!-- providers -->\n";
  private static final String END = "<!-- /providers -->\n";

  private static String table() {
    StringBuilder table =
        new StringBuilder(
            """
            | provider | name | program | id given | resume | hooks with the start | hooks in a file |
            | --- | --- | --- | --- | --- | --- | --- |
            """);
    for (Provider each : ProviderFiles.shipped().all()) {
      if (!each.name().equals(Provider.CUSTOM)) {
        table.append(
            "| %s | `%s` | %s | %s | %s | %s | %s |\n"
                .formatted(
                    each.title(),
                    each.name(),
                    each.programs().stream()
                        .map(program -> "`" + program + "`")
                        .collect(Collectors.joining(" ")),
                    code(each.start().assign()),
                    code(each.resume().words()),
                    switch (each.hooks().byLaunch()) {
                      case NONE -> "–";
                      case SETTINGS -> "`--settings`";
                      case OVERRIDE -> "`-c`";
                      case EXTENSION -> "`-e`";
                    },
                    each.hooks()
                        .file()
                        .map(file -> "`" + file.folder() + "/" + file.file() + "`")
                        .orElse("–")));
      }
    }
    return table.toString();
  }

  private static String code(List<String> words) {
    return words.isEmpty()
        ? "–"
        : "`" + String.join(" ", words).replace(Provider.PLACEHOLDER, "ID") + "`";
  }

  @Test
  @Tag("SES-21")
  void theTableIsWhatIsKnown() throws IOException {
    String page = Files.readString(PAGE);
    String expected =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + table()
            + page.substring(page.indexOf(END));
    if (System.getProperty("regenerate") != null) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE))
        .as(
            "docs/sessions.md; to print its table anew: mvn -pl store -am test"
                + " -Dtest=ProviderReferenceTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dregenerate")
        .isEqualTo(expected);
  }
}
