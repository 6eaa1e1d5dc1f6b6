package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
  @TempDir Path folder;

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    assertThat(complete("comity", "inst")).containsExactly("install");
    assertThat(complete("comity", "")).contains("completion", "install", "uninstall");
    assertThat(complete("comity", "--home", "x", "un")).containsExactly("uninstall");
    assertThat(complete("comity", "install", "--p")).contains("--prefix").doesNotContain("--json");
    assertThat(complete("comity", "install", "--j")).containsExactly("--json");
    assertThat(complete("comity", "install", "--prefix", "x", "--", "--p")).isEmpty();
  }

  @Test
  void bashOffersFilesWhereAFileIsWanted() throws Exception {
    Files.createFile(folder.resolve("some-file"));
    assertThat(complete("comity", "install", "--prefix", "some")).containsExactly("some-file");
  }

  @Test
  void everyScriptNamesEveryCommandAndOption() {
    List<Manual> manuals = Manual.all();
    for (String script :
        List.of(
            BashCompletion.script(manuals),
            ZshCompletion.script(manuals),
            FishCompletion.script(manuals),
            ManPage.page(manuals).replace("\\-", "-"))) {
      for (Manual manual : manuals) {
        for (String word : manual.words().split(" ", -1)) {
          assertThat(script).contains(word);
        }
        for (Manual.Option option : manual.options()) {
          option.names().forEach(name -> assertThat(script).contains(name.replaceFirst("^-+", "")));
        }
      }
      assertThat(script).doesNotContain("@VALUE@", "@FILE@", "@CASES@", "@FIRST@", "@GLOBAL@");
    }
  }

  @Test
  void manualPageEscapesWhatWouldBeARequest() {
    Manual manual =
        new Manual(
            "odd",
            "begins",
            List.of("A paragraph."),
            "[-x]",
            List.of(new Manual.Operand(".dot", "'quote \\ back")),
            List.of(),
            List.of(".so /etc/passwd"));
    assertThat(ManPage.page(List.of(manual)))
        .contains("\n\\&.so /etc/passwd\n")
        .contains("\n\\&'quote \\e back\n")
        .contains("\\fB\\&.dot\\fR");
  }

  @Test
  void unknownShellIsWrongUsage() {
    assertThat(Ran.in(folder, "completion", "tcsh").code()).isEqualTo(2);
  }

  /** What bash itself offers for the last of these words. */
  private List<String> complete(String... words) throws IOException, InterruptedException {
    Path script = folder.resolve(".completion.bash");
    Files.writeString(
        script,
        BashCompletion.script(Manual.all())
            + "COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _comity; printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    List<String> command = new ArrayList<>(List.of("bash", script.toString()));
    command.addAll(List.of(words));
    Process bash =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).isZero();
    return out.lines().filter(line -> !line.isEmpty()).toList();
  }
}
