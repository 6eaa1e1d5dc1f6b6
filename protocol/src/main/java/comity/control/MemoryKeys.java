package comity.control;

import comity.memory.Tokenizer;
import java.time.Duration;
import java.util.List;

/** The keys of {@code [memory]}. */
final class MemoryKeys {
  private static final int MAX_ID = 500;
  private static final int MAX_ROOMS = 1000;

  static final Key<Tokenizer> ENCODING =
      Key.of(
          "encoding",
          Kinds.choice(Tokenizer.values()),
          Tokenizer.DEFAULT,
          "The encoding in which tokens are counted; `o200k` takes a third of a second longer to"
              + " load.");
  static final Key<Duration> IDLE =
      Key.of(
          "idle",
          Kinds.duration(
              Duration.ofMinutes(1), Duration.ofDays(7), "a pause is shorter than a week"),
          Duration.ofMinutes(30),
          "After this time without activity a memory session is flushed, once.");
  static final Key<List<String>> ROOMS =
      Key.of(
          "rooms",
          Kinds.set(
              Kinds.line(MAX_ID, "the id of a room"), 0, MAX_ROOMS, "each is compared each time"),
          List.of(),
          "The rooms whose memory sessions and MCP servers may open that list none of their own;"
              + " `main` is main's memory.");

  static final Section<MemorySettings> MEMORY =
      new Section<>(
          "[memory]",
          "How memory is given and kept.",
          List.of(ENCODING, IDLE, ROOMS),
          _ -> {},
          v -> new MemorySettings(v.get(ENCODING), v.get(IDLE), v.get(ROOMS)));

  private MemoryKeys() {}
}
