package comity.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DatabaseTest {
  @TempDir private Path home;
  private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore trouble = new Semaphore(0);
  private final Semaphore told = new Semaphore(0);
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = home.resolve("hub.db");
  }

  private Database open() throws Exception {
    return Database.open(
        file,
        topics -> told.release(topics.contains("wanted") ? 1 : 0),
        what -> {
          troubles.add(what);
          trouble.release();
        });
  }

  private static int put(Sql sql, String key, long value) throws SQLException {
    return sql.update("INSERT INTO meta VALUES (?, ?)", key, value);
  }

  private static List<String> keys(Database database) {
    return database.read(sql -> sql.list("SELECT key FROM meta ORDER BY key", r -> r.getString(1)));
  }

  /** Lets changes pile up behind one that waits, so that they share a transaction. */
  private static CountDownLatch hold(Database database) {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    var _ =
        database.apply(
            (_, _) -> {
              entered.countDown();
              await(go);
              return "";
            },
            true);
    await(entered);
    return go;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** 2 is FULL: in the mode WAL each commit is flushed, where 1 would leave the last ones. */
  @Test
  @Tag("MSG-13")
  void eachCommitIsFlushed() throws Exception {
    try (Database database = open()) {
      assertThat(
              database.<List<String>>write(
                  (sql, _) -> List.of(pragma(sql, "synchronous"), pragma(sql, "journal_mode"))))
          .containsExactly("2", "wal");
    }
  }

  private static String pragma(Sql sql, String name) throws SQLException {
    return sql.one("PRAGMA " + name, row -> row.getString(1)).orElseThrow();
  }

  @Test
  void aChangeThatFailsUndoesItselfAlone() throws Exception {
    try (Database database = open()) {
      CountDownLatch go = hold(database);
      List<CompletableFuture<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        int number = i;
        all.add(
            CompletableFuture.supplyAsync(
                () ->
                    database.write((sql, _) -> {
                      put(sql, "k" + number, number);
                      if (number % 5 == 1) {
                        put(sql, "k" + number, number);
                      }
                      if (number % 5 == 2) {
                        throw new IllegalStateException("a bug");
                      }
                      return number;
                    }),
                Thread::startVirtualThread));
      }
      go.countDown();
      for (int i = 0; i < 20; i++) {
        CompletableFuture<Integer> one = all.get(i);
        if (i % 5 == 1 || i % 5 == 2) {
          assertThatThrownBy(one::join).hasCauseInstanceOf(StoreException.class);
        } else {
          assertThat(one.join()).isEqualTo(i);
        }
      }
      assertThat(keys(database)).hasSize(12 + 1).contains("k0", "k3", "k19");
      assertThat(troubles).isEmpty();
    }
  }

  @Test
  void aChangeThatMustNotFailNeverHoldsUpTheOthers() throws Exception {
    try (Database database = open()) {
      CompletableFuture<Object> broken =
          database.apply(
              (sql, _) -> {
                if (keysIn(sql).contains("mended")) {
                  return "done";
                }
                throw new IllegalStateException("a bug");
              },
              true);
      CompletableFuture<Object> next = database.apply((sql, _) -> put(sql, "next", 1), true);
      trouble.acquire();
      assertThat(database.isInTrouble()).isTrue();
      assertThat(database.<Integer>write((sql, _) -> put(sql, "other", 1))).isEqualTo(1);
      assertThat(next).as("what came after it waits for it").isNotDone();
      database.write((sql, _) -> put(sql, "mended", 1));
      assertThat(broken.join()).isEqualTo("done");
      assertThat(next.join()).isEqualTo(1);
      assertThat(troubles).as("told once, however often it was tried").hasSize(1);
    }
  }

  private static List<String> keysIn(Sql sql) throws SQLException {
    return sql.list("SELECT key FROM meta", row -> row.getString(1));
  }

  @Test
  void aFullDiskIsWaitedForAndLosesNothing() throws Exception {
    try (Database database = open()) {
      long pages =
          database.<Long>write(
              (sql, _) -> sql.one("PRAGMA page_count", row -> row.getLong(1)).orElseThrow());
      AtomicLong limit = new AtomicLong(pages);
      CompletableFuture<Object> must =
          database.apply(
              (sql, _) -> {
                sql.list("PRAGMA max_page_count = " + limit.get(), row -> row.getLong(1));
                return put(sql, "must".repeat(5_000), 1);
              },
              true);
      trouble.acquire();
      assertThatThrownBy(() -> database.write((sql, _) -> put(sql, "may".repeat(5_000), 1)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("Make room on the disk");
      assertThat(must).isNotDone();
      assertThat(troubles).hasSize(1);
      limit.set(pages + 1_000);
      assertThat(must.join()).isEqualTo(1);
      assertThat(database.isInTrouble()).isFalse();
      assertThat(database.<Integer>write((sql, _) -> put(sql, "may", 1))).isEqualTo(1);
      assertThat(keys(database)).hasSize(3);
    }
  }

  @Test
  void readersSeeWhatWasCommittedAndListenersAreToldThen() throws Exception {
    try (Database database = open()) {
      for (int i = 0; i < 50; i++) {
        String key = "k" + i;
        database.write((sql, topics) -> {
          topics.add("wanted");
          return put(sql, key, 1);
        });
        assertThat(keys(database)).contains(key);
      }
      assertThat(told.availablePermits()).isBetween(1, 50);
    }
  }

  @Test
  void closingWritesWhatWasGiven() throws Exception {
    Database database = open();
    CountDownLatch go = hold(database);
    List<CompletableFuture<Object>> given = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      String key = "k" + i;
      given.add(database.apply((Sql sql, Set<String> _) -> put(sql, key, 1), i % 2 == 0));
    }
    go.countDown();
    database.close();
    assertThat(given).allMatch(one -> one.isDone() && !one.isCompletedExceptionally());
    assertThatThrownBy(() -> database.write((sql, _) -> put(sql, "late", 1)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
    try (Database again = open()) {
      assertThat(keys(again)).hasSize(1_501);
    }
  }

  @Test
  void closingEndsAlsoWhileAChangeFails() throws Exception {
    Database database = open();
    CompletableFuture<Object> never =
        database.apply(
            (_, _) -> {
              throw new SQLException("never");
            },
            true);
    trouble.acquire();
    database.close();
    assertThat(never).isCompletedExceptionally();
  }
}
