package comity.tools;

import comity.http.Answer;
import comity.http.Header;
import comity.http.Request;
import comity.http.Stream;
import comity.json.JsonNull;
import comity.mcp.Message;
import comity.mcp.RpcError;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Answers over HTTP: as one JSON object where it is there at once and alone, else as a stream. */
final class Streams {
  static final String EVENTS = "text/event-stream";

  /** Where nobody listens. */
  static final Outlet NOWHERE =
      new Outlet() {
        @Override
        public void send(Message message) {}

        @Override
        public boolean takesRequests() {
          return false;
        }
      };

  /** Requests and streams under way; each holds a connection and two threads. */
  private static final int MAX_UNDER_WAY = 128;

  /** Of one token, so that none shuts the others out. */
  private static final int MAX_PER_OWNER = 48;

  /** What takes longer is answered by a stream, which shows whether the client is still there. */
  private static final Duration AT_ONCE = Duration.ofMillis(500);

  /** Proxies give up a silent connection after half a minute or more. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  /** A comment, which clients pass over. */
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private final Shares shares = new Shares(MAX_UNDER_WAY, MAX_PER_OWNER);

  /** Runs a request; {@code after} is run once it has ended, whatever came of it. */
  Answer answer(
      Request request,
      Dialogue dialogue,
      Message.Request asked,
      Doorkeeper.Admission.Admitted who,
      Runnable after)
      throws InterruptedException {
    // The handshake is waited for, however long it takes: whether there is a session depends on it.
    boolean streams =
        request.takesStreams() && accepts(request, EVENTS) && !asked.method().equals("initialize");
    if (!streams && asked.method().equals("subscriptions/listen")) {
      after.run();
      RpcError error =
          RpcError.of(RpcError.INVALID_REQUEST, "A subscription is answered by a stream alone");
      return McpRoutes.json(406, new Message.Failure(asked.id(), error));
    }
    if (!shares.take(who.id())) {
      after.run();
      return busy(asked);
    }
    EventQueue queue = new EventQueue(streams);
    switch (dialogue.begin(asked, queue)) {
      case Dialogue.Beginning.Answered(Message.Failure failure) -> {
        shares.give(who.id());
        after.run();
        return McpRoutes.json(status(failure, false), failure);
      }
      case Dialogue.Beginning.Begun(RunningCall call) -> {
        Thread.ofVirtual()
            .start(() -> {
              Optional<Message> last = Optional.empty();
              try {
                last = dialogue.finish(call);
              } finally {
                shares.give(who.id());
                after.run();
                queue.end(last);
              }
            });
        boolean whole = !streams || accepts(request, Answer.JSON);
        return first(queue, call, streams, whole, who.valid());
      }
    }
  }

  private static Answer busy(Message.Request asked) {
    RpcError error =
        RpcError.of(RpcError.REFUSED_HERE, "There are too many requests under way; wait for some");
    return McpRoutes.json(503, new Message.Failure(asked.id(), error))
        .withHeader("Retry-After", "1");
  }

  private static Answer first(
      EventQueue queue, RunningCall call, boolean streams, boolean whole, BooleanSupplier valid)
      throws InterruptedException {
    EventQueue.Next next = queue.next(AT_ONCE);
    while (!streams && next instanceof EventQueue.Next.Quiet) {
      next = queue.next(KEEP_ALIVE);
    }
    boolean stateless = call.revision().isStateless();
    if (next instanceof EventQueue.Next.End) {
      return Answer.empty(202); // cancelled: no answer is sent
    }
    if (whole
        && next instanceof EventQueue.Next.Event(Message message)
        && (message instanceof Message.Response || message instanceof Message.Failure)) {
      return McpRoutes.json(status(message, stateless), message);
    }
    EventQueue.Next first = next;
    // Until 2025-11-25 a client that loses its connection has not cancelled its request.
    Runnable gone = stateless ? call::cancel : () -> {};
    return streaming(stream -> write(stream, queue, first, valid, gone));
  }

  /** What belongs to no request of a session, until one of the two ends it. */
  Answer standing(Session session, Doorkeeper.Admission.Admitted who, LongSupplier nanos) {
    if (!shares.take(who.id())) {
      RpcError error =
          RpcError.of(RpcError.REFUSED_HERE, "There are too many streams open; close some");
      return McpRoutes.json(503, new Message.Failure(JsonNull.NULL, error));
    }
    EventQueue queue = session.open();
    session.begin();
    return streaming(stream -> {
      try {
        write(stream, queue, new EventQueue.Next.Quiet(), who.valid(), () -> {});
      } finally {
        session.closed(queue);
        session.end(nanos.getAsLong());
        shares.give(who.id());
      }
    });
  }

  private static Answer streaming(Answer.Producer producer) {
    return new Answer.Streaming(
        200,
        List.of(new Header("Cache-Control", "no-store"), new Header("X-Accel-Buffering", "no")),
        EVENTS,
        producer);
  }

  private static void write(
      Stream stream,
      EventQueue queue,
      EventQueue.Next first,
      BooleanSupplier valid,
      Runnable whenGone)
      throws InterruptedException {
    stream.whenGone(() -> {
      queue.end(Optional.empty());
      whenGone.run();
    });
    for (EventQueue.Next next = first; ; next = queue.next(KEEP_ALIVE)) {
      switch (next) {
        case EventQueue.Next.End _ -> {
          return;
        }
        case EventQueue.Next.Quiet _ -> {
          if (!valid.getAsBoolean() || !stream.send(COMMENT)) {
            return;
          }
        }
        case EventQueue.Next.Event(Message message) -> {
          if (!stream.send(EventQueue.event(message))) {
            return;
          }
        }
      }
    }
  }

  private static int status(Message message, boolean stateless) {
    if (!(message instanceof Message.Failure failure)) {
      return 200;
    }
    return switch (failure.error().code()) {
      case RpcError.REFUSED_HERE -> stateless ? 503 : 200;
      case RpcError.METHOD_NOT_FOUND -> stateless ? 404 : 200;
      case RpcError.HEADER_MISMATCH,
          RpcError.MISSING_CLIENT_CAPABILITY,
          RpcError.UNSUPPORTED_PROTOCOL_VERSION ->
          stateless ? 400 : 200;
      default -> 200;
    };
  }

  /** Whether {@code Accept} takes this type; the route has refused those that take neither. */
  private static boolean accepts(Request request, String type) {
    List<String> accept = request.headers().all("Accept");
    if (accept.isEmpty()) {
      return type.equals(Answer.JSON);
    }
    String family = type.substring(0, type.indexOf('/')) + "/*";
    for (String line : accept) {
      for (String range : line.split(",", -1)) {
        String bare = range.split(";", -1)[0].strip().toLowerCase(Locale.ROOT);
        if (bare.equals(type) || bare.equals(family) || bare.equals("*/*")) {
          return true;
        }
      }
    }
    return false;
  }
}
