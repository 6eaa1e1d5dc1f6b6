package comity.tools;

import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.mcp.ClientCapabilities;
import comity.mcp.Implementation;
import comity.mcp.LogLevel;
import comity.mcp.Message;
import comity.mcp.RequestMeta;
import comity.mcp.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** A request under way. */
final class RunningCall implements Call {
  private final Message.Request request;
  private final Asker asker;
  private final Outlet outlet;
  private final Optional<JsonValue> progressToken;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Runnable> whenCancelled = new ArrayList<>();
  private volatile boolean cancelled;
  private volatile boolean finished;
  private volatile Map<String, JsonObject> inputs = Map.of();
  private volatile Optional<String> state = Optional.empty();
  private long furthest = Long.MIN_VALUE;

  RunningCall(Message.Request request, Asker asker, Outlet outlet) {
    this.request = request;
    this.asker = asker;
    this.outlet = outlet;
    progressToken = RequestMeta.progressToken(request.params());
  }

  Message.Request request() {
    return request;
  }

  Asker asker() {
    return asker;
  }

  Outlet outlet() {
    return outlet;
  }

  @Override
  public Revision revision() {
    return asker.revision();
  }

  @Override
  public Optional<Implementation> client() {
    return asker.client();
  }

  @Override
  public ClientCapabilities capabilities() {
    return asker.capabilities();
  }

  @Override
  public void progress(long done, long total, String message) {
    if (progressToken.isEmpty() || finished || cancelled) {
      return;
    }
    JsonObject params =
        JsonObject.empty()
            .with("progressToken", progressToken.get())
            .with("progress", JsonNumber.of(done));
    params = total > 0 ? params.with("total", total) : params;
    if (!message.isEmpty() && revision().isAtLeast(Revision.MARCH_2025)) {
      params = params.with("message", message);
    }
    lock.lock();
    try {
      if (done <= furthest) {
        return; // the protocol wants it to grow
      }
      furthest = done;
      outlet.send(new Message.Notification("notifications/progress", params));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void log(LogLevel level, JsonValue data) {
    if (finished
        || cancelled
        || asker.logLevel().filter(least -> level.compareTo(least) >= 0).isEmpty()) {
      return;
    }
    outlet.send(
        new Message.Notification(
            "notifications/message",
            JsonObject.empty().with("level", level.text()).with("data", data)));
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public void onCancel(Runnable action) {
    lock.lock();
    try {
      if (!cancelled) {
        whenCancelled.add(action);
        return;
      }
    } finally {
      lock.unlock();
    }
    Thread.ofVirtual().start(action);
  }

  /** Nobody waits for it any more. */
  void cancel() {
    List<Runnable> actions;
    lock.lock();
    try {
      cancelled = true;
      actions = List.copyOf(whenCancelled);
      whenCancelled.clear();
    } finally {
      lock.unlock();
    }
    actions.forEach(action -> Thread.ofVirtual().start(action));
  }

  /** Its answer is there: nothing may come after it. */
  void finish() {
    finished = true;
  }

  @Override
  public Map<String, JsonObject> inputs() {
    return inputs;
  }

  @Override
  public Optional<String> state() {
    return state;
  }

  /** What the next round is given. */
  void again(Map<String, JsonObject> answers, Optional<String> known) {
    inputs = Map.copyOf(answers);
    state = known;
  }
}
