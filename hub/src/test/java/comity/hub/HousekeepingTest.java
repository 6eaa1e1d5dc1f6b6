package comity.hub;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.Retention;
import comity.control.Retention.Kept;
import comity.files.Home;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.messages.AgentUri;
import comity.messages.Caller;
import comity.messages.Envelope;
import comity.messages.Refusal;
import comity.messages.Trace;
import comity.project.Audit;
import comity.roles.Actor;
import comity.store.Appending;
import comity.store.Incoming;
import comity.store.Outcome;
import comity.store.Run;
import comity.store.Runs;
import comity.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A round of housekeeping: what the configuration says goes, and nothing else. */
final class HousekeepingTest {
  private static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");
  private static final String ASIDE = "hub-" + NOW.toEpochMilli() + ".log";
  private static final Duration DAY = Duration.ofDays(1);
  private static final int LARGE = (16 << 20) + 1;
  private static final AgentUri ANNE = AgentUri.of("agent://anne.example/desk");
  private static final AgentUri ECHO = AgentUri.of("agent://localhost:7420/echo");

  @TempDir private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectory(folder.resolve("log"));
  }

  private Path log(String name) {
    return folder.resolve("log").resolve(name);
  }

  private Path log(String name, String text, Instant changed) throws IOException {
    Path file = Files.writeString(log(name), text);
    return Files.setLastModifiedTime(file, FileTime.from(changed));
  }

  private List<String> logs() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("log"))) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static Kept age(Duration age) {
    return new Kept(Optional.of(age), OptionalLong.empty());
  }

  private static Kept size(long bytes) {
    return new Kept(Optional.empty(), OptionalLong.of(bytes));
  }

  private static Retention ofLogs(Kept logs) {
    return new Retention(Kept.FOR_EVER, Kept.FOR_EVER, logs, Kept.FOR_EVER);
  }

  private Store open() {
    Path file = folder.resolve("hub.db");
    return switch (Store.open(file, folder.resolve("journal"), new Deaf())) {
      case Store.Opening.Opened(Store store) -> store;
      case Store.Opening.Damaged(String what) -> throw new AssertionError(what);
    };
  }

  private record Deaf() implements Store.Listener {
    @Override
    public void onRuns() {}

    @Override
    public void onOutbox() {}

    @Override
    public void onTrouble(String what) {}
  }

  private void round(Retention retention) {
    try (Store store = open()) {
      round(store, retention);
    }
  }

  /** The first round is at the start, and the end waits for it. */
  private void round(Store store, Retention retention) {
    Clock clock = new Clock(InstantSource.fixed(NOW));
    Housekeeping housekeeping =
        new Housekeeping(
            store.upkeep(),
            folder.resolve("log"),
            audit(NOW),
            () -> retention,
            clock,
            new HubLog());
    housekeeping.start();
    housekeeping.close();
  }

  private static String send(Store store, String id, Instant at, Optional<String> runner) {
    Envelope.Reading reading =
        Envelope.compose(
            id,
            Optional.empty(),
            ANNE,
            ECHO,
            new JsonString("hello"),
            JsonObject.empty(),
            at.toEpochMilli());
    Envelope envelope =
        switch (reading) {
          case Envelope.Reading.Accepted(Envelope accepted, _) -> accepted;
          case Envelope.Reading.Refused(Refusal refusal) -> throw new AssertionError(refusal);
        };
    Appending appending =
        store
            .conversations()
            .append(
                new Incoming(
                    envelope, new Caller.Loopback(), "conv-" + id, runner, at.toEpochMilli()));
    assertThat(appending).isEqualTo(new Appending.Accepted("conv-" + id));
    assertThat(store.conversations().find("conv-" + id)).isPresent();
    return "conv-" + id;
  }

  /** A message that was run, and its trace. */
  private static String run(Store store, String id, Instant at) {
    send(store, id, at, Optional.of("echo"));
    Runs.Queued queued = store.runs().queued("echo", 0, 1).getFirst();
    Run run = ((Runs.Turn.Now) store.runs().turn(queued)).run();
    store.runs().begin(run, "run-" + id, "trace-" + id, at.toEpochMilli());
    Outcome done = new Outcome(Trace.Status.COMPLETED, "done", Optional.empty());
    store.runs().finish(run, "trace-" + id, done, at.toEpochMilli());
    return "trace-" + id;
  }

  @Test
  void withoutWordsAllIsKept() throws IOException {
    log("hub.log", "x".repeat(LARGE), NOW);
    log("hub-1.log", "old", Instant.EPOCH);
    try (Store store = open()) {
      String trace = run(store, "old", Instant.EPOCH);
      send(store, "newest", NOW, Optional.empty());
      round(store, Retention.FOR_EVER);
      assertThat(store.conversations().latest(10)).hasSize(2);
      assertThat(store.traces().events(trace, 0)).isNotEmpty();
    }
    assertThat(logs()).containsExactly("hub-1.log", "hub.log");
    assertThat(Files.size(log("hub.log"))).isEqualTo(LARGE);
  }

  @Test
  void messagesGoWithTheirAge() {
    try (Store store = open()) {
      String old = send(store, "old", NOW.minus(DAY).minusMillis(1), Optional.empty());
      String kept = send(store, "kept", NOW.minus(DAY), Optional.empty());
      send(store, "newest", NOW, Optional.empty());
      round(store, new Retention(age(DAY), Kept.FOR_EVER, Kept.FOR_EVER, Kept.FOR_EVER));
      assertThat(store.conversations().find(old)).isEmpty();
      assertThat(store.conversations().find(kept)).isPresent();
    }
  }

  @Test
  void stepsOfTracesGoWithTheirAge() {
    try (Store store = open()) {
      String old = run(store, "old", NOW.minus(DAY).minusMillis(1));
      String kept = run(store, "kept", NOW.minus(DAY));
      round(store, new Retention(Kept.FOR_EVER, age(DAY), Kept.FOR_EVER, Kept.FOR_EVER));
      assertThat(store.traces().events(old, 0)).isEmpty();
      assertThat(store.traces().events(kept, 0)).isNotEmpty();
      assertThat(store.conversations().latest(10)).hasSize(2);
    }
  }

  @Test
  void logFilesGoWithTheirAge() throws IOException {
    log("hub-1.log", "old", NOW.minus(DAY).minusMillis(1));
    log("hub-2.log", "kept", NOW.minus(DAY));
    for (String other : List.of("hub.log", "hub-x.log", "hub-1.log.gz", "notes.txt")) {
      log(other, "not ours to drop", Instant.EPOCH);
    }
    round(ofLogs(age(DAY)));
    assertThat(logs())
        .containsExactly("hub-1.log.gz", "hub-2.log", "hub-x.log", "hub.log", "notes.txt");
  }

  @Test
  void theOldestLogFilesGoWhereAllAreTooLarge() throws IOException {
    log("hub.log", "x".repeat(200), NOW);
    for (String name : List.of("hub-1000.log", "hub-2000.log", "hub-3000.log")) {
      log(name, "x".repeat(400), NOW);
    }
    round(ofLogs(size(1400)));
    assertThat(logs()).containsExactly("hub-1000.log", "hub-2000.log", "hub-3000.log", "hub.log");
    round(ofLogs(size(1399)));
    assertThat(logs()).containsExactly("hub-2000.log", "hub-3000.log", "hub.log");
    round(ofLogs(size(900)));
    assertThat(logs()).as("hub.log counts").containsExactly("hub-3000.log", "hub.log");
  }

  @Test
  void aLargeLogIsSetAsideAndWrittenOnFromItsStart() throws IOException {
    Path file = log("hub.log", "x".repeat(LARGE), NOW);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    try (var appending = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      round(ofLogs(size(1L << 30)));
      appending.write("next\n".getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(logs()).containsExactly(ASIDE, "hub.log");
    assertThat(Files.readString(file)).isEqualTo("next\n");
    assertThat(Files.size(log(ASIDE))).isEqualTo(LARGE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log(ASIDE))))
        .isEqualTo("rw-------");
  }

  @Test
  void aLogIsSetAsideAtAQuarterOfWhatIsKept() throws IOException {
    log("hub.log", "x".repeat(250), NOW);
    round(ofLogs(size(1000)));
    assertThat(logs()).containsExactly("hub.log");
    log("hub.log", "x".repeat(251), NOW);
    round(ofLogs(size(1000)));
    assertThat(logs()).containsExactly(ASIDE, "hub.log");
    assertThat(Files.size(log("hub.log"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-04T03:59:59.999Z INFO config.toml was read\n",
        "Picked up JAVA_TOOL_OPTIONS: -Xmx64m\n2026-03-01T00:00:00Z INFO hello\n",
        "{\"at\":\"2026-03-01T00:00:00Z\",\"level\":\"INFO\",\"message\":\"hello\"}\n"
      })
  void aLogThatWasBegunLongAgoIsSetAside(String line) throws IOException {
    log("hub.log", line, NOW);
    round(ofLogs(age(DAY)));
    assertThat(Files.readString(log(ASIDE))).isEqualTo(line);
    assertThat(Files.size(log("hub.log"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-03-04T04:00:00Z INFO config.toml was read\n",
        "2026-13-04T04:00:00Z is no time\n",
        "Exception in thread main\n"
      })
  void aLogWhoseBeginningIsRecentOrUnknownIsNot(String text) throws IOException {
    log("hub.log", text, NOW);
    round(ofLogs(age(DAY)));
    assertThat(logs()).containsExactly("hub.log");
    assertThat(Files.readString(log("hub.log"))).isEqualTo(text);
  }

  @Test
  void aFolderThatCanNotBeReadEndsTheRoundAndNothingElse() {
    try (Store store = open()) {
      String old = send(store, "old", Instant.EPOCH, Optional.empty());
      send(store, "newest", NOW, Optional.empty());
      Files.delete(folder.resolve("log"));
      round(store, new Retention(age(DAY), age(DAY), age(DAY), age(DAY)));
      assertThat(store.conversations().find(old)).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first round meets a fault, the second does its work all the same. */
  @Test
  void aFaultEndsItsRoundAndNoOther() throws Exception {
    List<LogRecord> said = new CopyOnWriteArrayList<>();
    Handler hearing = new Hearing(said);
    Logger logger = Logger.getLogger("comity");
    logger.addHandler(hearing);
    Semaphore rounds = new Semaphore(0);
    Supplier<Retention> failing =
        () -> {
          rounds.release();
          if (said.isEmpty()) {
            throw new UncheckedIOException(new IOException("stale file handle"));
          }
          return ofLogs(age(DAY));
        };
    log("hub-1.log", "old", NOW.minus(DAY).minusMillis(1));
    Clock clock = new Clock(InstantSource.fixed(NOW));
    try (Store store = open();
        Housekeeping housekeeping =
            new Housekeeping(
                store.upkeep(),
                folder.resolve("log"),
                audit(NOW),
                failing,
                clock,
                new HubLog(),
                Duration.ofMillis(1))) {
      housekeeping.start();
      assertThat(rounds.tryAcquire(3, 30, TimeUnit.SECONDS)).isTrue();
    } finally {
      logger.removeHandler(hearing);
    }
    assertThat(logs()).isEmpty();
    assertThat(said.getFirst().getThrown()).hasMessageContaining("stale file handle");
  }

  @Test
  void theOldestEntriesOfTheAuditLogGo() throws IOException {
    Files.createDirectory(folder.resolve("run"));
    Actor actor = new Actor("ada", Optional.of("qa"), Optional.empty(), Actor.Door.CLI);
    audit(NOW.minus(DAY).minusMillis(1)).wrote(actor, Path.of("old"), "r");
    audit(NOW).wrote(actor, Path.of("new"), "r");
    round(ofLogs(age(DAY)));
    assertThat(Files.readAllLines(folder.resolve("audit.jsonl"))).hasSize(2);
    round(new Retention(Kept.FOR_EVER, Kept.FOR_EVER, Kept.FOR_EVER, age(DAY)));
    assertThat(Files.readAllLines(folder.resolve("audit.jsonl")))
        .singleElement()
        .asString()
        .contains("new");
  }

  private Audit audit(Instant now) {
    return new Audit(new Home(folder), InstantSource.fixed(now));
  }

  private static final class Hearing extends Handler {
    private final List<LogRecord> said;

    private Hearing(List<LogRecord> said) {
      this.said = said;
    }

    @Override
    public void publish(LogRecord line) {
      said.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
