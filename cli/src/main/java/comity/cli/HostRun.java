package comity.cli;

import comity.files.Home;
import comity.json.JsonObject;
import comity.messages.SafeText;
import comity.panes.Deadline;
import comity.panes.HostClient;
import comity.panes.SessionHost;
import comity.panes.SilentHostException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Runs the host of this home's sessions in the foreground; run starts it by itself.",
      "It ends when its last session has been closed and nobody is attached. On SIGTERM it ends"
          + " too, and hangs the terminals of its sessions up."
    },
    footer = "  comity host")
final class HostRun implements Command {
  /** What it keeps of sessions is written by then. */
  private static final int LONGEST_END_SECONDS = 20;

  private static final int AGAIN_MILLIS = 50;

  /**
   * One that begins reads its sessions, and one that ends writes what is left; whoever has the home
   * for longer and does not answer is stuck, or none.
   */
  private static final Duration LONGEST_BETWEEN = Duration.ofMinutes(1);

  /** What a host says first that did not start. */
  static final String UNSTARTED = "the host did not start";

  @Override
  public Outcome run(Context context) throws IOException, InterruptedException {
    return run(context, LONGEST_BETWEEN);
  }

  /** The same; another may be between for so long. */
  Outcome run(Context context, Duration between) throws IOException, InterruptedException {
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) ->
          Outcome.Failure.of(ExitCode.REFUSED, "", reason, "");
      case Home.Opening.Opened(Home home) -> {
        Deadline longest = Deadline.in(between);
        SessionHost.Opening opening = open(context, home);
        while (opening instanceof SessionHost.Opening.Running) {
          if (answers(home)) {
            yield ready(context);
          }
          if (longest.isOver()) {
            break;
          }
          // Another has the home, and is about to answer, or to end, which makes room for this one.
          boolean _ = new CountDownLatch(1).await(AGAIN_MILLIS, TimeUnit.MILLISECONDS);
          opening = open(context, home);
        }
        yield switch (opening) {
          case SessionHost.Opening.Running() -> stuck(SessionHost.lock(home));
          case SessionHost.Opening.Refused(String why) ->
              Outcome.Failure.of(ExitCode.REFUSED, UNSTARTED, why, "");
          case SessionHost.Opening.Opened(SessionHost host) -> serve(context, host);
        };
      }
    };
  }

  private static Outcome stuck(Path lock) {
    return Outcome.Failure.of(
        ExitCode.UNREACHABLE,
        UNSTARTED,
        "another process has locked " + lock + ", and neither answers nor ends",
        "see which one, and end it: fuser " + lock);
  }

  private static SessionHost.Opening open(Context context, Home home) {
    Path launcher = context.surroundings().launcher();
    PrintStream err = context.surroundings().err();
    return SessionHost.open(
        home,
        launcher == null ? "comity" : launcher.toString(),
        context.surroundings().environment(),
        line ->
            err.println(
                Instant.now().truncatedTo(ChronoUnit.SECONDS)
                    + " "
                    + SafeText.shown(line.strip())));
  }

  /**
   * Whether another answers; one that ends meanwhile does not.
   *
   * @throws SilentHostException where one is there, and says nothing
   */
  private static boolean answers(Home home) throws IOException {
    Optional<HostClient> other = SessionHosts.connect(home);
    if (other.isPresent()) {
      other.get().close();
    }
    return other.isPresent();
  }

  private static Outcome serve(Context context, SessionHost host) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  context
                      .surroundings()
                      .err()
                      .println(
                          Instant.now().truncatedTo(ChronoUnit.SECONDS)
                              + " it ends, as it was told to");
                  host.end();
                  try {
                    boolean _ = ended.await(LONGEST_END_SECONDS, TimeUnit.SECONDS);
                  } catch (InterruptedException hurried) {
                    // What is not written by now is lost with this process.
                  }
                  Runtime.getRuntime().halt(ExitCode.DONE.number());
                },
                "stop"));
    Outcome _ = ready(context);
    try {
      host.run();
    } finally {
      ended.countDown();
    }
    return new Outcome.Streamed(JsonObject.empty());
  }

  private static Outcome ready(Context context) {
    context.surroundings().out().println(SessionHosts.READY);
    context.surroundings().out().flush();
    return new Outcome.Streamed(JsonObject.empty());
  }
}
