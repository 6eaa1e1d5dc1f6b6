package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.NewSession;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.sessions.Activity;
import comity.sessions.CommandForm;
import comity.terminal.Parser;
import comity.terminal.Screen;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

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
    host =
        SessionHost.open(home, launcher, environment, log::add)
                instanceof SessionHost.Opening.Opened(SessionHost opened)
            ? opened
            : fail(log);
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

  private static SessionHost fail(List<String> log) {
    throw new AssertionError("it did not open: " + log);
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
