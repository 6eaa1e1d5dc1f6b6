package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.host.ProcessMark;
import comity.json.JsonObject;
import comity.panes.HostRun.Viewer;
import comity.sessions.Activity;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the host does to real programs, and they to it: ends them, answers and reads them. */
@Timeout(60)
final class SessionProgramsTest extends HostTest {
  private String text(JsonObject shown, String key) {
    return shown.string(key).orElse("");
  }

  @Test
  @Tag("SES-12")
  void whatHangsIsEndedWithAllThatItStarted() throws IOException {
    Path mark = work().resolve("pids");
    String id =
        host()
            .begin(
                work(),
                "trap '' TERM HUP; (trap '' TERM HUP; setsid sleep 600 & echo $! >>pids; wait) &"
                    + " echo $$ >>pids; sleep 600 & echo $! >>pids; echo set; wait; wait");
    host().awaitScreen(id, "set");
    JsonObject closed = host().done(new Ask.Stop(id, Ask.Ending.AT_ONCE));
    assertThat(text(closed, "state")).isEqualTo("closed");
    for (String pid : Files.readAllLines(mark)) {
      assertThat(ProcessMark.of(Long.parseLong(pid)).filter(ProcessMark::isAlive))
          .as("process " + pid)
          .isEmpty();
    }
  }

  @Test
  @Tag("SES-12")
  void whatDoesNotEndAtTermIsKilledAfterAWhile() throws IOException {
    Path mark = work().resolve("pids");
    // Each says that it was asked to end, and goes on; the first has the last in a session of its
    // own.
    String deaf =
        "trap 'echo $$ >>asked' TERM; trap '' HUP; echo $$ >>pids; while :; do sleep 1; done";
    Files.writeString(work().resolve("deaf"), deaf);
    String id =
        host()
            .begin(
                work(),
                "sh",
                "-c",
                "sh deaf & setsid sh deaf & until [ $(wc -l <pids) -ge 2 ]; do sleep 0.1; done; echo set; . ./deaf");
    host().awaitScreen(id, "set");
    while (Files.readAllLines(mark).size() < 3) {
      LockSupport.parkNanos(1_000_000);
    }
    long before = System.nanoTime();
    JsonObject closed = host().done(new Ask.Stop(id, Ask.Ending.WITH_GRACE));
    Duration took = Duration.ofNanos(System.nanoTime() - before);
    assertThat(text(closed, "state")).isEqualTo("closed");
    assertThat(took)
        .as("they were given their time, and no more of it")
        .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(10));
    List<String> pids = Files.readAllLines(mark);
    assertThat(Files.readAllLines(work().resolve("asked"))).containsAll(pids);
    for (String pid : pids) {
      assertThat(ProcessMark.of(Long.parseLong(pid)).filter(ProcessMark::isAlive))
          .as("process " + pid)
          .isEmpty();
    }
  }

  @Test
  @Tag("SES-13")
  @Tag("SES-14")
  void whatShowsNothingIsNoOutput() throws IOException {
    Files.writeString(
        host().home().root().resolve("providers.toml"),
        "[shower]\nprograms = [\"shower\"]\noutput = true\n");
    Path shower =
        Files.writeString(
            work().resolve("shower"),
            """
            #!/bin/sh
            printf '\\033]9;4;1\\007\\033]133;A\\007'
            printf "$1"
            read more
            """);
    Files.setPosixFilePermissions(shower, PosixFilePermissions.fromString("rwx------"));
    String program = shower.toString();
    // Nobody types, since what comes so soon after a key is its echo.
    String blank = host().begin(work(), program, "\\r\\n  \\t\\033[2J\\033[H");
    String words = host().begin(work(), program, "\\r\\n  x\\033[2J\\033[H");
    assertThat(text(host().done(new Ask.Show(blank)), "provider")).isEqualTo("shower");
    host().await(words, Activity.State.WAITING);
    assertThat(text(host().done(new Ask.Show(words)), "evidence")).isEqualTo("no output");
    assertThat(text(host().done(new Ask.Show(blank)), "evidence")).isEqualTo("OSC 133 prompt");
  }

  /** Bytes in hexadecimal: a difference can be read. */
  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  @Tag("SES-24")
  void itsQuestionsAreAnsweredOnceWhoeverLooks() throws IOException {
    String answers =
        hex(
            "\033[5;3R\033]7501;?\033\\\033[?62;22c\033[?0u"
                + "\033]11;rgb:1818/1818/1818\007\033[?2026;2$y");
    // All that it is given within two seconds, and nothing else.
    String ask =
        "stty raw -echo; printf '\\033[5;3H\\033[6n\\033]7501;?\\033\\\\\\033[c\\033[?u"
            + "\\033]11;?\\007\\033[?2026$p'; timeout --foreground 2 cat >$0;"
            + " printf '\\r\\nasked\\r\\n'; cat >$0.rest";
    String alone = host().begin(work(), "sh", "-c", ask, "alone");
    String seen = host().begin(work(), "sh", "-c", "read go; " + ask, "seen");
    try (Viewer viewer = new Viewer(host(), seen, new Size(80, 24))) {
      viewer.type("\r");
      viewer.until("asked");
      assertThat(viewer.raw())
          .as("a viewer's terminal is not asked")
          .doesNotContain("\u001b[6n", "7501;?", "\u001b[c", "?u", "11;?", "$p");
    }
    host().awaitScreen(alone, "asked");
    for (String name : List.of("alone", "seen")) {
      byte[] got = Files.readAllBytes(work().resolve(name));
      assertThat(HexFormat.of().formatHex(got)).as(name).isEqualTo(answers);
      assertThat(work().resolve(name + ".rest")).as("nothing comes later").isEmptyFile();
    }
  }
}
