package comity.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HomeTest {
  static final int NOBODY = 65_534;

  @TempDir private Path folder;

  static boolean isRoot(Path ours) throws IOException {
    return Files.getAttribute(ours, "unix:uid").equals(0);
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static String refusal(Path root) {
    return switch (new Home(root).open()) {
      case Home.Opening.Opened(Home home) -> throw new AssertionError(home + " was opened");
      case Home.Opening.Refused(String reason) -> reason;
    };
  }

  @Test
  void theOptionGoesBeforeTheVariable() {
    Path user = Path.of("/home/ada");
    Optional<String> none = Optional.empty();
    assertThat(Home.locate(none, none, user).root()).isEqualTo(user.resolve(".comity"));
    assertThat(Home.locate(none, Optional.of(""), user).root()).isEqualTo(user.resolve(".comity"));
    assertThat(Home.locate(none, Optional.of("/v"), user).root()).isEqualTo(Path.of("/v"));
    assertThat(Home.locate(Optional.of("/o"), Optional.of("/v"), user).root())
        .isEqualTo(Path.of("/o"));
    assertThat(Home.locate(Optional.of("here"), none, user).root()).isAbsolute();
  }

  @Test
  void whatIsMissingIsMade() throws IOException {
    Home home = ConfigFileTest.opened(folder.resolve("a/b/home"));
    for (Path made :
        List.of(home.root(), home.journal(), home.log(), home.run(), home.sessions())) {
      assertThat(mode(made)).as(made.toString()).isEqualTo("rwx------");
    }
    assertThat(home.config()).doesNotExist();
    assertThat(ConfigFileTest.opened(home.root())).isEqualTo(home);
  }

  @Test
  void aHomeByALinkIsTheFolderItself() throws IOException {
    Home real = ConfigFileTest.opened(folder.resolve("real"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), real.root());
    assertThat(ConfigFileTest.opened(link)).isEqualTo(real);
  }

  @Test
  void whatOthersCouldReadIsClosedToThem() throws IOException {
    Path root = Files.createDirectory(folder.resolve("home"));
    mode(root, "rwxr-xr-x");
    ConfigFileTest.opened(root);
    assertThat(mode(root)).isEqualTo("rwx------");
  }

  @Test
  void aFolderOfOtherThingsIsLeftAlone() throws IOException {
    mode(folder, "rwxr-xr-x");
    Files.writeString(folder.resolve("thesis.txt"), "x");
    assertThat(refusal(folder)).contains("holds other things");
    assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void whatOthersCanWriteIsRefused() throws IOException {
    Path root = Files.createDirectory(folder.resolve("home"));
    for (String open : List.of("rwxrwx---", "rwx---rwx", "rwx-w----")) {
      mode(root, open);
      assertThat(refusal(root)).contains("can be written by others (" + open + ")");
    }
  }

  @Test
  void someoneElsesIsRefused() throws IOException {
    Path root = Files.createDirectory(folder.resolve("home"));
    if (isRoot(folder)) {
      Files.setAttribute(root, "unix:uid", NOBODY);
    } else {
      root = Path.of("/usr/share");
    }
    assertThat(refusal(root)).contains(" belongs to ").contains("name a home of your own");
  }

  @Test
  void aFileOrTheWholeSystemIsNoHome() throws IOException {
    assertThat(refusal(Files.writeString(folder.resolve("file"), ""))).contains("is no folder");
    assertThat(refusal(Path.of("/"))).contains("cannot be a home");
  }
}
