package comity.hub;

import comity.control.Retention;
import comity.files.FileException;
import comity.files.RegularFile;
import comity.project.Audit;
import comity.store.StoreException;
import comity.store.Upkeep;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Once an hour drops what the configuration says need not be kept. Without such words, nothing. */
final class Housekeeping implements AutoCloseable {
  private static final Duration EVERY = Duration.ofHours(1);

  /** A log file past this is set aside, so that an old one can be dropped. */
  private static final long LOG_BYTES = 16L << 20;

  /** Only whole files are dropped: each has at most such a part of the age or size to be kept. */
  private static final int PARTS = 4;

  /** What a line begins with, plain or JSON; see {@link Logs}. */
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  /** A file that has no time so far tells none: what a JVM says when it fails is shorter. */
  private static final int MOST_BEFORE_TIME = 4096;

  private static final String CURRENT = "hub.log";

  private final Upkeep upkeep;
  private final Path logs;
  private final Audit audit;
  private final Supplier<Retention> retention;
  private final Clock clock;
  private final HubLog log;
  private final Duration every;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  Housekeeping(
      Upkeep upkeep,
      Path logs,
      Audit audit,
      Supplier<Retention> retention,
      Clock clock,
      HubLog log) {
    this(upkeep, logs, audit, retention, clock, log, EVERY);
  }

  Housekeeping(
      Upkeep upkeep,
      Path logs,
      Audit audit,
      Supplier<Retention> retention,
      Clock clock,
      HubLog log,
      Duration every) {
    this.upkeep = upkeep;
    this.logs = logs;
    this.audit = audit;
    this.retention = retention;
    this.clock = clock;
    this.log = log;
    this.every = every;
    this.thread = Thread.ofPlatform().daemon().name("housekeeping").unstarted(this::loop);
  }

  void start() {
    thread.start();
  }

  private void loop() {
    try {
      do {
        try {
          round();
        } catch (StoreException | FileException | IOException e) {
          log.warning("housekeeping: " + e.getMessage());
        } catch (RuntimeException e) {
          log.fault("housekeeping", e);
        }
      } while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void round() throws IOException {
    Retention now = retention.get();
    Retention.Kept messages = now.messages();
    if (!messages.isForEver()) {
      say("messages", upkeep.dropMessages(before(messages), messages.size()));
    }
    Retention.Kept traces = now.traces();
    if (!traces.isForEver()) {
      say("traces", upkeep.dropTraces(before(traces), traces.size()));
    }
    if (!now.logs().isForEver()) {
      setAside(now.logs());
      say("log files", dropLogs(now.logs()));
    }
    Retention.Kept entries = now.audit();
    if (!entries.isForEver()) {
      say("bytes of the audit log", audit.drop(before(entries), entries.size()));
    }
  }

  private void say(String what, long dropped) {
    if (dropped > 0) {
      log.info("dropped " + dropped + " " + what + " as hub.retention says");
    }
  }

  private OptionalLong before(Retention.Kept kept) {
    return kept.age()
        .map(Duration::toMillis)
        .map(age -> OptionalLong.of(clock.now() - age))
        .orElse(OptionalLong.empty());
  }

  /** The hub's own lines wait meanwhile, so that none falls between the copy and the cut. */
  private void setAside(Retention.Kept kept) throws IOException {
    Path file = logs.resolve(CURRENT);
    if (!Files.isRegularFile(file) || !isFull(file, kept)) {
      return;
    }
    synchronized (Logs.WRITING) {
      Files.copy(file, logs.resolve("hub-" + clock.now() + ".log"));
      try (FileChannel channel = RegularFile.open(file, Set.of(StandardOpenOption.WRITE))) {
        channel.truncate(0);
      }
    }
  }

  private boolean isFull(Path file, Retention.Kept kept) throws IOException {
    if (Files.size(file) > Math.min(LOG_BYTES, kept.size().orElse(Long.MAX_VALUE) / PARTS)) {
      return true;
    }
    Optional<Long> longest = kept.age().map(age -> age.toMillis() / PARTS);
    Optional<Long> begun = longest.isPresent() ? begun(file) : Optional.empty();
    return begun.isPresent() && clock.now() - begun.get() > longest.get();
  }

  /** The first time that a line tells, in milliseconds since 1970. */
  private static Optional<Long> begun(Path file) throws IOException {
    byte[] start;
    try (InputStream in = RegularFile.open(file)) {
      start = in.readNBytes(MOST_BEFORE_TIME);
    }
    Matcher time = TIME.matcher(new String(start, StandardCharsets.US_ASCII));
    try {
      return time.find()
          ? Optional.of(Instant.parse(time.group()).toEpochMilli())
          : Optional.empty();
    } catch (DateTimeParseException another) {
      return Optional.empty();
    }
  }

  private int dropLogs(Retention.Kept kept) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(logs)) {
      files =
          list.filter(f -> f.getFileName().toString().matches("hub-[0-9]+\\.log"))
              .sorted(Comparator.reverseOrder())
              .toList();
    }
    long before = before(kept).orElse(Long.MIN_VALUE);
    Path current = logs.resolve(CURRENT);
    long left =
        kept.size().orElse(Long.MAX_VALUE) - (Files.exists(current) ? Files.size(current) : 0);
    int dropped = 0;
    for (Path file : files) {
      left -= Files.size(file);
      if (left < 0 || Files.getLastModifiedTime(file).toMillis() < before) {
        Files.delete(file);
        dropped++;
      }
    }
    return dropped;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
