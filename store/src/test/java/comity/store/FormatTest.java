package comity.store;

import static org.assertj.core.api.Assertions.assertThat;

import comity.messages.AgentUri;
import comity.messages.Conversation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is on disk is what was agreed: a change of it needs a new version, and a migration. */
final class FormatTest {
  private static final Acceptance ACCEPTANCE =
      new Acceptance(
          new Conversation(
              "conv-1",
              Optional.of("bob.example"),
              Optional.of("bobs-1"),
              AgentUri.of("agent://bob.example/desk"),
              AgentUri.of("agent://localhost:7420/%C3%A4"),
              true,
              Conversation.State.OPEN,
              0x0102030405060708L,
              0x1112131415161718L),
          true,
          true,
          "agent://bob.example/desk",
          "m-1 ü",
          new byte[] {1, 2, 3, 4},
          Optional.of("ä"),
          Optional.of(new Acceptance.Answered("agent://localhost:7420/%C3%A4", "asked")),
          0x1112131415161718L,
          "{\"any\":\"thing\"}".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path home;

  private static String golden(String name) throws IOException {
    try (InputStream in = FormatTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theTables() throws Exception {
    Database.open(home.resolve("hub.db"), _ -> {}, _ -> {}).close();
    try (Sql sql = Sql.open(home.resolve("hub.db"), true)) {
      List<String> tables =
          sql.list(
              "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
              row -> row.getString(1));
      assertThat(String.join(";\n\n", tables) + ";\n").isEqualTo(golden("schema-1.sql"));
      assertThat(sql.one("PRAGMA user_version", row -> row.getInt(1))).contains(Schema.VERSION);
      assertThat(sql.one("PRAGMA journal_mode", row -> row.getString(1))).contains("wal");
    }
  }

  @Test
  void theLog() throws Exception {
    JournalReading none = JournalReading.of(home, 0);
    try (Journal journal = Journal.open(new FileDisk(), home, none, 512)) {
      journal.append(List.of(ACCEPTANCE.encode(), new byte[] {(byte) 0xFF}));
    }
    byte[] segment = Files.readAllBytes(home.resolve("0000000000000001.log"));
    StringBuilder lines = new StringBuilder();
    for (int at = 0; at < segment.length; at += 16) {
      byte[] line = Arrays.copyOfRange(segment, at, at + 16);
      lines.append(HexFormat.ofDelimiter(" ").formatHex(line)).append('\n');
    }
    assertThat(lines.toString()).isEqualTo(golden("segment-1.hex"));
    Acceptance read = Acceptance.decode(home, JournalReading.of(home, 0).entries().getFirst());
    assertThat(read).usingRecursiveComparison().isEqualTo(ACCEPTANCE);
  }
}
