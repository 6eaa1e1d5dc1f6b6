package comity.cli;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.NewSession;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.panes.HostClient;
import comity.project.Project;
import comity.project.Projects;
import comity.pty.Tty;
import comity.sessions.CommandForm;
import comity.sessions.Provider;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Runs an agent, or any command, in a session that goes on when this terminal is closed.",
      "Ctrl-\\ leaves it and lets it run; comity attach comes back. Several words after -- are a"
          + " program and its arguments, a single one is a line for the shell. An agent that is"
          + " known gets what brings its conversation back; docs/sessions.md says what."
    },
    footer = {
      "  comity run -- claude",
      "  comity run --name api --role build -- codex --model gpt-5",
      "  comity run --detach -- 'make watch 2>&1 | tee log'",
      "  comity run --resume 'agent -c {session_id}' -- agent"
    })
final class Run implements Command {
  @CommandLine.Parameters(
      arity = "1..*",
      paramLabel = "-- COMMAND",
      description = "the program and its arguments, or a line for the shell")
  private List<String> command = new ArrayList<>();

  @CommandLine.Option(names = "--name", paramLabel = "NAME", description = "a name for it")
  private @Nullable String name;

  @CommandLine.Option(
      names = "--project",
      paramLabel = "PROJECT",
      description = "a project's name or folder (default: the one of the working folder)")
  private @Nullable String project;

  @CommandLine.Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "whose program it is (default: as its name tells, else custom)")
  private @Nullable String provider;

  @CommandLine.Option(
      names = "--resume",
      paramLabel = "TEMPLATE",
      description = "the command that takes a conversation up, with {session_id} in it")
  private @Nullable String resume;

  @CommandLine.Option(names = "--detach", description = "do not attach; print the session's id")
  private boolean detach;

  @CommandLine.Mixin private DetachKey key = new DetachKey();

  @Override
  public Outcome run(Context context) throws IOException, InterruptedException {
    Optional<Size> terminal = Tty.size(0);
    if (!detach && terminal.isEmpty()) {
      return Outcome.Failure.usage(
          "standard input is no terminal", "give --detach, and attach from a terminal later");
    }
    if (!detach && Tty.size(1).isEmpty()) {
      return Outcome.Failure.usage(
          "standard output is no terminal", "give --detach, and attach from a terminal later");
    }
    if (!detach) {
      Tty.ignoreQuit();
    }
    Optional<Outcome> unknown = unknownProject(context);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    Optional<Path> root = project(context);
    root.ifPresent(at -> Workplace.warnOfNoRole(context, at));
    NewSession wanted =
        new NewSession(
            Optional.ofNullable(name),
            root.map(Path::toString),
            Optional.ofNullable(context.globals().role()),
            Optional.ofNullable(provider),
            Optional.ofNullable(resume),
            context.surroundings().folder().toString(),
            CommandForm.of(command),
            context.surroundings().environment(),
            terminal.orElse(Size.USUAL));
    return SessionHosts.with(
        SessionHosts.started(context),
        host -> {
          Reply reply = host.ask(new Ask.Begin(wanted));
          return reply instanceof Reply.Done(JsonObject begun)
              ? begun(context, host, begun)
              : SessionHosts.outcome(reply, _ -> new Outcome.Streamed(JsonObject.empty()));
        });
  }

  private Outcome begun(Context context, HostClient host, JsonObject begun) throws IOException {
    begun.string("warning").ifPresent(context::warn);
    begun.string("note").ifPresent(context::note);
    if (context.globals().role() != null) {
      Unguarded.warn(context, begun.string("provider").orElse(Provider.CUSTOM));
    }
    String id = begun.string("id").orElse("");
    if (detach) {
      return new Outcome.Answer(begun, List.of(id));
    }
    return Viewing.begun(context, host, id, key.sign());
  }

  private Optional<Outcome> unknownProject(Context context) {
    String given = context.globals().projectRoot();
    Path folder = context.surroundings().folder();
    if (given != null && !Files.isDirectory(folder.resolve(given))) {
      return Optional.of(Workplace.noFolder(folder.resolve(given)));
    }
    if (project == null && context.globals().role() != null && project(context).isEmpty()) {
      // Without it the guard of the role would deny all that its agent does.
      return Optional.of(Workplace.noProject(given == null ? folder : folder.resolve(given)));
    }
    return project != null && project(context).isEmpty()
        ? Optional.of(
            Outcome.Failure.of(
                ExitCode.NOT_FOUND,
                "",
                "there is no project " + project,
                "see: " + context.surroundings().name() + " project list"))
        : Optional.empty();
  }

  private Optional<Path> project(Context context) {
    Path folder = context.surroundings().folder();
    String named = project;
    if (named == null) {
      String root = context.globals().projectRoot();
      return Project.rootAround(root == null ? folder : folder.resolve(root));
    }
    if (Files.isDirectory(folder.resolve(named))) {
      return Project.rootAround(folder.resolve(named));
    }
    return context.home().open() instanceof Home.Opening.Opened(Home home)
        ? new Projects(home).named(named).map(Project::root)
        : Optional.empty();
  }
}
