package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallTest {
  @TempDir Path folder;

  @Test
  void uninstallLeavesTheFolderAsItWasBeforeInstall() throws IOException {
    Files.createDirectories(folder.resolve(".local/bin"));
    Files.writeString(folder.resolve(".local/bin/other"), "not ours");
    List<String> before = tree();

    assertThat(Ran.in(folder, "install").code()).isZero();
    assertThat(tree())
        .contains(
            ".local/bin/comity",
            ".local/bin/muster",
            ".local/share/man/man1/comity.1",
            ".local/share/bash-completion/completions/comity",
            ".local/share/zsh/site-functions/_comity",
            ".local/share/fish/vendor_completions.d/muster.fish");
    assertThat(Files.readSymbolicLink(folder.resolve(".local/bin/muster")))
        .isEqualTo(folder.resolve("comity"));

    assertThat(Ran.in(folder, "uninstall").code()).isZero();
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void aPrefixThatIsNotThereIsMadeAndTakenAwayAgain() throws IOException {
    String prefix = folder.resolve("new folder/deep").toString();
    assertThat(Ran.in(folder, "install", "--prefix", prefix).code()).isZero();
    assertThat(folder.resolve("new folder/deep/bin/comity")).isSymbolicLink();
    assertThat(Ran.in(folder, "uninstall", "--prefix", prefix).code()).isZero();
    assertThat(tree()).isEmpty();
  }

  @Test
  void aForeignFileStopsTheInstallationBeforeAnythingIsPut() throws IOException {
    Files.createDirectories(folder.resolve(".local/bin"));
    Files.writeString(folder.resolve(".local/bin/muster"), "another program");
    List<String> before = tree();
    Ran ran = Ran.in(folder, "install");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains(".local/bin/muster is there already and is not ours");
    assertThat(tree()).isEqualTo(before);
    assertThat(folder.resolve(".local/bin/muster")).hasContent("another program");
  }

  @Test
  void installingAgainReplacesWhatWasInstalled() throws IOException {
    Ran.in(folder, "install");
    List<String> once = tree();
    Path page = folder.resolve(".local/share/man/man1/comity.1");
    String content = Files.readString(page);
    assertThat(Ran.in(folder, "install").code()).isZero();
    assertThat(tree()).isEqualTo(once);
    assertThat(page).hasContent(content);
    Ran.in(folder, "uninstall");
    assertThat(tree()).isEmpty();
  }

  @Test
  void uninstallLeavesWhatWasChangedSinceAndNamesIt() throws IOException {
    Ran.in(folder, "install");
    Path changed = folder.resolve(".local/share/fish/vendor_completions.d/comity.fish");
    Files.writeString(changed, "mine now");
    Path link = folder.resolve(".local/bin/comity");
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("/elsewhere/comity"));

    Ran ran = Ran.in(folder, "uninstall", "--json");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("\"left\":[\"" + link + "\",\"" + changed + "\"]");
    assertThat(changed).hasContent("mine now");
    assertThat(link).isSymbolicLink();
    assertThat(folder.resolve(".local/bin/muster")).doesNotExist();
  }

  @Test
  void whatAnInterruptedInstallationPutIsTakenAway() throws IOException {
    Ran.in(folder, "install");
    // As after a crash: the manifest lists everything, half of it was put.
    Files.delete(folder.resolve(".local/bin/muster"));
    Files.delete(folder.resolve(".local/share/man/man1/muster.1"));
    assertThat(Ran.in(folder, "uninstall").code()).isZero();
    assertThat(tree()).isEmpty();
  }

  @Test
  void saysWhenTheFolderIsNotOnThePath() {
    String bin = folder.resolve(".local/bin").toString();
    assertThat(Ran.in(folder, Map.of("PATH", "/usr/bin"), "install").out())
        .contains(bin + " is not on PATH");
    assertThat(Ran.in(folder, Map.of("PATH", "/usr/bin:" + bin), "install").out())
        .doesNotContain("not on PATH");
  }

  @Test
  void aDamagedManifestIsNotGuessedAt() throws IOException {
    Ran.in(folder, "install");
    Files.writeString(folder.resolve(".local/share/comity/install.json"), "{\"items\":");
    Ran ran = Ran.in(folder, "uninstall");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("install.json is damaged");
    assertThat(folder.resolve(".local/bin/comity")).isSymbolicLink();
  }

  @Test
  void uninstallingWhereNothingIsInstalledIsNotFound() {
    assertThat(Ran.in(folder, "uninstall").code()).isEqualTo(3);
  }

  private void nothingIsInstalled(String prefix, String why, String todo) throws IOException {
    List<String> before = tree();
    Ran ran = Ran.in(folder, "install", "--prefix", prefix);
    assertThat(ran.code()).as(prefix).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .hasLineCount(1)
        .startsWith("comity: nothing was installed: " + why)
        .contains("; ")
        .contains(todo);
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void aPrefixThatCanNotBeOneIsNamedWithWhatToDo() throws IOException {
    nothingIsInstalled("", "--prefix is empty", "~/.local");
    nothingIsInstalled(
        "here/there",
        "--prefix here/there is no whole path",
        "did you mean " + folder.resolve("here/there") + "?");
    nothingIsInstalled(
        "~/tools", "--prefix ~/tools is no whole path", "did you mean " + folder + "/tools?");
    Path file = Files.writeString(folder.resolve("file"), "");
    nothingIsInstalled(file.toString(), file + " is no folder", "give a folder");
    nothingIsInstalled(file + "/below", file + " is no folder", "choose another --prefix");
    // Not even root makes a folder there.
    nothingIsInstalled("/proc/comity", "/proc", "choose another --prefix");
    Ran uninstall = Ran.in(folder, "uninstall", "--prefix", "here/there");
    assertThat(uninstall.code()).isEqualTo(1);
    assertThat(uninstall.err()).contains("nothing was taken away: --prefix here/there is no whole");
  }

  @Test
  void whatIsInTheWayStopsTheInstallationBeforeAnythingIsPut() throws IOException {
    for (String taken : List.of("bin", "share", "share/man/man1", "share/comity")) {
      Path prefix = folder.resolve("prefix of " + taken.replace('/', '-'));
      Path file = prefix.resolve(taken);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
      nothingIsInstalled(prefix.toString(), file + " is no folder", "choose another --prefix");
    }
  }

  /** A folder at the place of the new file stops it when half is put already. */
  @Test
  void whatFailsHalfWayIsTakenAwayAgain() throws IOException {
    Path inTheWay = folder.resolve("prefix/share/man/man1/.muster.1.comity-new/x");
    Files.createDirectories(inTheWay);
    List<String> before = tree();
    Ran ran = Ran.in(folder, "install", "--prefix", folder.resolve("prefix").toString());
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).startsWith("comity: nothing was installed: ").contains(".muster.1");
    assertThat(tree()).isEqualTo(before);
  }

  private List<String> tree() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.skip(1).map(each -> folder.relativize(each).toString()).sorted().toList();
    }
  }
}
