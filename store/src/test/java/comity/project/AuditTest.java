package comity.project;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.FileException;
import comity.files.Home;
import comity.json.JsonObject;
import comity.roles.Actor;
import comity.roles.Isolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditTest {
  static final Actor BUILD =
      new Actor("ada", Optional.of("build"), Optional.of("s-1"), Actor.Door.MCP);
  private static final Audit.Query ALL =
      new Audit.Query(Optional.empty(), Optional.empty(), OptionalLong.empty(), false, 1_000);
  private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void make() throws IOException {
    home = Site.make(folder).home();
  }

  private Audit at(Instant time) {
    return new Audit(home, InstantSource.fixed(time));
  }

  private List<String> paths(Audit.Query query) {
    return at(NOW).read(query).entries().stream()
        .map(entry -> entry.string("path").orElseThrow())
        .toList();
  }

  @Test
  @Tag("ROLE-18")
  void anEntryTellsWhoWhatWhereAndByWhichRule() throws IOException {
    at(NOW).wrote(BUILD, Path.of("/p/.muse/build.md"), "own-role-file");
    at(NOW)
        .refused(
            BUILD,
            Isolation.Access.READ,
            ".muse/qa\n.md",
            new Isolation.Verdict.Refused("other-role-file", "not yours", "ask"));
    assertThat(Files.readAllLines(home.audit()))
        .containsExactly(
            "{\"time\":\"2026-11-29T10:00:00Z\",\"who\":\"ada\",\"role\":\"build\","
                + "\"session\":\"s-1\",\"door\":\"mcp\",\"action\":\"write\","
                + "\"path\":\"/p/.muse/build.md\",\"rule\":\"own-role-file\"}",
            "{\"time\":\"2026-11-29T10:00:00Z\",\"who\":\"ada\",\"role\":\"build\","
                + "\"session\":\"s-1\",\"door\":\"mcp\",\"action\":\"refuse\","
                + "\"path\":\".muse/qa\\n.md\",\"rule\":\"other-role-file\","
                + "\"access\":\"read\",\"detail\":\"not yours\"}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.audit())))
        .isEqualTo("rw-------");
  }

  @Test
  void longTextsAreCut() throws IOException {
    at(NOW).wrote(BUILD, Path.of("/" + "x".repeat(100_000)), "r".repeat(100_000));
    assertThat(Files.size(home.audit())).isLessThan(6_000);
    assertThat(at(NOW).read(ALL).entries()).hasSize(1);
  }

  @Test
  @Tag("ROLE-18")
  void aLineThatWasLeftUnfinishedSwallowsNoOther() throws IOException {
    at(NOW).wrote(BUILD, Path.of("a"), "r");
    Files.writeString(home.audit(), "{\"time\":\"2026", StandardOpenOption.APPEND);
    at(NOW).wrote(BUILD, Path.of("b"), "r");
    assertThat(paths(ALL)).containsExactly("a", "b");
    assertThat(at(NOW).read(ALL).damaged()).isEqualTo(1);
  }

  @Test
  void entriesAreChosenByRoleTimeAndKind() {
    Actor qa = new Actor("ada", Optional.of("qa"), Optional.empty(), Actor.Door.CLI);
    var refusal = new Isolation.Verdict.Refused("sources", "no", "ask");
    at(NOW.minusSeconds(7_200)).wrote(BUILD, Path.of("old"), "r");
    at(NOW).wrote(BUILD, Path.of("new"), "r");
    at(NOW).refused(qa, Isolation.Access.WRITE, "src", refusal);
    OptionalLong hour = OptionalLong.of(NOW.minusSeconds(3_600).toEpochMilli());
    assertThat(paths(new Audit.Query(Optional.empty(), Optional.empty(), hour, false, 10)))
        .containsExactly("new", "src");
    assertThat(
            paths(
                new Audit.Query(
                    Optional.of("qa"), Optional.empty(), OptionalLong.empty(), false, 10)))
        .containsExactly("src");
    assertThat(
            paths(
                new Audit.Query(
                    Optional.empty(), Optional.empty(), OptionalLong.empty(), true, 10)))
        .containsExactly("src");
    assertThat(
            paths(
                new Audit.Query(
                    Optional.empty(), Optional.empty(), OptionalLong.empty(), false, 2)))
        .containsExactly("new", "src");
  }

  @Test
  void theOldestGoFirstAndWholeLinesOnly() throws IOException {
    for (int i = 0; i < 10; i++) {
      at(NOW.plusSeconds(i)).wrote(BUILD, Path.of("p" + i), "r");
    }
    long line = Files.size(home.audit()) / 10;
    assertThat(at(NOW).drop(OptionalLong.empty(), OptionalLong.empty())).isZero();
    assertThat(
            at(NOW).drop(OptionalLong.of(NOW.plusSeconds(3).toEpochMilli()), OptionalLong.empty()))
        .isEqualTo(3 * line);
    assertThat(paths(ALL)).hasSize(7).startsWith("p3");
    at(NOW).drop(OptionalLong.empty(), OptionalLong.of(2 * line + 5));
    assertThat(paths(ALL)).containsExactly("p8", "p9");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.audit())))
        .isEqualTo("rw-------");
    at(NOW).drop(OptionalLong.of(Long.MAX_VALUE), OptionalLong.empty());
    assertThat(home.audit()).isEmptyFile();
  }

  /** Others write while it is shortened again and again: what is not there any more was dropped. */
  @Test
  @Tag("ROLE-18")
  void manyProcessesLoseNoEntryWhileItIsShortened() throws Exception {
    List<Process> writers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      writers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Writer.class.getName(),
                  home.root().toString(),
                  Integer.toString(i))
              .inheritIO()
              .start());
    }
    long dropped = 0;
    int times = 0;
    while (writers.stream().anyMatch(Process::isAlive)) {
      long now = at(NOW).drop(OptionalLong.empty(), OptionalLong.of(2_000));
      dropped += now;
      times += now > 0 ? 1 : 0;
    }
    assertThat(times).isGreaterThan(3);
    assertThat(at(NOW).read(ALL).damaged()).isZero();
    long left = Files.size(home.audit());
    Files.delete(home.audit());
    at(NOW).wrote(BUILD, Writer.path("0", 0), "r");
    assertThat(dropped + left).isEqualTo(3 * Writer.ENTRIES * Files.size(home.audit()));
  }

  /** A process of its own that writes entries, all of the same length. */
  static final class Writer {
    static final int ENTRIES = 300;

    static Path path(String writer, int entry) {
      return Path.of("w" + writer + "-" + (1_000 + entry));
    }

    public static void main(String[] args) {
      Audit audit = new Audit(new Home(Path.of(args[0])), InstantSource.fixed(NOW));
      for (int i = 0; i < ENTRIES; i++) {
        audit.wrote(BUILD, path(args[1], i), "r");
      }
    }
  }

  @Test
  void whatCanNotBeLoggedIsAnError() throws IOException {
    Files.createDirectory(home.audit());
    JsonObject none = JsonObject.empty();
    try {
      at(NOW).wrote(BUILD, Path.of("a"), "r");
    } catch (FileException told) {
      none = none.with("told", String.valueOf(told.getMessage()));
    }
    assertThat(none.string("told").orElse("")).contains("audit log").contains("audit.jsonl");
  }
}
