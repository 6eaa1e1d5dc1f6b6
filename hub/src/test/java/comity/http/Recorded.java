package comity.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log that tests can ask. */
final class Recorded implements HttpLog {
  final List<String> faults = new CopyOnWriteArrayList<>();
  final List<String> warnings = new CopyOnWriteArrayList<>();

  @Override
  public void fault(String id, String request, Throwable cause) {
    faults.add(id + " " + request + " " + cause);
  }

  @Override
  public void warning(String text) {
    warnings.add(text);
  }
}
