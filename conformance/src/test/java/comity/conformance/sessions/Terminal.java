package comity.conformance.sessions;

import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.panes.HostClient;
import comity.terminal.Parser;
import comity.terminal.Screen;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A person's terminal that is attached to a session, and a thread that reads what it shows. */
final class Terminal implements AutoCloseable {
  private static final Size SIZE = new Size(110, 36);

  /** An agent starts on a loaded machine with two cores. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Some agents take an Enter that comes sooner for a part of what was pasted. */
  private static final Duration KEYS_APART = Duration.ofMillis(150);

  private static final Duration SHOWN = Duration.ofSeconds(10);

  private static final int TRIES = 3;

  private static final String CLEAR_LINE = "\u0015";

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  /** A piece of output, with when it came. */
  record Piece(long nanos, String bytes) {}

  private final HostClient client;
  private final Screen screen = new Screen(SIZE.columns(), SIZE.rows());
  private final Parser parser = new Parser(screen);
  private final List<Piece> pieces = new ArrayList<>();
  private boolean over;

  Terminal(HostClient client, String session) throws IOException {
    this.client = client;
    if (!(client.ask(new Ask.Attach(session, SIZE)) instanceof Reply.Done(JsonObject _))) {
      throw new IOException("it can't be attached: " + session);
    }
    Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try {
      while (true) {
        Frame frame = client.next();
        long now = System.nanoTime();
        synchronized (this) {
          if (frame.kind() == Frame.Kind.OUTPUT) {
            pieces.add(new Piece(now, new String(frame.content(), StandardCharsets.ISO_8859_1)));
            parser.take(frame.content(), 0, frame.content().length);
            notifyAll();
          }
        }
      }
    } catch (IOException ended) {
      synchronized (this) {
        over = true;
        notifyAll();
      }
    }
  }

  /** Types it, without Enter. */
  void type(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    client.send(Frame.bytes(Frame.Kind.INPUT, bytes, 0, bytes.length));
  }

  /**
   * Types a line, waits until it is shown, and presses Enter. Some agents show their prompt a
   * moment before they read what is typed: then it is typed again, as a person would.
   */
  void enter(String text) throws IOException, InterruptedException {
    type(text);
    for (int tries = 1; tries < TRIES && !within(SHOWN, shown -> shown.contains(text)); tries++) {
      type(CLEAR_LINE + text);
    }
    until("it shows " + text, shown -> shown.contains(text));
    LockSupport.parkNanos(KEYS_APART.toNanos());
    type("\r");
  }

  /** The screen once it is so. */
  synchronized String until(String what, Predicate<String> so) throws InterruptedException {
    if (!within(PATIENCE, so)) {
      throw new AssertionError(
          (over ? "it ended before: " : "it did not come: ") + what + "\n" + screen.text());
    }
    return screen.text();
  }

  /** Whether the screen becomes so. */
  synchronized boolean within(Duration patience, Predicate<String> so) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!so.test(screen.text())) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0 || over) {
        return false;
      }
      // What it is asked may depend on more than what is shown.
      wait(Math.min(left, LOOK_AGAIN.toMillis()));
    }
    return true;
  }

  /** The screen once nothing has changed for so long. */
  synchronized String settled(Duration quiet) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    int before = -1;
    while (before != pieces.size() && System.nanoTime() < end) {
      before = pieces.size();
      wait(quiet.toMillis());
    }
    return screen.text();
  }

  synchronized String text() {
    return screen.text();
  }

  synchronized List<Piece> pieces() {
    return List.copyOf(pieces);
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
