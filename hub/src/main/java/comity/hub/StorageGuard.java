package comity.hub;

import comity.http.Answer;
import comity.http.Handler;
import comity.http.Route;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.store.StoreException;

/**
 * Answers 503 where the disk fails: nothing was accepted, and the same request may succeed later.
 */
final class StorageGuard {
  /** Seconds: people make room, and other programs let go, in about that. */
  private static final String RETRY_AFTER = "5";

  private final HubLog log;

  StorageGuard(HubLog log) {
    this.log = log;
  }

  Route guard(Route route) {
    Handler handler = route.handler();
    return route.withHandler(request -> {
      try {
        return handler.handle(request);
      } catch (StoreException e) {
        log.warning(route.method() + " " + route.template() + ": " + e.getMessage());
        return Answer.refusal(
                Refusal.of(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "The hub's disk does not take this now; try again later"))
            .withHeader("Retry-After", RETRY_AFTER);
      }
    });
  }
}
