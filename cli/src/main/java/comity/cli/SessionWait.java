package comity.cli;

import comity.frames.Ask;
import comity.json.JsonObject;
import comity.panes.Deadline;
import comity.panes.HostClient;
import comity.panes.SilentHostException;
import comity.pty.Tty;
import comity.sessions.Activity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
  private List<Activity.State> states = new ArrayList<>();

  @CommandLine.Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      converter = Forms.Timeout.class,
      description = "the longest to wait, up to a week (default: for ever)")
  private @Nullable Integer timeout;

  @Override
  public Outcome run(Context context) throws IOException {
    Integer seconds = timeout;
    // From here on: a host that has to be started first, or does not answer, takes of the time.
    Deadline until = seconds == null ? Deadline.NEVER : Deadline.in(Duration.ofSeconds(seconds));
    Tty.ignoreQuit();
    try {
      SessionHosts.Finding found = SessionHosts.started(context, until);
      return found instanceof SessionHosts.Finding.Missing(_, boolean late) && late
          ? timeIsOver()
          : SessionHosts.with(found, host -> await(host, until));
    } catch (SilentHostException silent) {
      if (until.isOver()) {
        return timeIsOver();
      }
      throw silent;
    }
  }

  private Outcome await(HostClient host, Deadline until) throws IOException {
    return SessionHosts.outcome(
        host.ask(new Ask.Await(session, Set.copyOf(states)), until), SessionWait::reached);
  }

  private static Outcome reached(JsonObject shown) {
    return new Outcome.Answer(
        shown, List.of(Table.text(shown, "activity") + "  " + Table.text(shown, "evidence")));
  }

  private Outcome timeIsOver() {
    return Outcome.Failure.of(
        ExitCode.REFUSED, "", "it was at none of these within " + timeout + " s", "");
  }
}
