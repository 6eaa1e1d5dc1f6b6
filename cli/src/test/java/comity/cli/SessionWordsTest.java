package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.sessionfiles.SessionFiles;
import comity.sessions.CommandForm;
import comity.sessions.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** What the shells themselves offer where a session is to be named. */
@Tag("SES-10")
@Timeout(60)
final class SessionWordsTest {
  /** Each is hostile to some shell, or to what reads it. */
  private static final List<String> NAMES =
      List.of(
          "my session",
          "$(touch ran)",
          "`touch ran`",
          "a;touch ran",
          "it's",
          "a \"b\" c",
          "back\\slash",
          "two\\\\ \\\"",
          "api:build=1",
          "*",
          "~",
          "#5 [x] {y} <z> (w) |&!",
          "100% ~ & $HOME",
          "naïve ☃",
          "\",\"state\":\"closed\"");

  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void open() throws IOException {
    home =
        new Home(folder.toRealPath().resolve("the home")).open()
                instanceof Home.Opening.Opened(Home opened)
            ? opened
            : new Home(folder);
  }

  private void keep(String id, Optional<String> name, Session.State state, String... words) {
    new SessionFiles(home)
        .write(
            new Session(
                id,
                name,
                Optional.empty(),
                Optional.empty(),
                "custom",
                folder.toString(),
                CommandForm.of(List.of(words)),
                Optional.empty(),
                state,
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty()));
  }

  /** One of each kind. */
  private void keepSome() {
    keep("aaaaaa", Optional.of("api"), Session.State.OPEN, "cat");
    keep("bbbbbb", Optional.empty(), Session.State.OPEN, "echo", ",\"state\":\"closed\"", "a,");
    keep("cccccc", Optional.of("old"), Session.State.CLOSED, "cat");
  }

  private String ran(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("COMITY_HOME", home.root().toString());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process shell = builder.redirectErrorStream(true).start();
    String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(out).isZero();
    return out;
  }

  /** What bash offers for the last of these words, as it would be typed. */
  private List<String> bash(String... words) throws IOException, InterruptedException {
    Path script = folder.resolve("completion.bash");
    Files.writeString(
        script,
        BashCompletion.script(Manual.all())
            + "COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _comity;"
            + " [[ -z ${COMPREPLY-} ]] || printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    List<String> command = new ArrayList<>(List.of("bash", script.toString(), "comity"));
    command.addAll(Arrays.asList(words));
    return ran(command).lines().toList();
  }

  /** The word that bash makes of what is typed. */
  private String meant(String typed) throws IOException, InterruptedException {
    return ran(List.of("bash", "-c", "printf %s " + typed));
  }

  @Test
  void bashOffersThemByNameAndById() throws Exception {
    keepSome();
    assertThat(bash("attach", "")).containsExactly("api", "bbbbbb");
    assertThat(bash("attach", "a")).containsExactly("api", "aaaaaa");
    assertThat(bash("attach", "aaa")).containsExactly("aaaaaa");
    assertThat(bash("attach", "x")).isEmpty();
    assertThat(bash("attach", "--")).contains("--detach-key").doesNotContain("api");
    assertThat(bash("session", "show", "")).containsExactly("api", "bbbbbb", "old");
    assertThat(bash("session", "logs", "o")).containsExactly("old");
    assertThat(bash("session", "resume", "--detach", "o")).containsExactly("old");
    for (String one : List.of("stop", "screen", "wait")) {
      assertThat(bash("session", one, "")).as(one).containsExactly("api", "bbbbbb");
    }
  }

  @Test
  void bashOffersAsManyAsAreTaken() throws Exception {
    keepSome();
    assertThat(bash("attach", "api", "")).isEmpty();
    assertThat(bash("session", "wait", "api", "")).isEmpty();
    assertThat(bash("session", "stop", "api", "b")).containsExactly("bbbbbb");
    assertThat(bash("session", "restore", "api", "old", "b")).containsExactly("bbbbbb");
    assertThat(bash("session", "list", "")).doesNotContain("api");
    assertThat(bash("run", "--", "attach", "")).isEmpty();
  }

  @Test
  void bashLooksInTheHomeThatIsNamed() throws Exception {
    keepSome();
    String elsewhere = folder.resolve("elsewhere").toString();
    assertThat(bash("--home", elsewhere, "attach", "")).isEmpty();
    assertThat(bash("--home", "=", elsewhere, "attach", "")).isEmpty();
    String typed = home.root().toString().replace(" ", "\\ ");
    assertThat(bash("--home", "=", typed, "attach", "ap")).containsExactly("api");
    assertThat(bash("attach", "--home", "\"" + home.root() + "\"", "ap")).containsExactly("api");
    assertThat(bash("--home", "'" + home.root() + "'", "attach", "ap")).containsExactly("api");
    assertThat(bash("--home", "$(touch ran)", "attach", "")).isEmpty();
    assertThat(bash("--home", "~/elsewhere/../the\\ home", "attach", "ap")).isEmpty();
    Files.createDirectory(folder.resolve("elsewhere"));
    assertThat(bash("--home", "~/elsewhere/../the\\ home", "attach", "ap")).containsExactly("api");
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void bashTypesAnyNameSoThatItIsMeant() throws Exception {
    for (int i = 0; i < NAMES.size(); i++) {
      keep("name%02d".formatted(i), Optional.of(NAMES.get(i)), Session.State.OPEN, "cat");
    }
    List<String> offered = bash("attach", "");
    List<String> meant = new ArrayList<>();
    for (String each : offered) {
      meant.add(meant(each));
    }
    assertThat(meant).containsExactlyInAnyOrderElementsOf(NAMES);
    for (int i = 0; i < NAMES.size(); i++) {
      // As it is offered, it is typed so far.
      assertThat(bash("attach", offered.get(i))).contains(offered.get(i));
    }
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"'", "\""})
  void bashGoesOnWithAQuoteThatIsOpen(String quote) throws Exception {
    for (int i = 0; i < NAMES.size(); i++) {
      keep("name%02d".formatted(i), Optional.of(NAMES.get(i)), Session.State.OPEN, "cat");
    }
    List<String> meant = new ArrayList<>();
    for (String each : bash("attach", quote)) {
      meant.add(meant(quote + each + quote));
    }
    // Within ' there is no ', and within " an ! may mean a line of the history.
    String not = quote.equals("'") ? "'" : "!";
    assertThat(meant)
        .containsExactlyInAnyOrderElementsOf(
            NAMES.stream().filter(each -> !each.contains(not)).toList());
    assertThat(bash("attach", quote + "my s")).containsExactly("my session");
    assertThat(bash("attach", "my\\ s")).containsExactly("my\\ session");
    assertThat(bash("attach", "my" + quote + " s")).as("a quote in its midst").isEmpty();
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void whatIsNoSessionIsNotOfferedAndHoldsNothingUp() throws Exception {
    Path sessions = home.sessions();
    Files.createDirectories(sessions.resolve("folder.json"));
    Files.writeString(sessions.resolve("Capital.json"), "{}");
    Files.writeString(sessions.resolve("short.json"), "{}");
    Files.writeString(sessions.resolve("empty00.json"), "");
    Files.writeString(sessions.resolve("future0.json"), "{\"version\":2,\"name\":\"later\"}\n");
    Files.writeString(
        sessions.resolve("escape0.json"),
        "{\"version\":1,\"id\":\"escape0\",\"name\":\"a\u001b[31m\",\"state\":\"open\"}\n");
    assertThat(ran(List.of("mkfifo", sessions.resolve("apipe00.json").toString()))).isEmpty();
    assertThat(bash("attach", "")).containsExactly("empty00", "escape0", "future0");
  }

  /** A longer file is not read to its end. */
  @Test
  void oneWithAVeryLongCommandIsOfferedAlsoWhereItWasClosed() throws Exception {
    keep("aaaaaa", Optional.of("near"), Session.State.CLOSED, "x".repeat(60_000));
    keep("bbbbbb", Optional.of("far"), Session.State.CLOSED, "x".repeat(70_000));
    assertThat(bash("attach", "")).containsExactly("far");
  }

  private static void needs(String shell) {
    if (Stream.of(System.getenv("PATH").split(":", -1))
        .noneMatch(each -> Files.isExecutable(Path.of(each, shell)))) {
      throw new TestAbortedException(shell + " is not here");
    }
  }

  /** What zsh adds for the last of these words; it quotes that itself. */
  private List<String> zsh(String... words) throws IOException, InterruptedException {
    Path script = folder.resolve("completion.zsh");
    Files.writeString(
        script,
        """
        compdef() { :; }
        _wanted() { print -rl -- ${${(P)@[-1]}}; }
        _describe() { print -rl -- ${${(P)2}%%:*}; }
        _files() { print file; }
        """
            + ZshCompletion.script(Manual.all())
            + "words=(\"$@\") CURRENT=$# PREFIX=${@[-1]}; _comity; true\n");
    List<String> command = new ArrayList<>(List.of("zsh", "-f", script.toString(), "comity"));
    command.addAll(Arrays.asList(words));
    return ran(command).lines().filter(line -> !line.isEmpty()).toList();
  }

  @Test
  void zshOffersThem() throws Exception {
    needs("zsh");
    keepSome();
    assertThat(zsh("attach", "")).containsExactly("api", "bbbbbb");
    assertThat(zsh("attach", "a")).containsExactly("api", "aaaaaa", "bbbbbb");
    assertThat(zsh("attach", "api", "")).isEmpty();
    assertThat(zsh("session", "show", "")).containsExactly("api", "bbbbbb", "old");
    assertThat(zsh("--home", "/nowhere", "attach", "")).isEmpty();
    assertThat(zsh("--home=/nowhere", "attach", "")).isEmpty();
    assertThat(zsh("--home='" + home.root() + "'", "attach", "")).contains("api");
    assertThat(zsh("--home", "~/the\\ home", "attach", "")).contains("api");
    Files.delete(home.sessions().resolve("aaaaaa.json"));
    Files.delete(home.sessions().resolve("bbbbbb.json"));
    for (int i = 0; i < NAMES.size(); i++) {
      keep("name%02d".formatted(i), Optional.of(NAMES.get(i)), Session.State.OPEN, "cat");
    }
    assertThat(ran(List.of("mkfifo", home.sessions().resolve("apipe00.json").toString())))
        .isEmpty();
    assertThat(zsh("attach", "")).containsExactlyElementsOf(NAMES);
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  /** What fish offers behind this line, with what it says of each; it quotes that itself. */
  private List<String> fish(String line) throws IOException, InterruptedException {
    Path script = folder.resolve("completion.fish");
    Files.writeString(script, FishCompletion.script(Manual.all()));
    return ran(List.of(
            "fish",
            "--no-config",
            "-c",
            "source $argv[1]; complete -C $argv[2]",
            script.toString(),
            line))
        .lines()
        .toList();
  }

  @Test
  void fishOffersThem() throws Exception {
    needs("fish");
    keepSome();
    assertThat(fish("comity attach ")).containsExactlyInAnyOrder("api\taaaaaa", "bbbbbb");
    assertThat(fish("comity attach a")).containsExactlyInAnyOrder("api\taaaaaa", "aaaaaa\tapi");
    assertThat(fish("comity attach api ")).isEmpty();
    assertThat(fish("comity session stop api b")).containsExactly("bbbbbb");
    assertThat(fish("comity session show o")).containsExactly("old\tcccccc");
    assertThat(fish("comity --home /nowhere attach ")).isEmpty();
    assertThat(fish("comity --home=/nowhere attach ")).isEmpty();
    assertThat(fish("comity --home '" + home.root() + "' attach ap")).isNotEmpty();
    assertThat(fish("comity --home ~/the\\ home attach ap")).isNotEmpty();
    Files.delete(home.sessions().resolve("aaaaaa.json"));
    Files.delete(home.sessions().resolve("bbbbbb.json"));
    for (int i = 0; i < NAMES.size(); i++) {
      keep("name%02d".formatted(i), Optional.of(NAMES.get(i)), Session.State.OPEN, "cat");
    }
    assertThat(ran(List.of("mkfifo", home.sessions().resolve("apipe00.json").toString())))
        .isEmpty();
    assertThat(fish("comity attach ").stream().map(each -> each.split("\t", 2)[0]))
        .containsExactlyInAnyOrderElementsOf(NAMES);
    assertThat(folder.resolve("ran")).doesNotExist();
  }
}
