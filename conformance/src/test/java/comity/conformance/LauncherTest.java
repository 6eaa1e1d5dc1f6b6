package comity.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as a person meets it: in a copy of the checkout whose path has spaces in it. */
class LauncherTest {
  private static final Set<String> NOT_COPIED =
      Set.of(".git", "target", "build", "node_modules", "bench");

  @TempDir private static Path folder;

  private static Path checkout = Path.of("");
  private static Ran first = new Ran(-1, "", "");

  record Ran(int code, String out, String err) {}

  @BeforeAll
  static void firstStart() throws IOException, InterruptedException {
    checkout = folder.resolve("a check out");
    copy(Layout.root(), checkout);
    first = run(folder, Map.of(), checkout.resolve("comity").toString(), "--version");
  }

  @Test
  void theFirstStartBuildsAndTrainsAndSaysSoOnStandardErrorOnly() throws IOException {
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.out()).isEqualTo("comity 0.1.0\n");
    assertThat(first.err()).startsWith("comity: building (log: ").contains("preparing fast starts");
    assertThat(caches()).isNotEmpty();
  }

  @Test
  void theNextStartSaysNothingElse() throws Exception {
    Ran ran = run(folder, Map.of(), checkout.resolve("comity").toString(), "--version");
    assertThat(ran).isEqualTo(new Ran(0, "comity 0.1.0\n", ""));
  }

  @Test
  void itRunsThroughLinksFromAnyFolderAndByItsOtherName() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("l ink"), checkout.resolve("muster"));
    Path linkToLink = Files.createSymbolicLink(folder.resolve("muster"), Path.of("l ink"));
    assertThat(run(folder, Map.of(), link.toString(), "--version").code()).isZero();
    assertThat(run(Path.of("/"), Map.of(), linkToLink.toString(), "srve").err())
        .startsWith("muster: there is no command srve");
    assertThat(run(checkout.resolve("cli"), Map.of(), "../comity", "--version").err()).isEmpty();
  }

  @Test
  void argumentsKeepTheirCharactersInAnyLocale() throws Exception {
    for (String locale : List.of("C", "POSIX", "en_US.ISO-8859-1", "C.UTF-8")) {
      Ran ran =
          run(
              folder,
              Map.of("LC_ALL", locale),
              checkout.resolve("comity").toString(),
              "größe 語",
              "");
      assertThat(ran.err()).as(locale).contains("there is no command größe 語");
    }
  }

  @Test
  void whatIsNoTextIsRefusedRatherThanChanged() throws Exception {
    Path comity = checkout.resolve("comity");
    String line = "'%s' run --detach -- echo \"$(printf 'a\\377')\"".formatted(comity);
    Ran ran = run(folder, Map.of("COMITY_HOME", folder + "/home"), "bash", "-c", line);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).startsWith("comity: an argument is not UTF-8 text");
    assertThat(folder.resolve("home/sessions")).doesNotExist();
    String garbled = "COMITY_HOME=\"$PWD/$(printf 'a\\377')\" '%s' session list".formatted(comity);
    Ran home = run(folder, Map.of(), "bash", "-c", garbled);
    assertThat(home.code()).isEqualTo(2);
    assertThat(home.err()).startsWith("comity: COMITY_HOME is not UTF-8 text");
    assertThat(run(folder, Map.of(), comity.toString(), "a\uFFFDb").err())
        .as("text that has the character itself")
        .contains("there is no command a\uFFFDb");
  }

  /** A real one: what is written to a pipe has neither its width nor its colours. */
  @Test
  void onATerminalNoLineIsWiderThanItAndNoneHasColours() throws Exception {
    String comity = "'" + checkout.resolve("comity") + "'";
    for (int columns : List.of(60, 100)) {
      String size = "stty cols " + columns + " rows 24 && " + comity;
      for (String asked : List.of(" --help", " send --help", " agent --help")) {
        Ran ran = run(folder, Map.of(), "script", "-qec", size + asked, "/dev/null");
        assertThat(ran.code()).as(ran.out()).isZero();
        assertThat(ran.out()).doesNotContain("\u001b").doesNotContainPattern("\\[[0-9;]*m");
        assertThat(ran.out().lines()).as(asked).allMatch(line -> line.length() <= columns);
      }
      Ran wide = run(folder, Map.of(), "script", "-qec", size + " send --help", "/dev/null");
      assertThat(wide.out().lines()).anyMatch(line -> line.length() > columns - 10);
    }
    Ran piped =
        run(folder, Map.of("COLUMNS", "40"), checkout.resolve("comity").toString(), "--help");
    assertThat(piped.out().lines()).anyMatch(line -> line.length() > 60);
  }

  @Test
  void theVersionIsGivenAsJsonToo() throws Exception {
    Ran ran = run(folder, Map.of(), checkout.resolve("comity").toString(), "--version", "--json");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).startsWith("{\"version\":\"0.1.0\",\"java\":\"").hasLineCount(1);
  }

  @Test
  void theHubStartsInTheBackgroundAnswersAndEnds() throws Exception {
    String comity = checkout.resolve("comity").toString();
    Map<String, String> home = Map.of("COMITY_HOME", folder.resolve("a home").toString());
    Ran up = run(folder, home, comity, "up", "--port", "0", "--json");
    assertThat(up.code()).as(up.err()).isZero();
    try {
      assertThat(Files.getPosixFilePermissions(folder.resolve("a home/log/hub.log")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(run(folder, home, comity, "send", "echo", "größe", "--wait", "30"))
          .isEqualTo(new Ran(0, "größe\n", ""));
      assertThat(run(folder, home, comity, "up", "--json").out()).isEqualTo(up.out());
      assertThat(run(folder, home, comity, "status", "--quiet")).isEqualTo(new Ran(0, "", ""));
      String port = up.out().replaceAll("(?s).*127\\.0\\.0\\.1:(\\d+).*", "$1");
      Map<String, String> other = Map.of("COMITY_HOME", folder.resolve("no port").toString());
      assertThat(run(folder, other, comity, "up", "--port", port).err())
          .contains("comity: the hub did not start: port " + port + " on 127.0.0.1 is taken by ")
          .contains("; the whole log: ")
          .containsOnlyOnce("the hub did not start");
      assertThat(run(folder, home, comity, "serve", "--port", "0").err())
          .contains("the hub did not start")
          .contains("is running already");
    } finally {
      assertThat(run(folder, home, comity, "down", "--json").out()).startsWith("{\"stopped\":true");
    }
    assertThat(run(folder, home, comity, "status", "--json"))
        .isEqualTo(new Ran(5, "{\"hub\":{\"running\":false}}\n", ""));
  }

  @Test
  void theHomeIsBelowTheHomeOfTheShell() throws Exception {
    Map<String, String> shell =
        Map.of("HOME", folder.resolve("some one").toString(), "COMITY_HOME", "");
    assertThat(run(folder, shell, checkout.resolve("comity").toString(), "doctor").out())
        .contains(folder.resolve("some one/.comity") + " is not there yet");
  }

  @Test
  void theHubInTheForegroundEndsWithZeroWhenItIsAskedTo() throws Exception {
    Process hub =
        new ProcessBuilder(
                checkout.resolve("comity").toString(),
                "--home",
                folder.resolve("another home").toString(),
                "serve",
                "--port",
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = hub.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).startsWith("listening on http://127.0.0.1:");
      // Process.destroy would close the stream that is read here.
      hub.toHandle().destroy();
      assertThat(out.readLine()).isNull();
    }
    assertThat(hub.waitFor()).isZero();
  }

  @Test
  void aBrokenCacheCostsSpeedOnly() throws Exception {
    for (Path cache : caches()) {
      byte[] whole = Files.readAllBytes(cache);
      Files.write(cache, Arrays.copyOf(whole, whole.length / 2));
      assertThat(run(folder, Map.of(), checkout.resolve("comity").toString(), "--version"))
          .isEqualTo(new Ran(0, "comity 0.1.0\n", ""));
      Files.write(cache, whole);
    }
  }

  /**
   * An agent's terminal shows what a hook says, so it says nothing, whatever became of its cache.
   */
  @Test
  @Tag("SES-7")
  void aHookIsCapturedWithAndWithoutItsCache() throws Exception {
    Path cache = caches().getFirst().resolveSibling("capture.aot");
    assertThat(cache).isNotEmptyFile();
    Path home = Files.createDirectory(folder.resolve("home of hooks"));
    String hook =
        "'%s' hook capture --provider claude --process-id $$ <<<'{\"session_id\":\"a\"}'"
            .formatted(checkout.resolve("muster"));
    Map<String, String> session =
        Map.of("COMITY_HOME", home.toString(), "MUSTER_AGENT_SESSION_ID", "s");
    byte[] whole = Files.readAllBytes(cache);
    try {
      assertThat(run(folder, session, "bash", "-c", hook)).isEqualTo(new Ran(0, "", ""));
      Files.write(cache, Arrays.copyOf(whole, whole.length / 2));
      assertThat(run(folder, session, "bash", "-c", hook)).isEqualTo(new Ran(0, "", ""));
      Files.delete(cache);
      assertThat(run(folder, session, "bash", "-c", hook)).isEqualTo(new Ran(0, "", ""));
    } finally {
      Files.write(cache, whole);
    }
    assertThat(home.resolve("sessions/inbox").toFile().list()).hasSize(3);
  }

  @Test
  void aWrongJavaHomeIsNamed() throws Exception {
    Ran ran =
        run(
            folder,
            Map.of("COMITY_JAVA_HOME", "/nowhere"),
            checkout.resolve("comity").toString(),
            "--version");
    assertThat(ran)
        .isEqualTo(
            new Ran(
                1, "", "comity: COMITY_JAVA_HOME=/nowhere is not a JDK of version 25 or newer\n"));
  }

  @Test
  void withoutMavenItSaysSo() throws Exception {
    Path copy = folder.resolve("without maven");
    copy(checkout, copy);
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : List.of("bash", "find", "readlink", "mkdir", "flock")) {
      Path found =
          Stream.of("/usr/bin", "/bin")
              .map(bin -> Path.of(bin, tool))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      Files.createSymbolicLink(tools.resolve(tool), found);
    }
    String comity = copy.resolve("comity").toString();
    Ran ran = run(folder, Map.of("PATH", tools.toString()), comity, "--version");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "comity: Maven is needed to build and mvn is not on PATH; install Maven 3.8.7 or newer\n");
  }

  @Test
  void aBuildThatFailsNamesTheFileAndTheLog() throws Exception {
    Path copy = folder.resolve("wrong source");
    copy(checkout, copy);
    Path source = copy.resolve("cli/src/main/java/comity/cli/Main.java");
    Files.writeString(source, Files.readString(source) + "wrong");
    Ran ran = run(folder, Map.of(), copy.resolve("comity").toString(), "--version");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("Main.java:[").contains("the build failed; the whole log is ");
  }

  private static List<Path> caches() throws IOException {
    try (Stream<Path> all = Files.walk(checkout.resolve("build"))) {
      return all.filter(file -> file.getFileName().toString().startsWith("command-")).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes)
              throws IOException {
            if (at.getNameCount() > from.getNameCount()
                && NOT_COPIED.contains(String.valueOf(at.getFileName()))) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(at).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path at, BasicFileAttributes attributes)
              throws IOException {
            Path copied = to.resolve(from.relativize(at).toString());
            Files.copy(at, copied, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static Ran run(Path in, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of(command)))
            .directory(in.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    int code = builder.start().waitFor();
    return new Ran(
        code,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
