package comity.panes;

import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** The newest of each that was to be written; for the loop's thread. */
  private final Map<String, Session> newest = new HashMap<>();

  /** Those whose newest could not be written. */
  private final Set<String> unwritten = new LinkedHashSet<>();

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
    newest.put(session.id(), session);
    unwritten.remove(session.id());
    writer.execute(() -> {
      try {
        files.write(session);
        loop.submit(then::kept);
      } catch (RuntimeException e) {
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
            later(session);
          }
        });
  }

  /** Somebody else writes it: what failed of it before is not tried again. */
  void isKept(Session session) {
    newest.put(session.id(), session);
    unwritten.remove(session.id());
  }

  /** It could not be written, and is tried again, unless a newer one has taken its place. */
  void later(Session session) {
    if (session.equals(newest.get(session.id()))) {
      if (unwritten.isEmpty()) {
        loop.later(AGAIN, this::again);
      }
      unwritten.add(session.id());
    }
  }

  private void again() {
    List<String> ids = List.copyOf(unwritten);
    unwritten.clear();
    for (String id : ids) {
      Session session = newest.get(id);
      if (session != null) {
        write(session);
      }
    }
  }

  /** Forgets a session and its files. */
  void forget(String id) {
    newest.remove(id);
    unwritten.remove(id);
    does(() -> files.delete(id));
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
    for (String id : unwritten) {
      Session session = newest.get(id);
      if (session != null) {
        does(() -> files.write(session));
      }
    }
    writer.shutdown();
    if (!writer.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
      log.accept("some of the sessions could not be written");
    }
  }
}
