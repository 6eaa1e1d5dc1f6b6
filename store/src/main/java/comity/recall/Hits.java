package comity.recall;

import comity.memory.Gate;
import comity.memory.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a search the budget holds: the best hits, until the next would be too many tokens
 * (MEM-11).
 */
record Hits(Gate gate, Finder.Found found, int leftOut, Receipt receipt) {
  static Hits within(Finder.Found all, Gate gate, String query, Instant now) {
    List<Finder.Hit> taken = new ArrayList<>();
    List<Receipt.Item> items = new ArrayList<>();
    List<Receipt.Left> left = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int tokens = 0;
    for (Finder.Hit hit : all.hits()) {
      int more = gate.tokenizer().count(text + written(hit));
      if (more > gate.left()) {
        left.add(new Receipt.Left(hit.file() + ":" + hit.line(), "budget"));
        continue;
      }
      items.add(
          new Receipt.Item(
              hit.file(), "-", String.valueOf(hit.line()), more - tokens, "found", hit.score()));
      taken.add(hit);
      text.append(written(hit));
      tokens = more;
    }
    Gate next = gate.withSpent(tokens);
    Receipt receipt =
        new Receipt(
            now,
            gate.scope().word(),
            query,
            all.mode(),
            items,
            left,
            tokens,
            gate.budget(),
            next.spent());
    return new Hits(next, new Finder.Found(taken, all.mode()), left.size(), receipt);
  }

  /** As every door writes it at most. */
  private static String written(Finder.Hit hit) {
    return hit.file() + ":" + hit.line() + "  " + hit.text() + "\n";
  }
}
