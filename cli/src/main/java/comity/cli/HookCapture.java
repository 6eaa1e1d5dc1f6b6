package comity.cli;

import comity.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "For the hooks that a provider calls as its session goes on: reads an event on standard"
          + " input and keeps it for the session whose id is in MUSTER_AGENT_SESSION_ID. Without"
          + " that variable it does nothing.",
      "The event is {\"version\":1,\"event\":\"session_started\",\"session_id\":ID}, or what a"
          + " provider that Comity knows says itself. It prints nothing. What it can't take ends"
          + " with exit code 1."
    },
    footer = {"  comity hook capture --provider custom --process-id \"$PPID\" < event.json"})
final class HookCapture implements Command {
  @CommandLine.Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "who calls it: claude, codex and so on, or custom")
  private @Nullable String provider;

  @CommandLine.Option(
      names = "--process-id",
      paramLabel = "PID",
      description = "the process of the provider: $PPID in a hook's command, process.pid in Node")
  private @Nullable String process;

  @CommandLine.Option(
      names = "--parent-process-id",
      paramLabel = "PID",
      description = "the parent of that process")
  private @Nullable String parent;

  @CommandLine.Option(
      names = "--event",
      paramLabel = "NAME",
      description = "how the provider calls the event, where its payload does not say")
  private @Nullable String event;

  @Override
  public Outcome run(Context context) {
    String session = context.environment(Capture.SESSION);
    String why =
        session == null
            ? ""
            : Capture.captured(
                CaptureOptions.of(
                    Optional.ofNullable(provider),
                    Optional.ofNullable(process),
                    Optional.ofNullable(parent),
                    Optional.ofNullable(event)),
                session,
                context.home().root().toFile(),
                context.surroundings().in());
    return why.isEmpty()
        ? new Outcome.Deed(JsonObject.empty(), List.of())
        : Outcome.Failure.of(ExitCode.REFUSED, "hook capture", why, "");
  }
}
