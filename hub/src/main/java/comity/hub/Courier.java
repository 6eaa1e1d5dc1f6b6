package comity.hub;

import comity.control.OutboxSettings;
import comity.control.Peer;
import comity.control.Resolution;
import comity.control.Secret;
import comity.http.AddressRule;
import comity.http.Exchanged;
import comity.http.Header;
import comity.http.Outgoing;
import comity.http.OutgoingRequest;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.messages.AgentUri;
import comity.messages.Backoff;
import comity.messages.Envelope;
import comity.messages.SafeText;
import comity.store.Outbox;
import comity.store.OutboxEntry;
import comity.store.StoreException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Brings the outbox's messages to the hubs of their receivers (MSG-30). One thread owns what is
 * under way; each try has a virtual thread of its own.
 */
final class Courier implements AutoCloseable {
  /** Tries under way at a time: each holds a message in memory. */
  private static final int MAX_TRIES = 32;

  /** Of them to one hub: one that is slow must not hold up what goes to others. */
  private static final int MAX_TRIES_TO_ONE = 8;

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration TOTAL = Duration.ofSeconds(60);

  /** An answer to a message is a small object. */
  private static final int MAX_ANSWER = 64 << 10;

  /** The longest sleep: a clock that was set is noticed then. */
  private static final long LONGEST_SLEEP_MILLIS = 30_000;

  /** After a try whose end the disk did not take. */
  private static final long FAILED_WRITE_MILLIS = 2_000;

  /**
   * Of the messages that are being sent, together; each takes some three times that. A larger one
   * goes alone.
   */
  private static final long MAX_BYTES = 12L << 20;

  private record Try(String hub, long bytes) {}

  private sealed interface Event {
    record Changed() implements Event {}

    record Ended(long message) implements Event {}

    record Stop() implements Event {}
  }

  private final Outbox outbox;
  private final Supplier<Agents> agents;
  private final Outgoing outgoing;
  private final Clock clock;
  private final HubLog log;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /** The messages that are being sent. */
  private final Map<Long, Try> underWay = new HashMap<>();

  private final Thread thread;

  Courier(Outbox outbox, Supplier<Agents> agents, Outgoing outgoing, Clock clock, HubLog log) {
    this.outbox = outbox;
    this.agents = agents;
    this.outgoing = outgoing;
    this.clock = clock;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("courier").unstarted(this::loop);
  }

  void start() {
    thread.start();
    wake();
  }

  /** The outbox changed. */
  void wake() {
    events.add(new Event.Changed());
  }

  private void loop() {
    long sleep = 0;
    while (true) {
      try {
        Event event = events.poll(sleep, TimeUnit.MILLISECONDS);
        while (event != null) {
          switch (event) {
            case Event.Changed _ -> {}
            case Event.Ended(long message) -> underWay.remove(message);
            case Event.Stop _ -> {
              return;
            }
          }
          event = events.poll();
        }
        sleep = sendDue();
      } catch (StoreException e) {
        log.warning("outbox: " + e.getMessage());
        sleep = 1_000;
      } catch (RuntimeException bug) {
        log.fault("outbox", bug);
        sleep = 1_000;
      } catch (InterruptedException notHere) {
        log.warning("the outbox was interrupted and goes on");
      }
    }
  }

  /** Starts what is due; milliseconds until something else may be. */
  private long sendDue() {
    long now = clock.now();
    boolean more = true;
    while (more) {
      more = sendSome(now);
    }
    // What is due by now and is not under way waits for the end of something, which wakes us.
    OptionalLong next = outbox.nextDue(now);
    return next.isEmpty()
        ? LONGEST_SLEEP_MILLIS
        : Math.clamp(next.getAsLong() - clock.now(), 5, LONGEST_SLEEP_MILLIS);
  }

  /** Whether more may be due, to others than those that have all the tries they may. */
  private boolean sendSome(long now) {
    Map<String, Long> tries =
        underWay.values().stream().collect(Collectors.groupingBy(Try::hub, Collectors.counting()));
    long bytes = underWay.values().stream().mapToLong(Try::bytes).sum();
    List<String> busy =
        tries.entrySet().stream()
            .filter(hub -> hub.getValue() >= MAX_TRIES_TO_ONE)
            .map(Map.Entry::getKey)
            .toList();
    boolean more = false;
    for (OutboxEntry entry : outbox.due(now, busy, MAX_TRIES + underWay.size())) {
      String hub = entry.target().authority();
      if (underWay.size() >= MAX_TRIES) {
        return false;
      }
      if (underWay.containsKey(entry.message())) {
        continue;
      }
      if (tries.getOrDefault(hub, 0L) >= MAX_TRIES_TO_ONE) {
        more = true;
        continue;
      }
      if (bytes > 0 && bytes + entry.bytes() > MAX_BYTES) {
        continue;
      }
      bytes += entry.bytes();
      tries.merge(hub, 1L, Long::sum);
      underWay.put(entry.message(), new Try(hub, entry.bytes()));
      var _ = Thread.ofVirtual().name("send-" + entry.message()).start(() -> carry(entry));
    }
    return more;
  }

  private void carry(OutboxEntry entry) {
    boolean written = true;
    try {
      attempt(entry);
    } catch (StoreException e) {
      log.warning("outbox, message " + entry.messageId() + ": " + e.getMessage());
      written = false;
    } catch (RuntimeException bug) {
      log.fault("sending message " + entry.messageId(), bug);
      written = giveUp(entry);
    } finally {
      Event ended = new Event.Ended(entry.message());
      if (written) {
        events.add(ended);
      } else {
        // It is done again, since nothing of it was written down; on a full disk not at once.
        CompletableFuture.delayedExecutor(FAILED_WRITE_MILLIS, TimeUnit.MILLISECONDS)
            .execute(() -> events.add(ended));
      }
    }
  }

  private boolean giveUp(OutboxEntry entry) {
    try {
      outbox.dead(entry, "a fault of this hub", clock.now());
      return true;
    } catch (StoreException e) {
      log.warning("outbox, message " + entry.messageId() + ": " + e.getMessage());
      return false;
    }
  }

  private void attempt(OutboxEntry entry) {
    Optional<Envelope> message = outbox.message(entry);
    if (message.isPresent()) {
      attempt(entry, message.get());
    }
  }

  private void attempt(OutboxEntry entry, Envelope envelope) {
    Resolution where = Resolution.of(entry.target(), agents.get().peers());
    // The one that opens the conversation opens it in each try, although the other hub's id may be
    // known by then: with an id it would be another message of the same message_id (MSG-3).
    Optional<String> conversation =
        envelope.conversationId().isEmpty()
            ? Optional.empty()
            : entry.conversation().idFor(entry.target());
    JsonObject json = envelope.json().without("conversation_id");
    byte[] body =
        Json.write(
            conversation.isPresent() ? json.with("conversation_id", conversation.get()) : json);
    Exchanged answer =
        outgoing.exchange(
            new OutgoingRequest(
                "POST",
                URI.create(where.url() + "/mamp/v1/messages"),
                headers(where.peer()),
                body,
                MAX_ANSWER,
                CONNECT,
                TOTAL),
            rule(where));
    switch (answer) {
      case Exchanged.Answered(int status, var headers, byte[] bytes) -> {
        if (status >= 200 && status < 300) {
          delivered(entry, bytes);
        } else if (Backoff.isFinal(status)) {
          outbox.dead(entry, refused(status, bytes, where), clock.now());
        } else {
          Optional<Long> asked =
              headers.first("Retry-After").flatMap(text -> Backoff.asked(text, clock.now()));
          later(entry, error(status, bytes), asked);
        }
      }
      case Exchanged.Refused(String reason) ->
          outbox.dead(entry, reason + hint(entry.target(), where), clock.now());
      case Exchanged.Failed(String reason, _) -> later(entry, reason, Optional.empty());
    }
  }

  /** Whether our key is the reason is not to be seen in what the other hub says. */
  private static String refused(int status, byte[] bytes, Resolution where) {
    String reason = "the receiver's hub refused it: " + error(status, bytes);
    if (status != 401) {
      return reason;
    }
    return where.peer().flatMap(Peer::key).isPresent()
        ? reason + "; it does not take the key of " + where.rule()
        : reason + "; no peer entry here has a key for it";
  }

  /** What to do where a host may not be called. */
  private static String hint(AgentUri target, Resolution where) {
    return where.peer().isPresent()
        ? ""
        : ": comity peer add 'agent://" + target.authority() + "/*' " + where.url();
  }

  static List<Header> headers(Optional<Peer> peer) {
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("Content-Type", "application/json"));
    peer.flatMap(Peer::key)
        .map(Secret::value)
        .ifPresent(key -> headers.add(new Header("Authorization", "Bearer " + key)));
    return headers;
  }

  /** A peer entry is what allows a host that is not public (MSG-26). */
  static AddressRule rule(Resolution where) {
    boolean allowed = where.peer().map(Peer::allowPrivate).orElse(false);
    String host = URI.create(where.url()).getHost();
    return allowed && host != null ? AddressRule.allowing(host) : AddressRule.PUBLIC_ONLY;
  }

  private void delivered(OutboxEntry entry, byte[] bytes) {
    Optional<String> id =
        Json.read(bytes) instanceof JsonReading.Read(JsonObject answer)
            ? answer.string("conversation_id").filter(Envelope::isId)
            : Optional.empty();
    if (id.isEmpty()) {
      later(entry, "the receiver's hub answered without a right conversation_id", Optional.empty());
    } else if (!outbox.delivered(entry, id.get(), clock.now())) {
      outbox.dead(
          entry, "the receiver's hub answered with the id of another conversation", clock.now());
    }
  }

  private void later(OutboxEntry entry, String reason, Optional<Long> retryAfter) {
    OutboxSettings settings = agents.get().configuration().outbox();
    Backoff backoff =
        new Backoff(settings.firstRetry(), settings.longestRetry(), settings.giveUpAfter());
    long now = clock.now();
    int attempt = entry.attempts() + 1;
    boolean spent = settings.attempts().isPresent() && attempt >= settings.attempts().getAsLong();
    Optional<Long> wait =
        spent
            ? Optional.empty()
            : backoff.wait(
                attempt, Math.max(0, now - entry.firstAt()), clock.fraction(), retryAfter);
    if (wait.isPresent()) {
      outbox.later(entry, now, now + wait.get(), reason);
    } else {
      outbox.dead(entry, reason + "; given up after " + attempt + " tries", now);
    }
  }

  static String error(int status, byte[] bytes) {
    String what =
        Json.read(bytes) instanceof JsonReading.Read(JsonObject object)
            ? object.string("error").orElse("") + ": " + object.string("message").orElse("")
            : "";
    return (status + " " + SafeText.line(what)).strip();
  }

  /** Starts no more tries; one under way may still be written down. */
  @Override
  public void close() {
    events.add(new Event.Stop());
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where a message to this agent would be sent. */
  Resolution resolve(AgentUri uri) {
    return Resolution.of(uri, agents.get().peers());
  }
}
