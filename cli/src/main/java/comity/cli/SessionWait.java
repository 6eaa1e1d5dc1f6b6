package comity.cli;

import comity.frames.Ask;
import comity.panes.HostClient;
import comity.pty.Tty;
import comity.sessions.Activity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Waits until the agent of a session is at one of the states that are named.",
      "States: working, waiting (for its next task), attention (it needs a person), idle, exited."
          + " When the time is over, or its program has ended before, the exit code is 1."
    },
    footer = {
      "  comity session wait api --until waiting,attention",
      "  comity session wait api --until exited --timeout 600"
    })
final class SessionWait implements Command {
  @CommandLine.Parameters(
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name")
  private String session = "";

  @CommandLine.Option(
      names = "--until",
      required = true,
      split = ",",
      paramLabel = "STATE",
      converter = Forms.ActivityState.class,
      description = "working, waiting, attention, idle or exited; several with a comma")
  private List<Activity.State> until = new ArrayList<>();

  @CommandLine.Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      converter = Forms.Timeout.class,
      description = "the longest to wait, up to a week (default: for ever)")
  private @Nullable Integer timeout;

  @Override
  public Outcome run(Context context) throws IOException {
    Tty.ignoreQuit();
    return SessionHosts.with(SessionHosts.started(context), this::await);
  }

  private Outcome await(HostClient host) throws IOException {
    AtomicBoolean over = new AtomicBoolean();
    Integer seconds = timeout;
    if (seconds != null) {
      CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS, Thread::startVirtualThread)
          .execute(() -> {
            over.set(true);
            try {
              host.close();
            } catch (IOException closed) {
              // It was answered.
            }
          });
    }
    try {
      return SessionHosts.outcome(
          host.ask(new Ask.Await(session, Set.copyOf(until))),
          shown ->
              new Outcome.Answer(
                  shown,
                  List.of(Table.text(shown, "activity") + "  " + Table.text(shown, "evidence"))));
    } catch (IOException closed) {
      if (over.get()) {
        return Outcome.Failure.of(
            ExitCode.REFUSED, "", "it was at none of these within " + seconds + " s", "");
      }
      throw closed;
    }
  }
}
