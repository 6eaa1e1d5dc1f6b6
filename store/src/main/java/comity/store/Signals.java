package comity.store;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Wakes those who wait for a commit on a topic. */
final class Signals {
  private final ConcurrentHashMap<String, CompletableFuture<Boolean>> waiting =
      new ConcurrentHashMap<>();

  /** To be taken before the state is read that may make waiting needless. */
  CompletableFuture<Boolean> next(String topic) {
    return waiting.computeIfAbsent(topic, _ -> new CompletableFuture<>());
  }

  void tell(Set<String> topics) {
    for (String topic : topics) {
      CompletableFuture<Boolean> signal = waiting.remove(topic);
      if (signal != null) {
        signal.complete(true);
      }
    }
  }

  /** Whether the signal came in time. */
  static boolean await(CompletableFuture<Boolean> signal, Duration longest)
      throws InterruptedException {
    try {
      return signal.get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException never) {
      throw new IllegalStateException(never);
    }
  }
}
