package comity.cli;

import comity.files.Home;
import comity.guard.Answer;
import comity.guard.Provider;
import comity.guard.ToolCall;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.project.Project;
import comity.project.ToolGuard;
import comity.roles.Actor;
import comity.roles.Isolation.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "For the hook that a provider calls before it uses a tool: reads what the provider says on"
          + " standard input, and answers in the provider's own format whether the role may.",
      "Whatever it can't judge it denies. Without a role nothing is denied but memory behind its"
          + " gate. docs/isolation.md says how to set it up, and what it can't stop."
    },
    footer = {
      "  comity hook guard --project-root ~/src/muse",
      "  comity hook guard --provider copilot --project-root ~/src/muse"
    })
final class HookGuard implements Command {
  /** A tool's arguments may hold a whole file, but no more than an agent writes at once. */
  private static final int MAX_INPUT = 16 << 20;

  /** Providers wait longer; when they stop waiting some go on as if they had been told yes. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  /** Where providers say which project is open; the working folder may be anywhere in it. */
  private static final List<String> PROJECT =
      List.of(
          "COMITY_PROJECT_ROOT", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "QWEN_PROJECT_DIR");

  @CommandLine.Option(
      names = "--provider",
      paramLabel = "NAME",
      description =
          "who asks: claude, codex, gemini, qwen, copilot, cursor, opencode or pi (default: as the"
              + " input looks)")
  private @Nullable String provider;

  @Override
  public Outcome run(Context context) throws InterruptedException {
    Optional<Provider> told = Optional.ofNullable(provider).flatMap(Provider::named);
    if (provider != null && told.isEmpty()) {
      return print(context, failed(context, told, "There is no provider " + provider));
    }
    FutureTask<Answer> task = new FutureTask<>(() -> answer(context, told));
    Thread.ofPlatform().daemon().name("guard").start(task);
    try {
      return print(context, task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException failed) {
      return print(context, failed(context, told, "The guard failed: " + failed.getCause()));
    } catch (TimeoutException slow) {
      return print(
          context,
          failed(context, told, "The guard took longer than " + PATIENCE.toSeconds() + " s"));
    }
  }

  private static Answer answer(Context context, Optional<Provider> told) throws IOException {
    byte[] input = context.surroundings().in().readNBytes(MAX_INPUT + 1);
    if (isFree(context)) {
      return Answer.allowed(told.orElseGet(() -> looksLike(input)));
    }
    if (input.length > MAX_INPUT) {
      return failed(context, told, "The input is larger than " + (MAX_INPUT >> 20) + " MiB");
    }
    return switch (ToolCall.read(input, told)) {
      case ToolCall.Reading.Malformed _ when isWithoutRole(context) ->
          Answer.allowed(told.orElse(Provider.CLAUDE));
      case ToolCall.Reading.Malformed(Optional<Provider> provider, String why) ->
          failed(context, provider, why);
      case ToolCall.Reading.Read(ToolCall call) ->
          switch (Workplace.find(inProject(context), Actor.Door.GUARD)) {
            case Workplace.Finding.Missing(Outcome.Failure failure) ->
                failed(context, Optional.of(call.provider()), failure.line());
            case Workplace.Finding.Found(Workplace acting) ->
                switch (guard(context, acting).check(call)) {
                  case Verdict.Allowed _ -> Answer.allowed(call.provider());
                  case Verdict.Refused refused -> Answer.denied(call.provider(), refused);
                };
          };
    };
  }

  /** What names no tool names no memory either; only a role is denied what can't be judged. */
  private static boolean isWithoutRole(Context context) {
    return Workplace.actor(context, Actor.Door.GUARD) instanceof Actor.Finding.Found(Actor actor)
        && actor.role().isEmpty();
  }

  /** Whether there is neither a role nor a memory to guard. */
  private static boolean isFree(Context context) {
    return Workplace.actor(context, Actor.Door.GUARD) instanceof Actor.Finding.Found(Actor actor)
        && actor.role().isEmpty()
        && !(Workplace.find(inProject(context), Actor.Door.GUARD)
                instanceof Workplace.Finding.Found(Workplace at)
            && at.desk().guard().hasMemory());
  }

  /** That nothing could be judged is logged as well, as far as there is a log. */
  private static Answer failed(Context context, Optional<Provider> told, String why) {
    Verdict.Refused verdict = new Verdict.Refused(Answer.FAILED, why, "");
    try {
      Actor actor = Workplace.asking(Workplace.actor(context, Actor.Door.GUARD));
      if (context.home().open() instanceof Home.Opening.Opened(Home home)) {
        Workplace.audit(home).refused(actor, "hook guard", verdict);
      }
      return Answer.failed(told, why);
    } catch (RuntimeException alsoFailed) {
      // Whatever it is, an exit code that is not the one that blocks would let the tool through.
      return Answer.failed(told, why + "; " + alsoFailed.getMessage());
    }
  }

  private static Provider looksLike(byte[] input) {
    return ToolCall.read(input, Optional.empty()) instanceof ToolCall.Reading.Read(ToolCall call)
        ? call.provider()
        : Provider.CLAUDE;
  }

  private static ToolGuard guard(Context context, Workplace acting) {
    return new ToolGuard(
        acting.desk().guard(),
        context.surroundings().folder(),
        Optional.of(context.surroundings().userHome().toString()));
  }

  /** An agent changes its working folder as it likes: another project's rules are not its own. */
  static Context inProject(Context context) {
    Globals globals = context.globals();
    if (globals.projectRoot() != null) {
      return context;
    }
    for (String variable : PROJECT) {
      String root = context.environment(variable);
      if (root != null && Project.rootAround(Path.of(root)).isPresent()) {
        return new Context(
            context.surroundings(),
            new Globals(globals.home(), root, globals.role(), globals.json(), globals.quiet()));
      }
    }
    return context;
  }

  private static Outcome print(Context context, Answer answer) {
    if (!answer.error().isEmpty()) {
      context.warn(answer.error());
    }
    JsonObject json =
        Json.read(answer.out()) instanceof JsonReading.Read(JsonObject object)
            ? object
            : JsonObject.empty();
    return new Outcome.Answer(
        answer.code() == 0 ? ExitCode.DONE : ExitCode.USAGE,
        json,
        answer.out().isEmpty() ? List.of() : List.of(answer.out()));
  }
}
