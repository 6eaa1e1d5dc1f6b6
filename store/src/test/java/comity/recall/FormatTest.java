package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.memory.Entry;
import comity.memory.Gate;
import comity.memory.Priority;
import comity.memory.Receipt;
import comity.memory.Scope;
import comity.memory.Tokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of memory in a home, byte for byte: another version must be able to read it. */
final class FormatTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Path PROJECT = Path.of("/project");
  private static final Scope.Group OPS = new Scope.Group("ops");

  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void open() {
    home = new Home(folder.resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = FormatTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  /** The one file of that kind. */
  private Path file(String begin) throws IOException {
    try (Stream<Path> files = Files.list(home.memory())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(begin))
          .findFirst()
          .orElseThrow();
    }
  }

  private void is(String begin, String name) throws IOException {
    assertThat(Files.readString(file(begin)))
        .isEqualTo(new String(golden(name), StandardCharsets.UTF_8));
  }

  private static MemorySession session() {
    Gate.Loaded loaded = new Gate.Loaded("project.md", Priority.P1, Set.of("conventions/api.md"));
    Gate gate =
        new Gate(OPS, Optional.of("!ops:x"), Tokenizer.CL100K, 6000, 812, true, List.of(loaded));
    MemorySession begun =
        MemorySession.begun("m-1", PROJECT, NOW.minusSeconds(60))
            .of(Optional.of(new Agent("4711 815 b007", "4712 816 b007")))
            .opened(Gate.open(new Scope.Main(), Optional.empty(), Tokenizer.CL100K), NOW);
    return begun
        .flushed(NOW.plusSeconds(1))
        .opened(gate, NOW.plusSeconds(2))
        .kept("/t/a.jsonl", "turn-9");
  }

  @Test
  void aSession() throws IOException {
    MemorySessions sessions = new MemorySessions(home);
    assertThat(sessions.keep(Optional.empty(), session())).isTrue();
    is("session-", "session.jsonl");
    Files.write(file("session-"), golden("session.jsonl"));
    assertThat(sessions.find("m-1")).contains(session());
  }

  @Test
  void aReceipt() throws IOException {
    Receipt receipt =
        new Receipt(
            NOW,
            "group:ops",
            "which database?",
            "meaning",
            List.of(
                new Receipt.Item("memory/groups/ops/project.md", "P1", "1-9", 90, "a phrase", 0.5)),
            List.of(new Receipt.Left("memory/groups/ops/people.md", "budget")),
            90,
            6000,
            812);
    Receipts receipts = new Receipts(home);
    receipts.add(new Receipts.Kept("m-1", PROJECT.toString(), receipt));
    is("receipts", "receipts.jsonl");
    Files.write(file("receipts"), golden("receipts.jsonl"));
    assertThat(receipts.latest(_ -> true, 5).receipts())
        .containsExactly(new Receipts.Kept("m-1", PROJECT.toString(), receipt));
  }

  @Test
  void whatWaitsForAGroup() throws IOException {
    LocalDateTime at = LocalDateTime.parse("2026-11-30T12:00:00");
    List<Entry> entries =
        List.of(
            new Entry(
                Entry.Kind.DECISION,
                "leave Redis",
                at,
                Optional.of(new Entry.Source("s-1", "m-2"))),
            new Entry(Entry.Kind.NOTE, "the pump is new", at, Optional.empty()));
    Pending pending = new Pending(home, PROJECT, new FlushStates(home, folder, _ -> {}), _ -> {});
    assertThat(pending.add(OPS, entries, at)).isEqualTo(entries);
    is("pending-", "pending.json");
    Files.write(file("pending-"), golden("pending.json"));
    assertThat(pending.add(OPS, List.of(), at)).isEqualTo(entries);
  }
}
