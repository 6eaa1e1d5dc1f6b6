package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
  @TempDir Path folder;

  @Test
  void unknownCommandNamesTheNearestAndIsWrongUsage() {
    Ran ran = Ran.in(folder, "uninstal");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .isEqualTo("comity: there is no command uninstal; did you mean comity uninstall?\n");
  }

  @Test
  void unknownCommandNearNothingPointsToTheHelp() {
    assertThat(Ran.in(folder, "xylophone").err()).endsWith("comity --help lists the commands\n");
  }

  @Test
  void globalOptionsStandAnywhereBeforeTheDoubleDash() {
    for (List<String> line :
        List.of(
            List.of("--json", "completion", "bash"),
            List.of("completion", "--json", "bash"),
            List.of("completion", "bash", "--home", "x", "--json"),
            List.of("--home=x", "completion", "bash", "--json"))) {
      Ran ran = Ran.in(folder, line.toArray(String[]::new));
      assertThat(ran.code()).as("%s", line).isZero();
      assertThat(json(ran.out()).string("shell")).contains("bash");
    }
    assertThat(Ran.in(folder, "completion", "--", "--json").err()).contains("--json");
  }

  @Test
  void jsonIsPrintedWhenTheCommandFailsToo() {
    Ran ran = Ran.in(folder, "uninstall", "--json");
    assertThat(ran.code()).isEqualTo(3);
    assertThat(json(ran.out()).string("error")).contains("not_found");
    assertThat(ran.err().lines()).hasSize(1);
  }

  @Test
  void quietLeavesConfirmationsOutButNotAnswers() {
    assertThat(Ran.in(folder, "install", "--quiet").out()).isEmpty();
    assertThat(Ran.in(folder, "completion", "bash", "--quiet").out()).contains("complete ");
  }

  @Test
  void anOptionWithoutItsValueIsWrongUsage() {
    for (String option : List.of("--home", "--project-root", "--role")) {
      Ran ran = Ran.in(folder, "completion", "bash", option);
      assertThat(ran.code()).isEqualTo(2);
      assertThat(ran.err()).isEqualTo("comity: " + option + " needs a value; see comity --help\n");
    }
  }

  @Test
  void unknownOptionIsWrongUsageInOneLine() {
    Ran ran = Ran.in(folder, "completion", "--colour", "bash");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains("--colour").contains("comity completion --help");
    Ran run = Ran.in(folder, "run", "claude", "--model", "opus");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "comity: there is no option --model; one of the program's own stands behind --: comity"
                + " run -- PROGRAM --model; see comity run --help\n");
  }

  /** Its guard would deny all that the agent does. */
  @Test
  void aRoleWithoutAProjectIsRefused() {
    Ran ran = Ran.in(folder, "run", "--detach", "--role", "build", "--", "true");
    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.err()).startsWith("comity: there is no project").contains("mkdir .muse");
    assertThat(folder.resolve(".comity/run/host.sock")).doesNotExist();
  }

  @Test
  void everyCommandHasHelpWithAnExampleThatNamesIt() {
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      for (String asked :
          List.of(entry.words() + " --help", "help " + entry.words(), entry.words() + " -h")) {
        Ran ran = Ran.in(folder, asked.split(" "));
        assertThat(ran.code()).as(asked).isZero();
        assertThat(ran.out())
            .as(asked)
            .startsWith("Usage: comity " + entry.words())
            .containsPattern("For example:\n.*comity " + entry.words());
      }
      String help = String.join("\n", HelpText.command("comity", Manual.of(entry.words()), 500));
      for (String example : Manual.of(entry.words()).examples()) {
        for (String word :
            example
                .replaceFirst(" -- .*", "")
                .replaceAll("'[^']*'", "")
                .strip()
                .split("[ =]", -1)) {
          assertThat(help)
              .as(example)
              .containsPattern(word.startsWith("--") ? "(?m)^  (-\\w, )?" + word + "\\b" : "");
        }
      }
    }
  }

  @Test
  void topHelpNamesEveryCommandAndFitsTheLine() {
    String help = Ran.in(folder, "--help").out();
    assertThat(help).isEqualTo(Ran.in(folder).out()).isEqualTo(Ran.in(folder, "help").out());
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      assertThat(help).contains("  " + entry.words() + " ");
    }
    assertThat(help.lines()).allMatch(line -> line.length() <= 80);
  }

  /** Whatever the width, the same whole words are there, and where they fit no line is wider. */
  @Test
  void helpFitsTheTerminalAndBreaksNoWord() {
    List<String> asked = new ArrayList<>(List.of("--help", "agent --help"));
    Catalogue.ENTRIES.forEach(entry -> asked.add(entry.words() + " --help"));
    for (String line : asked) {
      String[] words = line.split(" ");
      String usual = Ran.in(folder, words).out();
      assertThat(usual.lines()).as(line).allMatch(each -> Cells.width(each) <= 80);
      for (int columns : List.of(20, 40, 60, 80, 120, 300)) {
        String help = Ran.at(columns, folder, words).out();
        assertThat(plain(help)).as("%s at %d", line, columns).isEqualTo(plain(usual));
        if (columns >= 40) {
          assertThat(help.lines())
              .as("%s at %d", line, columns)
              .allMatch(each -> Cells.width(each) <= columns || !each.strip().contains(" "));
        }
      }
    }
  }

  /** The words, without where lines end. */
  private static String plain(String help) {
    return help.replaceAll(" \\\\\n", " ").replaceAll("\\s+", " ");
  }

  @Test
  void versionIsTheVersionThatIsBuilt() throws Exception {
    String pom = Files.readString(Path.of("pom.xml"));
    String version = Main.VERSION.substring("comity ".length());
    assertThat(pom).contains("<artifactId>comity</artifactId><version>" + version + "</version>");
    assertThat(Ran.in(folder, "--version").out()).isEqualTo(Main.VERSION + "\n");
    for (String line : List.of("--json --version", "--version --json", "-V --json")) {
      JsonObject json = json(Ran.in(folder, line.split(" ")).out());
      assertThat(json.string("version")).contains(version);
      assertThat(json.string("java")).contains(Runtime.version().toString());
      assertThat(json.string("java_home")).contains(System.getProperty("java.home"));
    }
  }

  @Test
  void homeComesFromTheOptionThenTheEnvironmentThenTheUser() {
    Surroundings none = surroundings(Map.of());
    Surroundings set = surroundings(Map.of("COMITY_HOME", "/somewhere"));
    assertThat(new Context(none, globals("--home", "here")).home().root())
        .isEqualTo(folder.resolve("here"));
    assertThat(new Context(set, globals("--home", "here")).home().root())
        .isEqualTo(folder.resolve("here"));
    assertThat(new Context(set, globals()).home().root()).isEqualTo(Path.of("/somewhere"));
    assertThat(new Context(none, globals()).home().root()).isEqualTo(folder.resolve(".comity"));
  }

  private Surroundings surroundings(Map<String, String> environment) {
    return new Surroundings(
        System.in, System.out, System.err, environment, folder, folder, "comity", null, 0);
  }

  private static Globals globals(String... words) {
    return switch (Globals.read(List.of(words))) {
      case Globals.Reading.Read read -> read.globals();
      case Globals.Reading.Wrong wrong -> throw new AssertionError(wrong.why());
    };
  }

  static JsonObject json(String text) {
    assertThat(text.lines()).hasSize(1);
    if (Json.read(text.strip()) instanceof JsonReading.Read(JsonObject object)) {
      return object;
    }
    throw new AssertionError("no JSON object: " + text);
  }
}
