package comity.tools;

import comity.json.JsonNumber;
import comity.json.JsonValue;
import comity.mcp.InputRequest;
import comity.mcp.Message;
import comity.mcp.RpcError;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Requests of ours to a client of a revision with sessions, and its answers. */
final class Asking {
  /** A person may have to answer; one who has not by then has left. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private final ConcurrentMap<JsonValue, CompletableFuture<Message>> asked =
      new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();
  private volatile boolean closed;

  /** The client's answer: a response or a failure. Blocks until it is there. */
  Message ask(InputRequest request, RunningCall call) throws InterruptedException {
    JsonNumber id = JsonNumber.of(last.incrementAndGet());
    if (!call.outlet().takesRequests()) {
      return failure(id, "its request was not made so that it could be asked");
    }
    CompletableFuture<Message> answer = new CompletableFuture<>();
    asked.put(id, answer);
    call.onCancel(() -> answer.complete(failure(id, "the request was cancelled")));
    try {
      if (closed) {
        return failure(id, "the connection has ended");
      }
      call.outlet().send(new Message.Request(id, request.method(), request.params()));
      return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      return failure(id, "there was no answer in " + PATIENCE.toMinutes() + " minutes");
    } catch (ExecutionException never) {
      throw new IllegalStateException(never);
    } finally {
      asked.remove(id);
    }
  }

  /** An answer of the client; one that nobody waits for is dropped. */
  void onAnswer(JsonValue id, Message answer) {
    CompletableFuture<Message> waiting = asked.get(id);
    if (waiting != null) {
      waiting.complete(answer);
    }
  }

  /** The client is gone: nobody will answer. */
  void close() {
    closed = true;
    asked.forEach((id, waiting) -> waiting.complete(failure(id, "the connection has ended")));
  }

  private static Message failure(JsonValue id, String why) {
    return new Message.Failure(id, RpcError.of(RpcError.REFUSED_HERE, why));
  }
}
