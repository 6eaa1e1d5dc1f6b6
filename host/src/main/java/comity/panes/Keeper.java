package comity.panes;

import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Writes sessions to the disk, one after the other and on a thread of its own, since a disk may
 * take its time. What is written of a session is always its newest, whoever asked for it, so that
 * nothing older takes its place; what could not be written is tried again.
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

  /** The newest of each that was to be written; the loop's thread says it. */
  private final Map<String, Session> newest = new ConcurrentHashMap<>();

  /** What the disk has of them; for the thread that writes. */
  private final Map<String, Session> written = new HashMap<>();

  /** Those whose newest could not be written; for the loop's thread. */
  private final Set<String> unwritten = new LinkedHashSet<>();

  /** Whether they are tried again soon. */
  private boolean waits;

  Keeper(Loop loop, SessionFiles files, Consumer<String> log) {
    this.loop = loop;
    this.files = files;
    this.log = log;
  }

  /**
   * Writes it.
   *
   * @param then is told on the loop's thread that it survives a power cut, or why it was not
   *     written yet
   */
  void write(Session session, Consumer<Optional<String>> then) {
    isNow(session);
    writer.execute(() -> {
      try {
        keepNow(session.id());
        loop.submit(() -> {
          unwritten.remove(session.id());
          then.accept(Optional.empty());
        });
      } catch (RuntimeException | VirtualMachineError e) {
        loop.submit(() -> then.accept(Optional.of(String.valueOf(e.getMessage()))));
      }
    });
  }

  /** Writes it, now or later. */
  void write(Session session) {
    write(session, failed -> failed.ifPresent(log));
  }

  /** It is as this, and whoever says so has it {@link #keepNow kept}. */
  void isNow(Session session) {
    newest.put(session.id(), session);
  }

  /**
   * Writes the newest of a session where the disk does not have it, on the thread that writes.
   *
   * @throws comity.files.FileException where it can't; it is tried again
   */
  void keepNow(String id) {
    Session session = newest.get(id);
    if (session == null || session.equals(written.get(id))) {
      return;
    }
    // Where it fails, nobody knows which of them the disk has.
    written.remove(id);
    try {
      files.write(session);
      written.put(id, session);
    } finally {
      if (!written.containsKey(id)) {
        loop.submit(() -> later(id));
      }
    }
  }

  private void later(String id) {
    if (newest.containsKey(id)) {
      unwritten.add(id);
      if (!waits) {
        waits = true;
        loop.later(AGAIN, this::again);
      }
    }
  }

  /** Whether something could not be written yet. */
  boolean isBehind() {
    return !unwritten.isEmpty();
  }

  private void again() {
    waits = false;
    for (String id : List.copyOf(unwritten)) {
      does(() -> {
        keepNow(id);
        loop.submit(() -> unwritten.remove(id));
      });
    }
  }

  /** Forgets a session and its files. */
  void forget(String id) {
    newest.remove(id);
    unwritten.remove(id);
    does(() -> {
      written.remove(id);
      files.delete(id);
    });
  }

  /** Does something else with the files, in its turn. */
  void does(Runnable work) {
    writer.execute(() -> {
      try {
        work.run();
      } catch (RuntimeException | VirtualMachineError e) {
        log.accept(String.valueOf(e.getMessage()));
      }
    });
  }

  /** Waits until all is written. */
  void close() throws InterruptedException {
    newest.keySet().forEach(id -> does(() -> keepNow(id)));
    writer.shutdown();
    if (!writer.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
      log.accept("some of the sessions could not be written");
    }
  }
}
