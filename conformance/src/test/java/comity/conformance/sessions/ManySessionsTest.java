package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.panes.HostClient;
import comity.sessions.Activity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What many sessions cost one host, and that it mixes none of them up (SES-28). */
class ManySessionsTest {
  private static final int MOST_THREADS = 20;
  private static final int MOST_KILOBYTES_EACH = 200;

  /** Several screens of each. */
  private static final int LINES = 120;

  private static final int IDLE_SECONDS = 5;

  /** One hundredth of the processor for as long, in hundredths of a second. */
  private static final int MOST_IDLE_TICKS = IDLE_SECONDS;

  @TempDir private Path folder;

  @Test
  @Tag("SES-28")
  void twoHundredAtOnce() throws Exception {
    run(200);
  }

  @Test
  @Tag("long-crash")
  void fiveHundredAtOnce() throws Exception {
    run(500);
  }

  private void run(int count) throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home);
        HostClient client = host.client()) {
      // What the first one costs is the program's, not a session's.
      String first = begin(client, 1000);
      Eventually.is(() -> hasPrinted(client, first, 1000));
      long resident = host.status("VmRSS");
      long descriptors = host.descriptors();
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ids.add(begin(client, i));
      }
      for (int i = 0; i < count; i++) {
        int number = i;
        Eventually.is(() -> hasPrinted(client, ids.get(number), number));
      }
      Eventually.is(() -> isAtRest(host));
      long each = (host.status("VmRSS") - resident) / count;
      long ticks = host.ticks();
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(IDLE_SECONDS));
      long idle = host.ticks() - ticks;
      System.out.printf(
          "%d sessions: %d threads, %d KB each, %d KB in all, %d ticks in %d s%n",
          count, host.status("Threads"), each, host.status("VmRSS"), idle, IDLE_SECONDS);
      assertThat(host.status("Threads")).as("threads").isLessThanOrEqualTo(MOST_THREADS);
      assertThat(each).as("KB each").isLessThanOrEqualTo(MOST_KILOBYTES_EACH);
      assertThat(idle).as("ticks while idle").isLessThan(MOST_IDLE_TICKS);
      for (int i = 0; i < count; i++) {
        checkEnd(host, client, ids.get(i), i);
      }
      assertThat(host.descriptors()).as("descriptors").isEqualTo(descriptors);
      for (String id : ids) {
        JsonObject _ = HostProcess.done(client, new Ask.Stop(id, Ask.Ending.AT_ONCE));
      }
      JsonObject _ = HostProcess.done(client, new Ask.Stop(first, Ask.Ending.AT_ONCE));
      leave(client);
      assertThat(host.awaitEnd()).isZero();
    } finally {
      assertThat(HostProcess.left(home)).as("processes that are left").isEmpty();
      assertThat(HostProcess.errors(home)).isEmpty();
    }
  }

  /** It uses nothing for a moment: what begun and was drawn is over. */
  private static boolean isAtRest(HostProcess host) throws IOException {
    long before = host.ticks();
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    return host.ticks() - before <= 1;
  }

  private String begin(HostClient client, int number) throws IOException {
    return HostProcess.id(
        HostProcess.done(
            client,
            HostProcess.begin(
                folder,
                "sh",
                "-c",
                "i=0; while [ $i -lt %d ]; do i=$((i + 1)); echo \"session %d line $i\"; done; read word; exit %d"
                    .formatted(LINES, number, number % 100))));
  }

  private static boolean hasPrinted(HostClient client, String id, int number) throws IOException {
    return HostProcess.done(client, new Ask.Screen(id))
        .string("text")
        .orElseThrow()
        .contains("session %d line %d".formatted(number, LINES));
  }

  /** Ends it by a key, as a person would. */
  private static void checkEnd(HostProcess host, HostClient client, String id, int number)
      throws IOException {
    try (HostClient viewer = host.client()) {
      JsonObject _ = HostProcess.done(viewer, new Ask.Attach(id, HostProcess.SIZE));
      byte[] key = "word\r".getBytes(StandardCharsets.US_ASCII);
      viewer.send(Frame.bytes(Frame.Kind.INPUT, key, 0, key.length));
      JsonObject ended = HostProcess.done(client, new Ask.Await(id, Set.of(Activity.State.EXITED)));
      assertThat(ended.get("exit_code")).isEqualTo(JsonNumber.of(number % 100));
    }
    List<String> wanted = new ArrayList<>();
    IntStream.rangeClosed(1, LINES)
        .forEach(line -> wanted.add("session %d line %d".formatted(number, line)));
    wanted.add("word");
    assertThat(HostProcess.lines(client, id)).isEqualTo(wanted);
  }

  /** The host ends once nobody is there. */
  private static void leave(HostClient client) throws IOException {
    client.close();
  }
}
