package comity.files;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/configuration.md} to the schema it is printed from. */
final class ConfigReferenceTest {
  private static final Path PAGE = Path.of("../docs/configuration.md");

  @Test
  void thePageIsWhatTheSchemaPrints() throws IOException {
    if (System.getProperty("regenerate") != null) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, Configuration.reference());
    }
    assertThat(Files.readString(PAGE))
        .as(
            "docs/configuration.md; to print it anew: mvn -pl store -am test"
                + " -Dtest=ConfigReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dregenerate")
        .isEqualTo(Configuration.reference());
  }
}
