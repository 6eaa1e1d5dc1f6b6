package comity.hub;

import comity.control.Retention;
import comity.store.StoreException;
import comity.store.Upkeep;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Once an hour drops what the configuration says need not be kept. Without such words, nothing. */
final class Housekeeping implements AutoCloseable {
  private static final long EVERY_MINUTES = 60;

  /** A log file past this is set aside, so that an old one can be dropped. */
  private static final long LOG_BYTES = 16L << 20;

  private final Upkeep upkeep;
  private final Path logs;
  private final Supplier<Retention> retention;
  private final Clock clock;
  private final HubLog log;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  Housekeeping(Upkeep upkeep, Path logs, Supplier<Retention> retention, Clock clock, HubLog log) {
    this.upkeep = upkeep;
    this.logs = logs;
    this.retention = retention;
    this.clock = clock;
    this.log = log;
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
        } catch (StoreException | IOException e) {
          log.warning("housekeeping: " + e.getMessage());
        }
      } while (!closed.await(EVERY_MINUTES, TimeUnit.MINUTES));
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
      setAside();
      say("log files", dropLogs(now.logs()));
    }
  }

  private void say(String what, int dropped) {
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
  private void setAside() throws IOException {
    Path file = logs.resolve("hub.log");
    if (Files.exists(file) && Files.size(file) > LOG_BYTES) {
      synchronized (Logs.WRITING) {
        Files.copy(file, logs.resolve("hub-" + clock.now() + ".log"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(0);
        }
      }
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
    long left = kept.size().orElse(Long.MAX_VALUE);
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
