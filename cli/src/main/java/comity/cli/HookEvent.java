package comity.cli;

import comity.files.FileException;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.memory.SessionEvent;
import comity.project.Served;
import comity.recall.SessionEvents;
import comity.recall.Shapes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "For the hooks that a provider calls as its session goes on: reads what the provider says on"
          + " standard input. Before the context is compacted, at the end, and at a prompt /remem,"
          + " what was decided and learned since is written into the memory that was open at its"
          + " time.",
      "It never stops the provider: what fails is told on standard error, and the exit code is 0."
          + " docs/memory.md says how to set it up."
    },
    footer = {"  comity hook event --project-root ~/src/muse"})
final class HookEvent implements Command {
  /** What providers say of an event is short; a prompt may hold a pasted file. */
  private static final int MAX_INPUT = 16 << 20;

  @CommandLine.Option(
      names = "--event",
      paramLabel = "NAME",
      description = "which event it is, where the provider does not say it")
  private @Nullable String event;

  @Override
  public Outcome run(Context context) throws IOException {
    byte[] input = context.surroundings().in().readNBytes(MAX_INPUT + 1);
    if (input.length > MAX_INPUT) {
      return told(context, "The input is larger than " + (MAX_INPUT >> 20) + " MiB");
    }
    if (!(Json.read(input) instanceof JsonReading.Read(JsonObject payload))) {
      return told(context, "The hook was given no JSON object");
    }
    Optional<SessionEvent> happened =
        SessionEvent.read(event == null ? payload : payload.with("hook_event_name", event));
    if (happened.isEmpty()) {
      return told(context, "The hook was given no hook_event_name");
    }
    return switch (Workplace.find(HookGuard.inProject(context))) {
      case Workplace.Finding.Missing(Outcome.Failure failure) -> told(context, failure.line());
      case Workplace.Finding.Found(Workplace at) -> {
        yield happened(context, at, happened.get());
      }
    };
  }

  private static Outcome happened(Context context, Workplace at, SessionEvent event) {
    try {
      SessionEvents events = at.inHook().memory(Recalling.settings(context, at.home())).events();
      return answer(context, events.happened(event));
    } catch (IOException | FileException | IllegalArgumentException failed) {
      return told(context, "nothing was kept: " + failed.getMessage());
    }
  }

  private static Outcome told(Context context, String what) {
    context.warn(what);
    return new Outcome.Deed(JsonObject.empty(), List.of());
  }

  private static Outcome answer(Context context, Served<SessionEvents.Handled> served) {
    return switch (served) {
      case Served.Done<SessionEvents.Handled>(SessionEvents.Handled handled) -> {
        handled.problems().forEach(context::warn);
        handled.flushed().forEach(each -> each.problems().forEach(context::warn));
        yield new Outcome.Deed(
            Shapes.flushed(handled.flushed()).with("captured", handled.captured()), List.of());
      }
      case Served.NotAllowed<SessionEvents.Handled>(var verdict) ->
          told(context, verdict.reason() + "; " + verdict.instead());
      case Served.Undone<SessionEvents.Handled>(var _, String why, String todo) ->
          told(context, why + "; " + todo);
    };
  }
}
