package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.panes.HostRun.Viewer;
import comity.sessions.Activity;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a desktop is told by the real notify-send, over a real message bus. */
@Timeout(60)
@Tag("SES-15")
final class NotifierTest {
  private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

  @TempDir private Path folder;
  private Path work;
  private Desktop desktop;

  @BeforeEach
  void open() throws IOException {
    work = Files.createDirectory(folder.toRealPath().resolve("work"));
    desktop = new Desktop();
  }

  @AfterEach
  void close() throws IOException {
    desktop.close();
  }

  private HostRun host(String settings) throws IOException {
    Path home = folder.toRealPath().resolve("home");
    Files.writeString(
        HostRun.opened(home).root().resolve("config.toml"), "[sessions]\n" + settings);
    return new HostRun(
        home, "/bin/false", Map.of("PATH", PATH, "DBUS_SESSION_BUS_ADDRESS", desktop.address()));
  }

  /** One that prints what it is told by a pipe, so that nobody needs to look at it. */
  private String printer(HostRun host, String name) throws Exception {
    Path pipe = pipe(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String line = "while :; do read -r x <'" + pipe + "' && printf \"$x\"; done";
    return host.done(new Ask.Begin(HostRun.wanted(work, Optional.of(name), "sh", "-c", line)))
        .string("id")
        .orElseThrow();
  }

  private Path pipe(String name) {
    return work.resolve("pipe-" + name.replaceAll("\\W", "_"));
  }

  private void print(String name, String what) throws IOException {
    Files.writeString(pipe(name), what + "\n");
  }

  /** It works, and then it rings. */
  private void ring(String name) throws IOException {
    print(name, "\\033]9;4;1\\007\\007");
  }

  @Test
  void aSessionThatNobodyLooksAtTellsTheDesktop() throws Exception {
    try (HostRun host = host("")) {
      printer(host, "api");
      ring("api");
      Desktop.Told told = desktop.next();
      assertThat(told.application()).isEqualTo("Comity");
      assertThat(told.title()).isEqualTo("api (custom)");
      assertThat(told.text()).isEqualTo("needs you: comity attach api");
    }
  }

  @Test
  void itTellsNoMoreOftenThanIsWanted() throws Exception {
    try (HostRun host = host("notify_every = \"3s\"\n")) {
      String id = printer(host, "often");
      printer(host, "other");
      for (int i = 0; i < 3; i++) {
        ring("often");
        host.await(id, Activity.State.ATTENTION);
      }
      Desktop.Told first = desktop.next();
      Desktop.Told second = desktop.next();
      assertThat(List.of(first.title(), second.title())).containsOnly("often (custom)");
      assertThat(second.nanos() - first.nanos()).isGreaterThan(2_500_000_000L);
      ring("other");
      assertThat(desktop.next().title())
          .as("the third was told with the second")
          .startsWith("other ");
    }
  }

  @Test
  void nothingIsToldOfOneThatIsLookedAt() throws Exception {
    try (HostRun host = host("")) {
      String seen = printer(host, "seen");
      printer(host, "unseen");
      try (Viewer _ = new Viewer(host, seen, new Size(80, 24))) {
        ring("seen");
        host.await(seen, Activity.State.ATTENTION);
        ring("unseen");
        assertThat(desktop.next().title()).isEqualTo("unseen (custom)");
      }
    }
  }

  @Test
  void namesAreTextAndNothingElse() throws Exception {
    String marked = "<b>a</b> & $(b) --c";
    String numbers = "4;1;50";
    try (HostRun host = host("")) {
      String id = printer(host, marked);
      String other = printer(host, numbers);
      ring(marked);
      Desktop.Told told = desktop.next();
      assertThat(told.title()).isEqualTo(marked + " (custom)");
      assertThat(told.text()).isEqualTo("needs you: comity attach " + id);
      ring(numbers);
      assertThat(desktop.next().text()).isEqualTo("needs you: comity attach " + other);
    }
  }

  private static void until(Viewer viewer, String title) throws IOException {
    while (!viewer.screen().title().equals(title)) {
      viewer.next();
    }
  }

  @Test
  void theTitleSaysSoUntilItIsSeen() throws Exception {
    try (HostRun host = host("")) {
      String seen = printer(host, "seen");
      String other = printer(host, "other");
      printer(host, "third");
      Size size = new Size(80, 24);
      try (Viewer viewer = new Viewer(host, seen, size)) {
        ring("other");
        until(viewer, "! other needs you");
        print("seen", "\\033]2;own\\007");
        until(viewer, "! other needs you – own");
        print("seen", "\\033]2;own\\007\\033]2;own again\\007");
        until(viewer, "! other needs you – own again");
        ring("third");
        until(viewer, "! 2 sessions need you – own again");
        try (Viewer later = new Viewer(host, seen, size)) {
          until(later, "! 2 sessions need you – own again");
        }
        new Viewer(host, other, size).close();
        until(viewer, "! third needs you – own again");
        print("third", "\\033]9;4;1\\007");
        until(viewer, "own again");
        print("seen", "\\033]2;\\007");
        ring("other");
        until(viewer, "! other needs you");
        host.done(new Ask.Stop(other, Ask.Ending.AT_ONCE));
        viewer.untilRaw("\033]2;\033\\\033[23;2t\033[22;2t");
      }
    }
  }

  @Test
  void whereNoDesktopTakesItTheTerminalsAreTold() throws Exception {
    desktop.close();
    try (HostRun host = host("")) {
      String seen = printer(host, "seen");
      printer(host, "unseen");
      String numbers = printer(host, "4;1;50");
      try (Viewer viewer = new Viewer(host, seen, new Size(80, 24))) {
        ring("unseen");
        viewer.untilRaw("\033]9;Comity: unseen (custom) needs you: comity attach unseen\033\\\007");
        ring("4;1;50");
        viewer.untilRaw("\033]9;Comity: 4;1;50 (custom) needs you: comity attach " + numbers);
      }
    }
  }
}
