package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.panes.HostClient;
import comity.pty.Child;
import comity.pty.Descriptor;
import comity.pty.Terminals;
import comity.sessions.Activity;
import comity.terminal.PlainText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills hubs and viewers while sessions print. At the end each session's log holds exactly the last
 * that it printed, and its exit code is known.
 */
class NothingLostTest {
  private static final int SESSIONS = 3;

  /** Of what was printed last, docs/sessions.md says. */
  private static final int SCROLL_BACK = 64 << 10;

  @TempDir private Path folder;

  @Test
  @Tag("SES-28")
  @Tag("SES-10")
  void hubsAndViewersAreKilled() throws Exception {
    run(4, new Random().nextLong());
  }

  @Test
  @Tag("long-crash")
  void hubsAndViewersAreKilledManyTimes() throws Exception {
    run(100, new Random().nextLong());
  }

  private void run(int rounds, long seed) throws Exception {
    System.out.printf("nothing lost: seed %d, %d rounds%n", seed, rounds);
    Random random = new Random(seed);
    Home home = HostProcess.home(folder);
    Path end = folder.resolve("end");
    AtomicBoolean over = new AtomicBoolean();
    try (HostProcess host = HostProcess.start(home);
        HostClient client = host.client();
        HostClient lazy = host.client();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        ids.add(HostProcess.id(HostProcess.done(client, printing(i, end))));
      }
      // One viewer never reads.
      JsonObject _ = HostProcess.done(lazy, new Ask.Attach(ids.getFirst(), HostProcess.SIZE));
      Future<?> comers = threads.submit(() -> comeAndGo(host, ids, over, new Random(seed)));
      try {
        for (int round = 0; round < rounds; round++) {
          round(home, ids.get(random.nextInt(SESSIONS)), random);
        }
        over.set(true);
        Object _ = comers.get();
      } finally {
        over.set(true);
        Files.createFile(end);
      }
      for (int i = 0; i < SESSIONS; i++) {
        check(home, client, ids.get(i), i);
      }
      assertThat(host.isAlive()).isTrue();
    } finally {
      assertThat(HostProcess.errors(home)).isEmpty();
    }
    assertThat(HostProcess.left(home)).isEmpty();
  }

  /** Prints lines in bursts until it is told to end, and says in a file how many there were. */
  private Ask.Begin printing(int number, Path end) {
    return HostProcess.begin(
        folder,
        "sh",
        "-c",
        "i=0; while [ ! -e '%s' ]; do n=0; while [ $n -lt 40 ]; do n=$((n + 1)); i=$((i + 1)); echo \"%s\"; done; sleep 0.03; done; echo $i >'%s'; exit %d"
            .formatted(end, line(number, "$i"), count(number), 40 + number));
  }

  private Path count(int number) {
    return folder.resolve("count" + number);
  }

  private static String line(int number, String count) {
    return "line " + count + " of session " + number;
  }

  /** A hub and a viewer run for a moment and are killed, sometimes while they start. */
  private void round(Home home, String id, Random random) throws Exception {
    try (HubRun hub = new HubRun(home)) {
      Viewer viewer = new Viewer(home, id, folder);
      try {
        if (random.nextInt(4) > 0) {
          hub.awaitListening();
          viewer.awaitOutput();
        }
        hub.killAfter(random.nextInt(300));
      } finally {
        viewer.kill();
      }
    }
  }

  /** Viewers attach, read something or not, and leave without a word. */
  private static boolean comeAndGo(
      HostProcess host, List<String> ids, AtomicBoolean over, Random random) throws IOException {
    while (!over.get()) {
      try (HostClient viewer = host.client()) {
        String id = ids.get(random.nextInt(ids.size()));
        JsonObject _ = HostProcess.done(viewer, new Ask.Attach(id, HostProcess.SIZE));
        for (int frames = random.nextInt(20); frames > 0; frames--) {
          Frame _ = viewer.next();
        }
      }
    }
    return true;
  }

  private void check(Home home, HostClient client, String id, int number) throws Exception {
    JsonObject _ = HostProcess.done(client, new Ask.Await(id, Set.of(Activity.State.EXITED)));
    int lines = Integer.parseInt(Files.readString(count(number)).strip());
    StringBuilder all = new StringBuilder();
    for (int i = 1; i <= lines; i++) {
      all.append(line(number, "" + i)).append("\r\n");
    }
    byte[] printed = all.toString().getBytes(StandardCharsets.US_ASCII);
    byte[] last =
        Arrays.copyOfRange(printed, Math.max(0, printed.length - SCROLL_BACK), printed.length);
    HostProcess.Ended logs = HostProcess.run(home, "session", "logs", id);
    assertThat(logs.code()).as(logs.err()).isZero();
    assertThat(logs.out().lines().toList()).isEqualTo(PlainText.of(last).lines().toList());
    JsonObject shown = json(HostProcess.run(home, "session", "show", id, "--json"));
    assertThat(shown.get("exit_code")).isEqualTo(JsonNumber.of(40 + number));
    System.out.printf("nothing lost: session %d printed %d lines%n", number, lines);
  }

  private static JsonObject json(HostProcess.Ended ended) {
    return Json.read(ended.out().getBytes(StandardCharsets.UTF_8))
            instanceof JsonReading.Read(JsonObject object)
        ? object
        : JsonObject.empty().with("no JSON", ended.toString());
  }

  /** {@code comity attach} in a terminal of its own. For one thread. */
  private static final class Viewer {
    private final Child child;
    private final byte[] buffer = new byte[4096];

    Viewer(Home home, String id, Path folder) {
      List<String> words = JavaProgram.comity("--home", home.root().toString(), "attach", id);
      Terminals.Start start =
          new Terminals.Start(
              words, Map.of("PATH", "/usr/bin:/bin", "TERM", "xterm-256color"), folder);
      child =
          new Terminals().start(start, HostProcess.SIZE)
                  instanceof Terminals.Starting.Started(Child started)
              ? started
              : failed(words);
    }

    private static Child failed(List<String> words) {
      throw new AssertionError("not started: " + words);
    }

    /** Waits until it has shown something of the session, and takes no more of it. */
    void awaitOutput() {
      StringBuilder shown = new StringBuilder();
      while (!shown.toString().contains("of session")) {
        int count = child.terminal().read(buffer);
        if (count == Descriptor.ENDED) {
          throw new AssertionError("the viewer ended: " + shown);
        }
        if (count == Descriptor.NOT_NOW) {
          LockSupport.parkNanos(1_000_000);
        } else {
          shown.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
        }
      }
    }

    void kill() {
      child.signal(9);
      while (child.exitCode().isEmpty()) {
        LockSupport.parkNanos(1_000_000);
      }
      child.close();
    }
  }
}
