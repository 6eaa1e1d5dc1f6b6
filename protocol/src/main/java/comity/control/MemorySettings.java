package comity.control;

import comity.memory.Tokenizer;
import java.time.Duration;
import java.util.List;

/**
 * How memory is given and kept (MEM-4, MEM-11, MEM-16).
 *
 * @param encoding in which budgets are counted
 * @param idle after which a memory that was used is flushed
 * @param rooms which a session or server may open that lists none of its own
 */
public record MemorySettings(Tokenizer encoding, Duration idle, List<String> rooms) {
  public MemorySettings {
    rooms = List.copyOf(rooms);
  }
}
