package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("MEM-6")
final class ReceiptsTest {
  @TempDir private Path folder;

  private static Receipts.Kept kept(String asked) {
    Receipt receipt =
        new Receipt(Instant.EPOCH, "main", asked, "", List.of(), List.of(), 1, 100, 1);
    return new Receipts.Kept("s", "/p", receipt);
  }

  @Test
  void halfALineSpoilsNoOther() throws IOException {
    Ground ground = Ground.make(folder);
    Receipts receipts = new Receipts(ground.home());
    receipts.add(kept("one"));
    Path file = ground.home().memory().resolve("receipts.jsonl");
    Files.writeString(file, "{\"at\":\"19", StandardOpenOption.APPEND);
    receipts.add(kept("two"));
    receipts.add(kept("three"));
    assertThat(receipts.latest(_ -> true, 10))
        .isEqualTo(new Receipts.Listed(List.of(kept("one"), kept("two"), kept("three")), 1));
    assertThat(Files.readAllLines(file)).hasSize(4);
  }
}
