package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.NewSession;
import comity.frames.Reply;
import comity.host.ProcessChain;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.sessionfiles.CaptureInbox;
import comity.sessions.Activity;
import comity.sessions.CommandForm;
import comity.sessions.HookEvent;
import comity.sessions.HookReport;
import comity.sessions.Session;
import comity.terminal.Parser;
import comity.terminal.Screen;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A host of a home of its own, on a thread of this process. */
final class HostRun implements AutoCloseable {
  private final Home home;
  private final SessionHost host;
  private final Thread thread;
  private final List<String> log = new CopyOnWriteArrayList<>();

  HostRun(Path folder) {
    this(folder, "/bin/false");
  }

  HostRun(Path folder, String launcher) {
    this(folder, launcher, Map.of());
  }

  HostRun(Path folder, String launcher, Map<String, String> environment) {
    home = opened(folder);
    SessionHost.Opening opening = SessionHost.open(home, launcher, environment, log::add);
    assertThat(opening).as("%s", log).isInstanceOf(SessionHost.Opening.Opened.class);
    host = ((SessionHost.Opening.Opened) opening).host();
    thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                host.run();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
  }

  static Home opened(Path folder) {
    return new Home(folder).open() instanceof Home.Opening.Opened(Home opened)
        ? opened
        : new Home(folder);
  }

  Home home() {
    return home;
  }

  List<String> log() {
    return log;
  }

  /** Waits until it has ended by itself. */
  void awaitEnd() throws InterruptedException {
    thread.join();
  }

  HostClient client() throws IOException {
    return HostClient.connect(home).orElseThrow();
  }

  static NewSession wanted(Path folder, Optional<String> name, String... words) {
    return new NewSession(
        name,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        folder.toString(),
        CommandForm.of(List.of(words)),
        Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString()),
        new Size(80, 24));
  }

  /** One that is about to begin, of which nothing else is known. */
  static Session pending(String id, String provider, Path folder, String... words) {
    return new Session(
        id,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        provider,
        folder.toString(),
        CommandForm.of(List.of(words)),
        Optional.empty(),
        Session.State.PENDING,
        Optional.empty(),
        Instant.now(),
        Optional.empty(),
        Optional.empty());
  }

  /** Asks, and expects it to be done. */
  JsonObject done(Ask ask) throws IOException {
    try (HostClient client = client()) {
      return done(client.ask(ask));
    }
  }

  static JsonObject done(Reply reply) {
    assertThat(reply).isInstanceOf(Reply.Done.class);
    return ((Reply.Done) reply).result();
  }

  Reply.Refused refused(Ask ask) throws IOException {
    try (HostClient client = client()) {
      Reply reply = client.ask(ask);
      assertThat(reply).isInstanceOf(Reply.Refused.class);
      return (Reply.Refused) reply;
    }
  }

  /** Begins a session, whose id is given. */
  String begin(Path folder, String... words) throws IOException {
    return done(new Ask.Begin(wanted(folder, Optional.empty(), words))).string("id").orElseThrow();
  }

  JsonObject await(String id, Activity.State first, Activity.State... more) throws IOException {
    Set<Activity.State> until = EnumSet.of(first, more);
    return done(new Ask.Await(id, until));
  }

  /** As it is shown once it is so. */
  JsonObject awaitShown(String id, Predicate<JsonObject> wanted) throws IOException {
    try (HostClient client = client()) {
      JsonObject all = done(client.ask(new Ask.Watch()));
      if (all.get("sessions") instanceof JsonArray now) {
        for (JsonValue each : now.elements()) {
          if (each instanceof JsonObject shown && isOf(shown, id) && wanted.test(shown)) {
            return shown;
          }
        }
      }
      while (true) {
        JsonObject event = client.next().json().orElseThrow();
        if (isOf(event, id) && wanted.test(event)) {
          return event;
        }
      }
    }
  }

  private static boolean isOf(JsonObject shown, String id) {
    return shown.string("id").equals(Optional.of(id));
  }

  /** The process that a session's program is. */
  long pid(String id) throws IOException {
    return done(new Ask.Show(id)).get("pid") instanceof JsonNumber pid
        ? pid.asLong().orElseThrow()
        : 0;
  }

  /** A hook of a session's own agent tells something. */
  void report(String id, HookEvent event, String nativeId) throws IOException {
    String provider = done(new Ask.Show(id)).string("provider").orElseThrow();
    report(home, id, provider, event, nativeId, ProcessChain.from(pid(id)));
  }

  /** A hook tells something that is called below these processes. */
  static void report(
      Home home, String id, String provider, HookEvent event, String nativeId, ProcessChain by) {
    HookReport report =
        new HookReport(
            id,
            provider,
            event,
            nativeId,
            Optional.empty(),
            Instant.now().truncatedTo(ChronoUnit.MILLIS),
            by.boot(),
            by.processes());
    if (CaptureInbox.open(home.root().toFile())
        instanceof CaptureInbox.Opening.Opened(CaptureInbox inbox)) {
      inbox.put(report, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()), System.nanoTime());
    } else {
      throw new AssertionError("the inbox did not open");
    }
  }

  /** The text of its screen once it has this in it. */
  String awaitScreen(String id, String text) throws IOException {
    try (Viewer viewer = new Viewer(this, id, new Size(80, 24))) {
      return viewer.until(text);
    }
  }

  @Override
  public void close() throws IOException {
    host.end();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** One who views a session, with a terminal of the same kind. */
  static final class Viewer implements AutoCloseable {
    private final HostClient client;
    private final Screen screen;
    private final Parser parser;
    private final List<JsonObject> events = new ArrayList<>();
    private final StringBuilder raw = new StringBuilder();

    Viewer(HostRun host, String id, Size size) throws IOException {
      client = host.client();
      screen = new Screen(size.columns(), size.rows());
      parser = new Parser(screen);
      JsonObject _ = done(client.ask(new Ask.Attach(id, size)));
    }

    void type(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      client.send(Frame.bytes(Frame.Kind.INPUT, bytes, 0, bytes.length));
    }

    void resize(Size size) throws IOException {
      screen.resize(size.columns(), size.rows());
      client.send(Frame.size(size));
    }

    /** The screen's text once it has this in it. */
    String until(String text) throws IOException {
      while (!screen.text().contains(text)) {
        next();
      }
      return screen.text();
    }

    /** Waits until this was sent for its terminal. */
    void untilRaw(String text) throws IOException {
      while (raw.indexOf(text) < 0) {
        next();
      }
    }

    /** The next event. */
    JsonObject event() throws IOException {
      while (events.isEmpty()) {
        next();
      }
      return events.removeFirst();
    }

    /** Those that came and were not taken. */
    List<JsonObject> events() {
      return List.copyOf(events);
    }

    Screen screen() {
      return screen;
    }

    /** All that was sent for its terminal. */
    String raw() {
      return raw.toString();
    }

    /** Takes the next of what comes. */
    void next() throws IOException {
      Frame frame = client.next();
      if (frame.kind() == Frame.Kind.OUTPUT) {
        raw.append(new String(frame.content(), StandardCharsets.ISO_8859_1));
        parser.take(frame.content(), 0, frame.content().length);
      } else if (frame.kind() == Frame.Kind.EVENT) {
        events.add(frame.json().orElseThrow());
      }
    }

    /** Leaves, and takes what resets its terminal. */
    void leave() throws IOException {
      client.send(Frame.json(Frame.Kind.ASK, new Ask.Detach().toJson()));
      while (true) {
        Frame frame = client.next();
        if (frame.kind() == Frame.Kind.OUTPUT) {
          parser.take(frame.content(), 0, frame.content().length);
        } else if (frame.kind() == Frame.Kind.REPLY) {
          return;
        }
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
    }
  }
}
