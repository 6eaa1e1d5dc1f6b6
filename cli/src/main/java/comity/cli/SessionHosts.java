package comity.cli;

import comity.files.Home;
import comity.files.PrivateFile;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.panes.Deadline;
import comity.panes.HostClient;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** The host of this home's sessions, for the commands that ask it. */
final class SessionHosts {
  /** What the host prints once it can be asked. */
  static final String READY = "ready";

  /** A first start may have to build before. */
  private static final Duration LONGEST_START = Duration.ofMinutes(5);

  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What came of looking for it. */
  sealed interface Finding {
    record Found(HostClient host) implements Finding {}

    /**
     * There is none.
     *
     * @param late that the time was over, and nothing else was wrong
     */
    record Missing(Outcome.Failure failure, boolean late) implements Finding {}
  }

  private SessionHosts() {}

  /** The host that runs. */
  static Finding running(Context context) throws IOException {
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) -> missing(ExitCode.REFUSED, reason, "");
      case Home.Opening.Opened(Home home) ->
          connect(home).<Finding>map(Finding.Found::new).orElseGet(() -> none(context, home));
    };
  }

  /** One that ends while it is greeted is none any more. */
  static Optional<HostClient> connect(Home home) throws IOException {
    return connect(home, Deadline.NEVER);
  }

  private static Optional<HostClient> connect(Home home, Deadline until) throws IOException {
    try {
      return HostClient.connect(home, until.orIn(HostClient.PATIENCE));
    } catch (EOFException ended) {
      return Optional.empty();
    }
  }

  private static Finding none(Context context, Home home) {
    String name = context.surroundings().name();
    boolean open =
        new SessionFiles(home)
            .all().sessions().stream().anyMatch(each -> each.state() == Session.State.OPEN);
    return missing(
        ExitCode.UNREACHABLE,
        "no session runs, and so no host of sessions",
        open
            ? "run those that are open again: " + name + " session restore"
            : "begin one: " + name + " run -- COMMAND");
  }

  private static Finding missing(ExitCode code, String why, String todo) {
    return new Finding.Missing(Outcome.Failure.of(code, "", why, todo), false);
  }

  /** The host that runs; started where none does. */
  static Finding started(Context context) throws IOException {
    return started(context, Deadline.NEVER);
  }

  /**
   * The same, until then. Where the time is over before it is this one's turn to start a host, none
   * is started; one that was started by then is left to begin, since others may wait for it.
   */
  static Finding started(Context context, Deadline until) throws IOException {
    Home home;
    switch (context.home().open()) {
      case Home.Opening.Refused(String reason) -> {
        return missing(ExitCode.REFUSED, reason, "");
      }
      case Home.Opening.Opened(Home opened) -> home = opened;
    }
    Optional<HostClient> there = connect(home, until);
    if (there.isPresent()) {
      return new Finding.Found(there.get());
    }
    Path launcher = context.surroundings().launcher();
    if (launcher == null) {
      return missing(
          ExitCode.REFUSED,
          "the host of sessions was not started: this program was not started by its launcher",
          "run the file comity of the checkout");
    }
    // Fifty commands at once would be fifty hosts otherwise, of which one stays.
    Path starting = home.run().resolve("host.start");
    try (FileChannel lock = PrivateFile.toLock(starting)) {
      Turn turn = awaitTurn(home, lock, until.orIn(LONGEST_START));
      if (turn.others().isPresent()) {
        return new Finding.Found(turn.others().get());
      }
      if (!turn.own() && until.isOver()) {
        return new Finding.Missing(
            Outcome.Failure.of(
                ExitCode.UNREACHABLE, "", "another starts the host of sessions still", ""),
            true);
      }
      return start(context, home, launcher, until);
    }
  }

  /**
   * Waits until it is this one's turn to start the host, or somebody else has started it; the first
   * of these, since who starts it may be stopped by its terminal.
   */
  private static Turn awaitTurn(Home home, FileChannel lock, Deadline until) throws IOException {
    boolean turn = lock.tryLock() != null;
    Optional<HostClient> there = connect(home, until);
    while (!turn && there.isEmpty() && !until.isOver()) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      turn = lock.tryLock() != null;
      there = connect(home, until);
    }
    return new Turn(there, turn);
  }

  /**
   * What came of waiting for it.
   *
   * @param others the host that somebody else has started
   * @param own whether it is this one's turn
   */
  private record Turn(Optional<HostClient> others, boolean own) {}

  private static Finding start(Context context, Home home, Path launcher, Deadline until)
      throws IOException {
    Path log = home.log().resolve("host.log");
    // Also makes it, its owner's alone.
    long before;
    try (FileChannel there = PrivateFile.append(log)) {
      before = there.size();
    }
    List<String> command = new ArrayList<>(Up.inOwnSession(context));
    command.addAll(List.of(launcher.toString(), "--home", home.root().toString(), "host"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.root().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Up.ofHome(builder, home);
    Process host = builder.start();
    Deadline longest = until.orIn(LONGEST_START);
    boolean ready =
        CompletableFuture.supplyAsync(() -> isReady(host), Thread::startVirtualThread)
            .completeOnTimeout(false, longest.left().toMillis(), TimeUnit.MILLISECONDS)
            .join();
    Optional<HostClient> client = ready ? connect(home, until) : Optional.empty();
    if (client.isPresent()) {
      return new Finding.Found(client.get());
    }
    boolean begins = until.isOver() && host.isAlive();
    if (!begins) {
      // Whoever has no time has others start with it, who may have time.
      host.destroy();
    }
    return new Finding.Missing(
        Outcome.Failure.of(
            ExitCode.UNREACHABLE, "", unstarted(log, before), "the whole log: " + log),
        begins);
  }

  /** Why it did not start, where it said so. */
  private static String unstarted(Path log, long before) throws IOException {
    String why = Up.said(log, before, HostRun.UNSTARTED);
    return "the host of sessions did not start: " + why;
  }

  private static boolean isReady(Process host) {
    try {
      String line =
          new BufferedReader(new InputStreamReader(host.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      return READY.equals(line);
    } catch (IOException closed) {
      throw new CompletionException(closed);
    }
  }

  /** Asks the running host. */
  static Outcome ask(Context context, Ask ask, Function<JsonObject, Outcome> done)
      throws IOException {
    return with(running(context), host -> outcome(host.ask(ask), done));
  }

  /** What is done with a host. */
  interface Asking {
    Outcome with(HostClient host) throws IOException;
  }

  /** Does it, and lets go of the host. */
  static Outcome with(Finding finding, Asking asking) throws IOException {
    return switch (finding) {
      case Finding.Missing(Outcome.Failure failure, _) -> failure;
      case Finding.Found(HostClient host) -> {
        try (host) {
          yield asking.with(host);
        } catch (EOFException ended) {
          yield Outcome.Failure.of(ExitCode.UNREACHABLE, "", Failures.text(ended), "");
        }
      }
    };
  }

  /** What an answer comes to. */
  static Outcome outcome(Reply reply, Function<JsonObject, Outcome> done) {
    return switch (reply) {
      case Reply.Done(JsonObject result) -> done.apply(result);
      case Reply.Refused refused ->
          Outcome.Failure.of(code(refused), "", refused.why(), refused.todo());
    };
  }

  static ExitCode code(Reply.Refused refused) {
    return switch (refused.error()) {
      case NOT_FOUND -> ExitCode.NOT_FOUND;
      case WRONG, REFUSED -> ExitCode.REFUSED;
    };
  }

  /** One of several that were named, to which something was not done; the others are told too. */
  static JsonObject undone(String called, Reply.Refused refused) {
    return JsonObject.empty()
        .with("called", called)
        .with("why", refused.why())
        .with("todo", refused.todo());
  }

  /** The same for a person. */
  static String undone(JsonObject undone, String done) {
    String todo =
        undone.string("todo").filter(text -> !text.isEmpty()).map("; "::concat).orElse("");
    return "session %s was not %s: %s%s"
        .formatted(Table.text(undone, "called"), done, Table.text(undone, "why"), todo);
  }
}
