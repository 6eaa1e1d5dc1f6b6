package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.panes.HostClient;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions in the largest terminals, with all that a screen can show: more than a host has memory
 * for, and all of them run.
 */
class LargeScreensTest {
  private static final Size LARGEST = new Size(Size.MAX, Size.MAX);

  /** Fills a part of both screens, each cell in another colour. */
  private static final String FILL =
      "stty -echo; awk 'BEGIN { for (s = 0; s < 2; s++) { for (i = 0; i < 300000; i++)"
          + " printf \"\\033[38;2;%d;%d;%dm\\342\\224\\202\", i / 65536, i / 256 % 256, i % 256;"
          + " printf \"\\033[?1049h\" } }'; echo; echo filled; exec cat";

  /** A look and joined characters of its own for each of a screen's cells, and many links. */
  private static final String ADORN =
      "stty -echo; LC_ALL=C awk 'BEGIN { for (i = 0; i < 4800; i++) { printf"
          + " \"\\033[38;2;%d;%d;%dm\\033]8;;http://a.example/%d\\033\\\\%c\\314%c\\314%c\","
          + " i / 65536, i / 256 % 256, i % 256, i, 97 + i % 26, 128 + i / 26 % 48, 128 + i / 1248 % 48"
          + " } }'; echo; echo filled; exec cat";

  @TempDir private Path folder;

  @Test
  @Tag("SES-28")
  void aHundredOfThemWithViewersEndNothing() throws Exception {
    run(100, 8);
  }

  private void run(int count, int filling) throws Exception {
    Home home = HostProcess.home(folder);
    List<HostClient> viewers = new ArrayList<>();
    try (HostProcess host = HostProcess.start(home);
        HostClient client = host.client()) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ids.add(begin(client, i < filling ? FILL : ADORN));
      }
      // Most of them read nothing of what they are shown.
      for (String id : ids) {
        HostClient viewer = host.client();
        viewers.add(viewer);
        JsonObject _ = HostProcess.done(viewer, new Ask.Attach(id, LARGEST));
        viewer.send(Frame.size(new Size(900, 900)));
        viewer.send(Frame.size(LARGEST));
      }
      for (String id : ids) {
        HostProcess.awaitScreen(client, id, "filled");
      }
      long large = ids.stream().filter(id -> isLarge(client, id)).count();
      System.out.printf(
          "%d of %d have the largest screen; %d KB in all%n", large, count, host.status("VmRSS"));
      assertThat(large).as("those that got the largest").isBetween(1L, count / 2L);
      // Room that is given back goes to the next.
      for (String id : ids) {
        if (isLarge(client, id)) {
          JsonObject _ = HostProcess.done(client, new Ask.Stop(id, Ask.Ending.AT_ONCE));
        }
      }
      String next = begin(client, "exec cat");
      assertThat(isLarge(client, next)).isTrue();
      assertThat(host.isAlive()).isTrue();
    } finally {
      for (HostClient viewer : viewers) {
        viewer.close();
      }
      assertThat(HostProcess.errors(home)).isEmpty();
    }
  }

  private String begin(HostClient client, String line) throws IOException {
    return HostProcess.id(
        HostProcess.done(
            client,
            HostProcess.begin(
                folder,
                Optional.empty(),
                Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C.UTF-8"),
                LARGEST,
                "sh",
                "-c",
                line)));
  }

  private static boolean isLarge(HostClient client, String id) {
    try {
      return JsonNumber.of(Size.MAX)
          .equals(HostProcess.done(client, new Ask.Show(id)).get("columns"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
