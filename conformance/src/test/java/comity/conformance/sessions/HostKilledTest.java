package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import comity.panes.HostClient;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the host at random moments while sessions begin and stop. What was acknowledged is in the
 * files as it was, no file is half-written, the next host has all of it, and no program of a
 * session runs twice.
 */
class HostKilledTest {
  private static final int CLIENTS = 3;

  @TempDir private Path folder;

  private OutlivingAgent agent = new OutlivingAgent(Path.of(""), Path.of(""));

  /** What clients know of the host's answers. */
  private record Known(Set<String> open, Set<String> closed, Set<String> unsure) {
    Known() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    void add(Known more) {
      open.addAll(more.open);
      closed.addAll(more.closed);
      unsure.addAll(more.unsure);
    }
  }

  @BeforeEach
  void makeAgent() throws IOException {
    agent = OutlivingAgent.in(folder);
  }

  @Test
  @Tag("SES-11")
  @Tag("SES-12")
  @Tag("SES-18")
  void whatWasAcknowledgedIsThere() throws Exception {
    run(6, new Random().nextLong());
  }

  @Test
  @Tag("SES-12")
  void whatItWasEndingIsEndedByTheNext() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home);
        HostClient client = host.client()) {
      String id =
          HostProcess.id(
              HostProcess.done(
                  client,
                  HostProcess.begin(
                      folder, "sh", "-c", "trap '' HUP TERM; echo begun; exec sleep 600")));
      HostProcess.awaitScreen(client, id, "begun");
      client.send(Frame.json(Frame.Kind.ASK, new Ask.Stop(id, Ask.Ending.WITH_GRACE).toJson()));
      Eventually.is(
          () -> new SessionFiles(home).all().sessions().getFirst().state() == Session.State.CLOSED);
      host.kill();
      assertThat(HostProcess.running(id)).as("what outlives TERM and its terminal").hasSize(1);
    }
    try (HostProcess host = HostProcess.start(home)) {
      Eventually.is(() -> HostProcess.left(home).isEmpty());
      assertThat(host.isAlive()).isTrue();
    }
  }

  @Test
  @Tag("long-crash")
  void whatWasAcknowledgedIsThereInManyRounds() throws Exception {
    run(30, new Random().nextLong());
  }

  private void run(int rounds, long seed) throws Exception {
    System.out.printf("host killed: seed %d, %d rounds%n", seed, rounds);
    Random random = new Random(seed);
    Home home = HostProcess.home(folder);
    Set<String> closed = new LinkedHashSet<>();
    Set<String> open = new LinkedHashSet<>();
    int begun = 0;
    for (int round = 0; round < rounds; round++) {
      try (HostProcess host = HostProcess.start(home);
          HostClient _ = host.client()) {
        takeOver(host, home, open, random);
        closed.addAll(open);
        Known known = killed(host, random);
        begun += known.open.size() + known.closed.size();
        closed.addAll(known.closed);
        open = compare(home, known, closed);
      }
    }
    try (HostProcess host = HostProcess.start(home)) {
      takeOver(host, home, open, random);
      assertThat(host.awaitEnd()).isZero();
    }
    assertThat(HostProcess.left(home)).isEmpty();
    assertThat(HostProcess.errors(home)).isEmpty();
    System.out.printf("host killed: %d sessions were acknowledged%n", begun);
  }

  /** Begins and stops sessions until the host is killed, some time after the first answers. */
  private Known killed(HostProcess host, Random random) throws Exception {
    Semaphore answers = new Semaphore(0);
    Known all = new Known();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Known>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Random its = new Random(random.nextLong());
        clients.add(threads.submit(() -> beginAndStop(host, answers, its)));
      }
      assertThat(answers.tryAcquire(random.nextInt(12), 1, TimeUnit.MINUTES)).isTrue();
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(20_000)));
      host.kill();
      for (Future<Known> client : clients) {
        all.add(client.get());
      }
    }
    return all;
  }

  private Known beginAndStop(HostProcess host, Semaphore answers, Random random) {
    Known known = new Known();
    try (HostClient client = host.client()) {
      while (true) {
        String[] command =
            random.nextInt(3) == 0
                ? agent.words()
                : new String[] {"sh", "-c", "echo begun; read word"};
        String id = HostProcess.id(HostProcess.done(client, HostProcess.begin(folder, command)));
        known.open.add(id);
        answers.release();
        if (random.nextBoolean()) {
          known.open.remove(id);
          known.unsure.add(id);
          JsonObject _ = HostProcess.done(client, new Ask.Stop(id, Ask.Ending.AT_ONCE));
          known.unsure.remove(id);
          known.closed.add(id);
          answers.release();
        }
      }
    } catch (IOException killed) {
      return known;
    }
  }

  /** What the files say after the kill; those that are open. */
  private static Set<String> compare(Home home, Known known, Set<String> closed) throws Exception {
    SessionFiles.All kept = new SessionFiles(home).all();
    assertThat(kept.problems()).isEmpty();
    HostProcess.Ended listed = HostProcess.run(home, "session", "list", "--all", "--json");
    assertThat(listed.code()).as(listed.err()).isZero();
    Map<String, JsonObject> shown = new LinkedHashMap<>();
    if (Json.read(listed.out().getBytes(StandardCharsets.UTF_8))
            instanceof JsonReading.Read(JsonObject list)
        && list.get("sessions") instanceof JsonArray sessions) {
      for (JsonValue each : sessions.elements()) {
        shown.put(HostProcess.id((JsonObject) each), (JsonObject) each);
      }
    }
    assertThat(shown).hasSameSizeAs(kept.sessions());
    for (String id : known.open) {
      JsonObject session = Objects.requireNonNull(shown.get(id));
      // The agent does not end with its terminal; others need a moment for that.
      String lives = "open idle runs without its host";
      if (session.string("provider").orElseThrow().equals("claude")) {
        assertThat(words(session)).as("session %s", id).isEqualTo(lives);
        assertThat(session.string("note").orElse("")).contains("still runs");
      } else {
        assertThat(words(session)).as("session %s", id).isIn(lives, "open exited no process");
      }
    }
    for (String id : closed) {
      assertThat(words(Objects.requireNonNull(shown.get(id))))
          .as("session %s", id)
          .startsWith("closed exited ");
    }
    // Those that were being stopped are open or closed; those that were not answered may be there.
    assertThat(shown.keySet()).containsAll(known.unsure);
    return shown.entrySet().stream()
        .filter(each -> !words(each.getValue()).startsWith("closed "))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String words(JsonObject shown) {
    return Stream.of("state", "activity", "evidence")
        .map(key -> shown.string(key).orElse("?"))
        .collect(Collectors.joining(" "));
  }

  /** The next host has them, runs again what can be, once, and closes them. */
  private void takeOver(HostProcess host, Home home, Set<String> open, Random random)
      throws Exception {
    try (HostClient client = host.client()) {
      assertThat(temporary(home)).as("half-written files").isEmpty();
      // One that nobody asks anything waits for a minute before it ends.
      JsonObject _ = HostProcess.done(client, new Ask.Sessions());
      for (String id : open) {
        JsonObject shown = HostProcess.done(client, new Ask.Show(id));
        boolean custom = shown.string("provider").orElseThrow().equals("custom");
        if (!custom && words(shown).startsWith("open ") && random.nextInt(3) > 0) {
          JsonObject _ = HostProcess.done(client, OutlivingAgent.restored(id));
          // One that becomes another program has no environment for a moment.
          Eventually.is(() -> !HostProcess.running(id).isEmpty());
          assertThat(HostProcess.running(id)).hasSizeLessThan(2);
        } else if (custom) {
          assertThat(client.ask(OutlivingAgent.restored(id))).isInstanceOf(Reply.Refused.class);
        }
        JsonObject stopped = HostProcess.done(client, new Ask.Stop(id, Ask.Ending.AT_ONCE));
        assertThat(stopped.string("state")).contains("closed");
        assertThat(HostProcess.running(id)).isEmpty();
      }
      // Those of sessions that were closed as the host was killed are ended unasked.
      Eventually.is(() -> HostProcess.left(home).isEmpty());
    }
  }

  /** Files beside those of sessions that one who was killed did not finish. */
  private static List<Path> temporary(Home home) throws IOException {
    try (Stream<Path> files = Files.list(home.sessions())) {
      return files.filter(file -> file.toString().endsWith(".tmp")).toList();
    }
  }
}
