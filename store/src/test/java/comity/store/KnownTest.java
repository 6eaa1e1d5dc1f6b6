package comity.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("MSG-3")
final class KnownTest {
  /** More than are asked for in one statement, and a rest of each size. */
  private static final int MESSAGES = 150;

  @TempDir private Path home;
  private Path file;

  @BeforeEach
  void messagesOfTwoSenders() throws Exception {
    file = home.resolve("hub.db");
    Database.open(file, _ -> {}, _ -> {}).close();
    try (Sql sql = Sql.open(file, false)) {
      sql.update(
          "INSERT INTO conversation (cid, opener, agent, keyed, state, created_at, last_at, last_seq)"
              + " VALUES ('conv-1', 'a', 'b', 0, 'OPEN', 0, 0, 0)");
      for (int i = 0; i < MESSAGES; i++) {
        String sender = "agent://a.example/" + i % 2;
        assertThat(Rows.insert(sql, "conv-1", sender, "m" + i, digest(i), new byte[0], 0)).isTrue();
      }
    }
  }

  private static byte[] digest(int number) {
    return new byte[] {(byte) number};
  }

  @Test
  void manyAreLookedUpAsOneByOne() throws SQLException {
    try (Sql sql = Sql.open(file, true)) {
      Known known = new Known(sql);
      List<Known.Identity> wanted = new ArrayList<>();
      for (int i = 0; i < MESSAGES + 3; i++) {
        wanted.add(new Known.Identity("agent://a.example/0", "m" + i));
      }
      known.look(wanted);
      for (int i = 0; i < MESSAGES + 3; i++) {
        var prior = known.message(new Known.Identity("agent://a.example/0", "m" + i));
        boolean isThere = i < MESSAGES && i % 2 == 0;
        assertThat(prior.isPresent()).as("m" + i).isEqualTo(isThere);
        if (isThere) {
          assertThat(prior.orElseThrow().digest()).isEqualTo(digest(i));
          assertThat(prior.orElseThrow().conversationId()).isEqualTo("conv-1");
        }
      }
      assertThat(known.message(new Known.Identity("agent://a.example/1", "m1")))
          .as("not looked up before")
          .isPresent();
    }
  }

  @Test
  void aLookUpOfManyGoesThroughAnIndex() throws SQLException {
    try (Sql sql = Sql.open(file, true)) {
      List<String> plan =
          sql.list(
              "EXPLAIN QUERY PLAN " + Known.lookUp(2),
              row -> row.getString(4),
              "m1",
              "agent://a.example/1",
              "m2",
              "agent://a.example/0");
      assertThat(plan)
          .anyMatch(step -> step.contains("message_identity (message_id=? AND sender=?)"))
          .noneMatch(step -> step.matches("SCAN (message|conversation).*"));
    }
  }
}
