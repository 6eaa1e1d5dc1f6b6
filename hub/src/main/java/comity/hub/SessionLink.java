package comity.hub;

import comity.control.SessionSettings;
import comity.files.FileException;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.http.AddressRule;
import comity.http.Exchanged;
import comity.http.Header;
import comity.http.Outgoing;
import comity.http.OutgoingRequest;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.panes.HostClient;
import comity.panes.Shown;
import comity.panes.SilentHostException;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.Attentions;
import comity.sessions.Session;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Follows the host of sessions, which runs before, beside and after the hub (SES-28): tells what
 * its sessions are at, and the webhook of those that need somebody (SES-15). The hub owns none of
 * them.
 */
final class SessionLink implements AutoCloseable {
  /** Until a host is looked for again. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** A webhook that takes longer is given up. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int MAX_ANSWER = 64 << 10;

  private final Home home;
  private final Clock clock;
  private final Supplier<SessionSettings> settings;
  private final Outgoing outgoing;
  private final HubLog log;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private final ScheduledExecutorService attending =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("attending").factory());

  /** Of the thread that attends. */
  private final Attentions attentions = new Attentions(this::later);

  /** Of the thread that follows: whether it was told that the host does not answer. */
  private boolean isSilent;

  private volatile Optional<HostClient> client = Optional.empty();

  SessionLink(
      Home home, Clock clock, Supplier<SessionSettings> settings, Outgoing outgoing, HubLog log) {
    this.home = home;
    this.clock = clock;
    this.settings = settings;
    this.outgoing = outgoing;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("session-link").unstarted(this::loop);
  }

  void start() {
    thread.start();
  }

  private void loop() {
    try {
      do {
        try {
          Optional<HostClient> found = HostClient.connect(home);
          client = found;
          if (found.isPresent()) {
            try (HostClient host = found.get()) {
              follow(host);
            }
          }
        } catch (SilentHostException silent) {
          tellOnce(silent);
        } catch (IOException gone) {
          // It has ended, or speaks another version; it is looked for again.
        } catch (FileException e) {
          log.warning("the host of sessions can't be followed: " + e.getMessage());
        } catch (RuntimeException e) {
          log.fault("session-link", e);
        }
        client = Optional.empty();
      } while (!closed.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Each look would find the same, until it answers again. */
  private void tellOnce(SilentHostException silent) {
    if (!isSilent) {
      log.warning("the host of sessions can't be followed: " + silent.getMessage());
    }
    isSilent = true;
  }

  private void follow(HostClient host) throws IOException {
    if (!(host.ask(new Ask.Watch()) instanceof Reply.Done(JsonObject all))) {
      return;
    }
    isSilent = false;
    objects(all).forEach(this::changed);
    while (true) {
      Frame frame = host.next();
      if (frame.kind() == Frame.Kind.EVENT) {
        frame.json().ifPresent(this::changed);
      }
    }
  }

  /**
   * What sessions are at, as {@code comity session list --json} has it.
   *
   * @param all also those that were closed
   * @throws SilentHostException where nobody can say, since the host does not answer
   */
  JsonObject sessions(boolean all) throws SilentHostException {
    List<JsonObject> shown = now().stream().filter(each -> all || !Shown.isClosed(each)).toList();
    return JsonObject.empty().with("sessions", JsonArray.of(shown));
  }

  private List<JsonObject> now() throws SilentHostException {
    try {
      Optional<HostClient> host = HostClient.connect(home);
      if (host.isPresent()) {
        try (HostClient asked = host.get()) {
          if (asked.ask(new Ask.Sessions()) instanceof Reply.Done(JsonObject all)) {
            return objects(all);
          }
        }
      }
    } catch (SilentHostException silent) {
      throw silent;
    } catch (IOException gone) {
      // What is kept is told.
    }
    return Shown.withoutHost(home, new SessionFiles(home).all().sessions());
  }

  private static List<JsonObject> objects(JsonObject all) {
    List<JsonObject> objects = new ArrayList<>();
    if (all.get("sessions") instanceof JsonArray array) {
      for (JsonValue each : array.elements()) {
        if (each instanceof JsonObject object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }

  private void changed(JsonObject session) {
    if (!attending.isShutdown()) {
      attending.execute(() -> attend(session));
    }
  }

  private void attend(JsonObject session) {
    SessionSettings now = settings.get();
    Optional<Activity.Reading> reading = reading(session);
    Optional<String> id = session.string("id");
    if (reading.isEmpty() || id.isEmpty()) {
      return;
    }
    if (reading.get().state() == Activity.State.EXITED) {
      attentions.gone(id.get());
      return;
    }
    boolean lookedAt =
        session.get("viewers") instanceof JsonNumber viewers && viewers.asLong().orElse(0) > 0;
    attentions.changed(
        id.get(), reading.get(), lookedAt, now, clock.source().instant(), _ -> tell(session));
  }

  private void later(Instant when, Consumer<Instant> then) {
    long millis = Duration.between(clock.source().instant(), when).plusMillis(1).toMillis();
    var _ =
        attending.schedule(
            () -> then.accept(clock.source().instant()), millis, TimeUnit.MILLISECONDS);
  }

  private void tell(JsonObject session) {
    settings
        .get()
        .webhook()
        .ifPresent(url -> Thread.ofVirtual().name("webhook").start(() -> send(url, session)));
  }

  private static Optional<Activity.Reading> reading(JsonObject session) {
    String activity = session.string("activity").orElse("");
    for (Activity.State state : EnumSet.allOf(Activity.State.class)) {
      if (Session.word(state).equals(activity)) {
        return Optional.of(
            new Activity.Reading(
                state,
                new Activity.Evidence(
                    session.string("evidence").orElse(""),
                    Instant.parse(session.string("since").orElse("1970-01-01T00:00:00Z")))));
      }
    }
    return Optional.empty();
  }

  private void send(String url, JsonObject session) {
    URI to = URI.create(url);
    Exchanged exchanged =
        outgoing.exchange(
            new OutgoingRequest(
                "POST",
                to,
                List.of(new Header("Content-Type", "application/json")),
                Json.write(session),
                MAX_ANSWER,
                PATIENCE,
                PATIENCE),
            // The owner named it, wherever it is.
            AddressRule.allowing(to.getHost()));
    boolean taken =
        exchanged instanceof Exchanged.Answered(int status, var _, byte[] _)
            && status >= 200
            && status < 300;
    if (!taken) {
      log.warning("the webhook of sessions was not told: " + exchanged);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    attending.shutdownNow();
    try {
      if (client.isPresent()) {
        client.get().close();
      }
    } catch (IOException e) {
      // It is closed.
    }
  }
}
