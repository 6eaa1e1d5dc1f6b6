package comity.tools;

import comity.json.JsonObject;
import comity.mcp.Message;
import comity.mcp.RequestMeta;
import comity.mcp.RpcError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** The {@code subscriptions/listen} requests of one client: each lasts until someone ends it. */
final class Listening {
  private final Offer offer;
  private final Set<CountDownLatch> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Listening(Offer offer) {
    this.offer = offer;
  }

  /** Sends changes until the request is cancelled or the server ends; then what it comes to. */
  Given<JsonObject> listen(RunningCall call, Set<Ability> abilities) throws InterruptedException {
    if (!abilities.contains(Ability.CHANGES)) {
      return new Given.Refused<>(RpcError.noMethod(call.request().method()));
    }
    if (!(call.request().params().get("notifications") instanceof JsonObject filter)) {
      return new Given.Refused<>(RpcError.invalidParams("notifications must be an object"));
    }
    Subscription wanted = Subscription.read(filter, abilities);
    JsonObject meta = JsonObject.empty().with(RequestMeta.SUBSCRIPTION, call.request().id());
    call.outlet()
        .send(
            new Message.Notification(
                "notifications/subscriptions/acknowledged",
                JsonObject.empty().with("notifications", wanted.toJson()).with("_meta", meta)));
    CountDownLatch ended = new CountDownLatch(1);
    open.add(ended);
    call.onCancel(ended::countDown);
    try (var _ =
        offer.watch(change -> {
          if (wanted.covers(change)) {
            call.outlet().send(change.notification(meta));
          }
        })) {
      if (!closed) {
        ended.await();
      }
    } finally {
      open.remove(ended);
    }
    return new Given.Done<>(JsonObject.empty().with("_meta", meta));
  }

  /** Ends all of them, and those that come later at once. */
  void close() {
    closed = true;
    open.forEach(CountDownLatch::countDown);
  }
}
