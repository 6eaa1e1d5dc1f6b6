package comity.tools;

import java.util.HashMap;
import java.util.Map;

/** Counts what is under way, so that neither all together nor one of many takes too much. */
final class Shares {
  private final int most;
  private final int mostPerOwner;
  private final Map<String, Integer> taken = new HashMap<>();
  private int all;

  Shares(int most, int mostPerOwner) {
    this.most = most;
    this.mostPerOwner = mostPerOwner;
  }

  /** Takes one; false where there is none left for this owner. */
  synchronized boolean take(String owner) {
    int theirs = taken.getOrDefault(owner, 0);
    if (all >= most || theirs >= mostPerOwner) {
      return false;
    }
    all++;
    taken.put(owner, theirs + 1);
    return true;
  }

  /** Gives one back that was taken. */
  synchronized void give(String owner) {
    all--;
    taken.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
  }
}
