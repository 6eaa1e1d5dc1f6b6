package comity.conformance.sessions;

import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.panes.HostClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One who is told of each change of sessions, and a thread that notes when. */
final class StateWatch implements AutoCloseable {
  /**
   * A change.
   *
   * @param late after the evidence came to the host
   */
  record Change(String session, String activity, String evidence, Duration late) {}

  private final HostClient client;
  private final List<Change> changes = new ArrayList<>();

  StateWatch(HostClient client) throws IOException {
    this.client = client;
    if (!(client.ask(new Ask.Watch()) instanceof Reply.Done(JsonObject _))) {
      throw new IOException("the host tells nothing");
    }
    Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try {
      while (true) {
        Frame frame = client.next();
        Instant now = Instant.now();
        if (frame.kind() == Frame.Kind.EVENT) {
          JsonObject event = frame.json().orElseThrow();
          Instant since = Instant.parse(event.string("since").orElseThrow());
          add(
              new Change(
                  event.string("id").orElseThrow(),
                  event.string("activity").orElseThrow(),
                  event.string("evidence").orElseThrow(),
                  Duration.between(since, now)));
        }
      }
    } catch (IOException ended) {
      // It was closed.
    }
  }

  /** What is told again because something else of the session changed is no change. */
  private synchronized void add(Change change) {
    boolean same =
        changes.stream()
            .filter(each -> each.session().equals(change.session()))
            .reduce((_, last) -> last)
            .filter(last ->
                last.activity().equals(change.activity())
                    && last.evidence().equals(change.evidence()))
            .isPresent();
    if (!same) {
      changes.add(change);
    }
  }

  /** Those of a session, the first first. */
  synchronized List<Change> of(String session) {
    return changes.stream().filter(each -> each.session().equals(session)).toList();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
