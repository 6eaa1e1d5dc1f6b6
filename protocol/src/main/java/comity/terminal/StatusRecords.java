package comity.terminal;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a program reported of itself and of its parts (SES-23): a report takes the place of the one
 * with its id before.
 */
public final class StatusRecords {
  /** As many; the one longest not reported is dropped. */
  public static final int MAX = 128;

  /** The one reported last is the last. */
  private final Map<List<String>, StatusReport> records = new LinkedHashMap<>();

  /** None. */
  public StatusRecords() {}

  /** Takes a report in. */
  public void take(StatusReport report) {
    if (report.state() == StatusReport.State.CLEAR) {
      records.keySet().removeIf(id -> isBelow(id, report.id()));
      return;
    }
    records.remove(report.id());
    records.put(report.id(), report);
    if (records.size() > MAX) {
      Iterator<List<String>> oldest = records.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  private static boolean isBelow(List<String> id, List<String> top) {
    return id.size() >= top.size() && id.subList(0, top.size()).equals(top);
  }

  /** The program ended, or its shell prompts again: nothing works or waits any more. */
  public void ended() {
    records
        .values()
        .removeIf(report ->
            report.state() == StatusReport.State.WORKING
                || report.state() == StatusReport.State.BLOCKED);
  }

  /** A person looked: what is done or failed needs not be said any more. */
  public void seen() {
    records
        .values()
        .removeIf(report ->
            report.state() == StatusReport.State.DONE
                || report.state() == StatusReport.State.ERROR);
  }

  /** The terminal is as new. */
  public void reset() {
    records.clear();
  }

  /** All of them, the one reported last at the end. */
  public List<StatusReport> all() {
    return new ArrayList<>(records.values());
  }

  /**
   * The one that says most about the whole: what is blocked before what failed, works, is done or
   * idles; of several the one reported last. Empty where nothing is reported.
   */
  public Optional<StatusReport> foremost() {
    StatusReport found = null;
    for (StatusReport report : records.values()) {
      if (found == null || weight(report) >= weight(found)) {
        found = report;
      }
    }
    return Optional.ofNullable(found);
  }

  private static int weight(StatusReport report) {
    return switch (report.state()) {
      case BLOCKED -> 4;
      case ERROR -> 3;
      case WORKING -> 2;
      case DONE -> 1;
      case IDLE, CLEAR -> 0;
    };
  }
}
