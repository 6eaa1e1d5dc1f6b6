package comity.cli;

import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.messages.SafeText;
import comity.panes.HostClient;
import comity.pty.Tty;
import comity.sessions.Provider;
import comity.sessions.SessionEnvironment;
import comity.terminal.DetachKeys;
import comity.terminal.PlainText;
import comity.terminal.Screen;
import comity.terminal.Size;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Shows a session in this terminal until it ends or the person leaves it. */
final class Viewing {
  /** How often the terminal is asked how large it is. */
  private static final int SIZE_MILLIS = 100;

  /** The rest of a key comes by then; the key ESC alone should not be felt to wait. */
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long REST_OF_ESC_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  /** A paste comes without a pause, but where the connection to the terminal stutters. */
  private static final long PASTE_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * In bytes; what is typed while the host has not taken so much is dropped, as the host does where
   * the program does not read.
   */
  static final long MOST_UNSENT = 4 << 20;

  /** The host parts from a viewer within milliseconds, where it is not stopped. */
  private static final int LONGEST_LEAVING_MILLIS = 500;

  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A terminal that takes nothing keeps who ends this no longer. */
  private static final int LONGEST_PARTING_MILLIS = 1000;

  /** The terminal keeps its title, and has it again: a session sets its own. */
  private static final String KEEP_TITLE = "\u001b[22;2t";

  private static final String TITLE_AGAIN = "\u001b[23;2t";

  private final HostClient host;
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final DetachKeys keys;
  private final CountDownLatch over = new CountDownLatch(1);

  /** Of what is written to the terminal: nothing after what gives it back. */
  private final ReentrantLock writing = new ReentrantLock();

  private boolean given;
  private volatile boolean left;

  private Viewing(HostClient host, DetachKeys keys) {
    this.host = host;
    this.keys = keys;
  }

  /** How viewing ended. */
  private sealed interface End {
    /**
     * By the key.
     *
     * @param answered whether the host took note of it
     */
    record Left(boolean answered) implements End {}

    record Exited(int code, boolean closed) implements End {}

    record Lost(String why) implements End {}
  }

  /** Views it. */
  static Outcome view(Context context, HostClient host, String session, char key)
      throws IOException {
    Optional<Size> size = Tty.size(0);
    if (size.isEmpty() || Tty.size(1).isEmpty()) {
      return Outcome.Failure.usage(
          "a session is shown in a terminal, and this is none",
          "see what is on its screen with: comity session screen " + session);
    }
    Reply found = host.ask(new Ask.Show(session));
    if (!(found instanceof Reply.Done(JsonObject meant))) {
      return SessionHosts.outcome(found, _ -> new Outcome.Streamed(JsonObject.empty()));
    }
    String id = meant.string("id").orElse(session);
    if (id.equals(context.environment(SessionEnvironment.SESSION))) {
      return Outcome.Failure.of(
          ExitCode.REFUSED,
          "",
          "this is in session " + id + " itself",
          "attach from another window");
    }
    Reply reply = host.ask(new Ask.Attach(id, size.get()));
    if (!(reply instanceof Reply.Done(JsonObject _))) {
      return SessionHosts.outcome(reply, _ -> new Outcome.Streamed(JsonObject.empty()));
    }
    End end;
    Viewing viewing = new Viewing(host, new DetachKeys(key));
    try (Tty tty = Tty.raw().orElseThrow()) {
      Runnable restored = tty::close;
      // Whatever ends this, the terminal must not stay as it is now.
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                viewing.giveBackSoon();
                restored.run();
              }));
      end = viewing.show(size.get());
    }
    String again = context.surroundings().name() + " attach " + id;
    return switch (end) {
      case End.Left(boolean answered) ->
          new Outcome.Deed(
              JsonObject.empty().with("id", id).with("left", true),
              List.of(
                  "left session %s, %s; come back with: %s"
                      .formatted(
                          id, answered ? "which goes on" : "whose host does not answer", again)));
      case End.Exited(int code, boolean closed) -> exited(context, meant, code, closed);
      case End.Lost(String why) -> Outcome.Failure.of(ExitCode.UNREACHABLE, "", why, "");
    };
  }

  /** The number of an object. */
  private static int exitCode(JsonObject object) {
    return object.get("code") instanceof JsonNumber code ? (int) code.asLong().orElse(0) : 0;
  }

  /** What is told of a session whose program has ended. */
  static Outcome exited(Context context, JsonObject shown, int code, boolean closed) {
    String name = context.surroundings().name();
    String id = shown.string("id").orElse("");
    // In brackets, since what the program printed stands right above.
    String how =
        closed
            ? "session %s was closed".formatted(id)
            : "session %s ended with exit code %d".formatted(id, code);
    String next =
        closed
            ? ""
            : shown.string("provider").filter(Provider.CUSTOM::equals).isPresent()
                // There is no conversation to go on with.
                ? "; close it: %s session stop %s".formatted(name, id)
                : "; go on with it: %s session resume %s".formatted(name, id);
    return new Outcome.Deed(
        JsonObject.empty().with("id", id).with("exit_code", code),
        List.of("[%s; what it printed: %s session logs %s%s]".formatted(how, name, id, next)));
  }

  /** Views a session that has just begun; where it has ended, what it printed is shown. */
  static Outcome begun(Context context, HostClient host, String id, char key) throws IOException {
    Optional<Outcome> before = ended(context, host, id);
    if (before.isPresent()) {
      return before.get();
    }
    Outcome viewed = view(context, host, id, key);
    // It may have ended between the two questions.
    return viewed instanceof Outcome.Failure failure && failure.code() == ExitCode.REFUSED
        ? ended(context, host, id).orElse(viewed)
        : viewed;
  }

  /** Of a program that ended before it could be viewed: what it printed, and how it ended. */
  private static Optional<Outcome> ended(Context context, HostClient host, String id)
      throws IOException {
    if (!(host.ask(new Ask.Show(id)) instanceof Reply.Done(JsonObject shown)
        && shown.get("exit_code") instanceof JsonNumber code)) {
      return Optional.empty();
    }
    if (host.ask(new Ask.Logs(id, 0)) instanceof Reply.Done(JsonObject logs)) {
      byte[] last = Base64.getDecoder().decode(logs.string("base64").orElse(""));
      PlainText.of(last)
          .lines()
          .forEach(line -> context.surroundings().out().println(SafeText.shown(line)));
    }
    return Optional.of(exited(context, shown, (int) code.asLong().orElse(0), false));
  }

  private End show(Size first) throws IOException {
    // What is on the terminal goes up into its own scroll-back.
    write((KEEP_TITLE + "\n".repeat(first.rows())).getBytes(StandardCharsets.US_ASCII));
    Thread.ofPlatform().daemon().name("keys").start(this::type);
    Thread.ofPlatform().daemon().name("size").start(() -> followSize(first));
    boolean undone = false;
    try {
      while (true) {
        Frame frame = host.next();
        switch (frame.kind()) {
          case OUTPUT -> write(frame.content());
          case REPLY -> {
            // The one to having left; the terminal was reset before.
            undone = true;
            return new End.Left(true);
          }
          case EVENT -> {
            Optional<JsonObject> event = frame.json();
            if (event.flatMap(json -> json.string("event")).filter("exited"::equals).isPresent()) {
              undone = true;
              return new End.Exited(
                  exitCode(event.get()),
                  event.get().string("state").filter("closed"::equals).isPresent());
            }
          }
          case HELLO, ASK, INPUT, SIZE -> {
            // Not for viewers.
          }
        }
      }
    } catch (IOException lost) {
      return left ? new End.Left(false) : new End.Lost(Failures.text(lost));
    } finally {
      over.countDown();
      giveBack(undone);
    }
  }

  private void write(byte[] bytes) throws IOException {
    writing.lock();
    try {
      if (!given) {
        out.write(bytes);
      }
    } finally {
      writing.unlock();
    }
  }

  /**
   * Gives the terminal back.
   *
   * @param undone whether the host has sent what resets it
   */
  private void giveBack(boolean undone) throws IOException {
    if (!undone) {
      write(Screen.reset());
      write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    writing.lock();
    try {
      write(TITLE_AGAIN.getBytes(StandardCharsets.US_ASCII));
      given = true;
    } finally {
      writing.unlock();
    }
  }

  /** Where this is ended by a signal. */
  private void giveBackSoon() {
    try {
      if (writing.tryLock(LONGEST_PARTING_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          giveBack(false);
        } finally {
          writing.unlock();
        }
      }
    } catch (IOException | InterruptedException gone) {
      // So is the terminal.
    }
  }

  /** Hands on every key but the one that leaves. */
  private void type() {
    byte[] buffer = new byte[16 << 10];
    // It is not closed: the terminal is set back through it.
    FileInputStream in = new FileInputStream(FileDescriptor.in);
    try {
      int begun = 0;
      long last = System.nanoTime();
      while (true) {
        int read = in.read(buffer, begun, buffer.length - begun);
        if (read < 0) {
          leave();
          return;
        }
        long now = System.nanoTime();
        if (now - last > PASTE_PAUSE_NANOS) {
          keys.paused();
        }
        last = now;
        int count = begun + read;
        int before = keys.find(buffer, count);
        begun = before < 0 ? keys.begun(buffer, count) : 0;
        begun = begun > 0 && comesMore(in, begun) ? begun : 0;
        int typed = before < 0 ? count - begun : before;
        handOn(host, buffer, typed);
        keys.handedOn(buffer, typed);
        if (before >= 0) {
          leave();
          return;
        }
        System.arraycopy(buffer, typed, buffer, 0, begun);
      }
    } catch (IOException | InterruptedException gone) {
      // Who reads what the host says sees it as well.
    }
  }

  /** Sends the first bytes of what was typed, unless too much of it waits. */
  static void handOn(HostClient host, byte[] typed, int count) throws IOException {
    if (count > 0 && host.unsent() <= MOST_UNSENT) {
      host.send(Frame.bytes(Frame.Kind.INPUT, typed, 0, count));
    }
  }

  /** Whether what may be the rest of a key comes soon. */
  private static boolean comesMore(InputStream in, int begun) throws IOException {
    long until = System.nanoTime() + (begun == 1 ? REST_OF_ESC_NANOS : REST_NANOS);
    while (in.available() == 0) {
      if (System.nanoTime() - until >= 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return true;
  }

  /** Whatever the host does. */
  private void leave() throws IOException, InterruptedException {
    left = true;
    host.send(Frame.json(Frame.Kind.ASK, new Ask.Detach().toJson()));
    if (!over.await(LONGEST_LEAVING_MILLIS, TimeUnit.MILLISECONDS)) {
      host.close();
    }
  }

  private void followSize(Size first) {
    Size told = first;
    try {
      while (true) {
        if (over.await(SIZE_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
        Size now = Tty.size(0).orElse(told);
        if (!now.equals(told)) {
          told = now;
          host.send(Frame.size(now));
        }
      }
    } catch (IOException | InterruptedException gone) {
      // It is over.
    }
  }
}
