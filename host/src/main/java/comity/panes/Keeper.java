package comity.panes;

import comity.files.FileException;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Writes sessions to the disk, one after the other and on a thread of its own, since a disk may
 * take its time. What could not be written is tried again until it is, or is written newer.
 */
final class Keeper {
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /** Writing what is left at the end takes no longer on a disk that works. */
  private static final int LONGEST_END_SECONDS = 20;

  private final Loop loop;
  private final SessionFiles files;
  private final Consumer<String> log;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("comity-keeper").factory());

  /** What failed; for the loop's thread. */
  private final Map<String, Session> unwritten = new LinkedHashMap<>();

  Keeper(Loop loop, SessionFiles files, Consumer<String> log) {
    this.loop = loop;
    this.files = files;
    this.log = log;
  }

  /** What comes of it, on the loop's thread. */
  interface Then {
    void kept();

    void failed(String why);
  }

  /** Writes it, and says when it survives a power cut, or why it was not written. */
  void write(Session session, Then then) {
    unwritten.remove(session.id());
    writer.execute(() -> {
      try {
        files.write(session);
        loop.submit(then::kept);
      } catch (FileException e) {
        loop.submit(() -> then.failed(String.valueOf(e.getMessage())));
      }
    });
  }

  /** Writes it, now or later. */
  void write(Session session) {
    write(
        session,
        new Then() {
          @Override
          public void kept() {
            // Nobody waits for it.
          }

          @Override
          public void failed(String why) {
            log.accept(why);
            if (unwritten.isEmpty()) {
              loop.later(AGAIN, Keeper.this::again);
            }
            unwritten.put(session.id(), session);
          }
        });
  }

  private void again() {
    java.util.List<Session> all = java.util.List.copyOf(unwritten.values());
    unwritten.clear();
    all.forEach(this::write);
  }

  /** Does something else with the files, in its turn. */
  void does(Runnable work) {
    writer.execute(() -> {
      try {
        work.run();
      } catch (RuntimeException e) {
        log.accept(String.valueOf(e.getMessage()));
      }
    });
  }

  /** Waits until all is written. */
  void close() throws InterruptedException {
    unwritten.values().forEach(session -> writer.execute(() -> files.write(session)));
    writer.shutdown();
    if (!writer.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
      log.accept("some of the sessions could not be written");
    }
  }
}
