package comity.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LineLogTest {
  @TempDir private Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void aLineComesAfterTheOthersAlsoAfterATornOne(LineLog.Lasting lasting) throws IOException {
    Path file = folder.resolve("log");
    LineLog.add(file, bytes("one"), lasting);
    LineLog.add(file, bytes("two"), lasting);
    assertThat(file).hasContent("one\ntwo\n");
    Files.writeString(file, "one\ntor");
    LineLog.add(file, bytes("three"), lasting);
    LineLog.add(file, bytes("four"), lasting);
    assertThat(Files.readString(file)).isEqualTo("one\ntor\nthree\nfour\n");
  }

  @Test
  void itIsItsOwnersAlone() throws IOException {
    Path file = folder.resolve("log");
    LineLog.add(file, bytes("one"), LineLog.Lasting.WRITTEN);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "as it is");
    Path link = Files.createSymbolicLink(folder.resolve("log"), elsewhere);
    assertThatThrownBy(() -> LineLog.add(link, bytes("one"), LineLog.Lasting.WRITTEN))
        .isInstanceOf(IOException.class);
    assertThat(elsewhere).hasContent("as it is");
  }
}
