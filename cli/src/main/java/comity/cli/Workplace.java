package comity.cli;

import comity.control.MemorySettings;
import comity.files.Home;
import comity.guard.OwnersCommands;
import comity.host.AgentProcess;
import comity.host.ProcessMark;
import comity.memory.Scope;
import comity.project.Audit;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Overview;
import comity.project.Project;
import comity.project.Projects;
import comity.project.RoleFiles;
import comity.project.Served;
import comity.recall.AgentSessions;
import comity.recall.Finders;
import comity.recall.MemoryDesk;
import comity.recall.MemoryInstall;
import comity.recall.OpenMemory;
import comity.recall.Visitor;
import comity.roles.Actor;
import comity.roles.Isolation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The project that a command is about, and who gave it.
 *
 * @param home opened
 * @param environment of the process, which says what its session may open
 * @param linked for an agent's hook: what the server of the same agent has open
 */
record Workplace(
    Home home,
    Projects projects,
    Project project,
    Actor actor,
    Map<String, String> environment,
    AgentSessions.Linked linked) {

  /** They answer in a form of their own, and log at a door of their own. */
  private static final Set<String> ASKING = Set.of("hook guard", "mcp");

  private static final Set<String> FOR_A_ROLE = Set.of("token add", "run");

  /** What came of looking for it. */
  sealed interface Finding {
    record Found(Workplace workplace) implements Finding {}

    /** The command can't go on; the outcome says why. */
    record Missing(Outcome.Failure outcome) implements Finding {}
  }

  /** {@code --project-root}, or the nearest folder upwards from the working one. */
  static Finding find(Context context) {
    return find(context, Actor.Door.CLI);
  }

  /** That none is around this folder. */
  static Outcome.Failure noProject(Path from) {
    return Outcome.Failure.of(
        ExitCode.NOT_FOUND,
        "",
        "there is no project: neither " + from + " nor a folder above it has .muse or memory in it",
        "go into a project, name one with --project-root, or begin one: mkdir .muse");
  }

  /** As {@link #find(Context)}, for who comes in at this door. */
  static Finding find(Context context, Actor.Door door) {
    Path folder = context.surroundings().folder();
    String given = context.globals().projectRoot();
    Path from = given == null ? folder : folder.resolve(given);
    if (given != null && !Files.isDirectory(from)) {
      return new Finding.Missing(noFolder(from));
    }
    Optional<Path> root = Project.rootAround(from);
    if (root.isEmpty()) {
      return new Finding.Missing(noProject(from));
    }
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) -> missing(ExitCode.REFUSED, reason, "");
      case Home.Opening.Opened(Home home) -> as(context, home, root.get(), door);
    };
  }

  private static Finding as(Context context, Home home, Path root, Actor.Door door) {
    return switch (actor(context, door)) {
      case Actor.Finding.Refused(Actor asked, Isolation.Verdict.Refused verdict) -> {
        audit(home).refused(asked, "--role", verdict);
        yield new Finding.Missing(notAllowed(verdict));
      }
      case Actor.Finding.Found(Actor actor) -> {
        Projects projects = new Projects(home);
        yield new Finding.Found(
            new Workplace(
                home,
                projects,
                projects.at(root),
                actor,
                context.surroundings().environment(),
                door == Actor.Door.GUARD
                    ? linked(home, projects.at(root), actor)
                    : AgentSessions.Linked.NONE));
      }
    };
  }

  private static Finding missing(ExitCode code, String why, String todo) {
    return new Finding.Missing(Outcome.Failure.of(code, "", why, todo));
  }

  /** Who gives this command. */
  static Actor.Finding actor(Context context, Actor.Door door) {
    return Actor.of(
        System.getProperty("user.name", "unknown"),
        Optional.ofNullable(context.globals().role()),
        context.surroundings().environment(),
        door);
  }

  /**
   * Why a command may not be given by whoever gives it, where it may not: it is its owner's, or
   * asks for another role than the session's (ROLE-17). That is logged.
   *
   * @param words those of the command
   */
  static Optional<Outcome> refusal(Context context, String words) {
    if (ASKING.contains(words)) {
      return Optional.empty();
    }
    // The role of a token or a session is whom it is for, not who makes it.
    Context by = FOR_A_ROLE.contains(words) ? context.withoutRole() : context;
    Actor.Finding finding = actor(by, Actor.Door.CLI);
    if (OwnersCommands.has(words)) {
      Actor actor = asking(finding);
      boolean free =
          actor.role().isEmpty()
              && (actor.session().isEmpty() || !OwnersCommands.isGranting(words));
      return free
          ? Optional.empty()
          : refused(
              context,
              actor,
              words,
              new Isolation.Verdict.Refused(
                  "owner-only",
                  words + " is its owner's command",
                  "Ask the owner to run it outside of a role and a session"));
    }
    return finding instanceof Actor.Finding.Refused(Actor asked, var verdict)
        ? refused(context, asked, "--role", verdict)
        : Optional.empty();
  }

  private static Optional<Outcome> refused(
      Context context, Actor actor, String what, Isolation.Verdict.Refused verdict) {
    if (context.home().open() instanceof Home.Opening.Opened(Home home)) {
      audit(home).refused(actor, what, verdict);
    }
    return Optional.of(notAllowed(verdict));
  }

  /** Who asks, whether or not that may be. */
  static Actor asking(Actor.Finding finding) {
    return switch (finding) {
      case Actor.Finding.Found(Actor found) -> found;
      case Actor.Finding.Refused(Actor asked, Isolation.Verdict.Refused _) -> asked;
    };
  }

  static Audit audit(Home home) {
    return new Audit(home, InstantSource.system());
  }

  /** What a refusal comes to on the command line. */
  static Outcome.Failure notAllowed(Isolation.Verdict.Refused verdict) {
    return new Outcome.Failure(
        ExitCode.NOT_ALLOWED, "", verdict.reason(), verdict.instead(), verdict.toJson());
  }

  /** What was served, or why not. */
  static <T> Outcome outcome(Served<T> served, String undone, Function<T, Outcome> done) {
    return switch (served) {
      case Served.Done<T>(T value) -> done.apply(value);
      case Served.NotAllowed<T>(Isolation.Verdict.Refused verdict) -> notAllowed(verdict);
      case Served.Undone<T>(Directives.Reason reason, String why, String todo) ->
          Outcome.Failure.of(code(reason), undone, why, todo);
    };
  }

  private static ExitCode code(Directives.Reason reason) {
    return switch (reason) {
      case INVALID -> ExitCode.USAGE;
      case NOT_FOUND -> ExitCode.NOT_FOUND;
      case CONFLICT -> ExitCode.REFUSED;
    };
  }

  /** All that may be done here by who gave the command. */
  Desk desk() {
    return new Desk(
        home,
        project,
        actor,
        InstantSource.system(),
        ZoneId.systemDefault(),
        new Overview(InstantSource.system()),
        this::open);
  }

  private Optional<Scope> open() {
    return linked.open().or(new OpenMemory(home, project, visitor(List.of())));
  }

  private Visitor visitor(List<String> rooms) {
    Visitor visitor = Visitor.at(actor, environment, rooms);
    return visitor.orSession(linked.session());
  }

  /** The same for a hook: its memory is that which its agent opened over a server. */
  Workplace inHook() {
    return new Workplace(home, projects, project, actor, environment, linked(home, project, actor));
  }

  private static boolean runs(String mark) {
    return ProcessMark.parse(mark).filter(ProcessMark::isAlive).isPresent();
  }

  private static AgentSessions.Linked linked(Home home, Project project, Actor actor) {
    return actor.session().isPresent()
        ? AgentSessions.Linked.NONE
        : AgentProcess.current()
            .map(agent -> AgentSessions.find(home, project, agent.text(), Workplace::runs))
            .orElse(AgentSessions.Linked.NONE);
  }

  /** What may be done with memory by who gave the command. */
  MemoryDesk memory(MemorySettings settings) {
    Finders finders = new Finders(home, Finders.models(home), false);
    return new MemoryDesk(
        desk(),
        visitor(settings.rooms()),
        finders.of(project),
        settings.encoding(),
        new SecureRandom());
  }

  /** What tells a project's agents of its memory. */
  MemoryInstall memoryInstall() {
    return new MemoryInstall(home, project, desk().writes("owner"));
  }

  Directives directives() {
    return new Directives(home, projects);
  }

  RoleFiles roles() {
    return new RoleFiles(project);
  }

  /** These projects' roles at a glance. */
  List<Overview.View> overview(List<Project> shown) {
    return new Overview(InstantSource.system()).of(shown, projects.around(project));
  }

  static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneId.systemDefault());
  }

  /** Why there is no such role here. */
  Outcome noRole(String role, List<String> others) {
    return noRole(project, role, others);
  }

  private static Outcome.Failure noRole(Project project, String role, List<String> others) {
    return Outcome.Failure.of(
        ExitCode.NOT_FOUND,
        "",
        project.name() + " has no role " + role,
        others.isEmpty()
            ? "a role is a file: " + project.roles().resolve(role + ".md")
            : "it has " + String.join(", ", others));
  }

  /** Why {@code --project-root} names none. */
  static Outcome.Failure noFolder(Path given) {
    return Outcome.Failure.of(
        ExitCode.NOT_FOUND, "", given + " is no folder", "name one with --project-root");
  }

  /** The same for the role that a command is given, in the project at a root. */
  static void warnOfNoRole(Context context, Path root) {
    if (context.home().open() instanceof Home.Opening.Opened(Home home)) {
      warnOfNoRole(
          context, new Projects(home).at(root), Optional.ofNullable(context.globals().role()));
    }
  }

  /** Says so where a project has no such role yet: its file may come later. */
  static void warnOfNoRole(Context context, Project project, Optional<String> role) {
    if (role.isPresent()
        && new RoleFiles(project).find(role.get())
            instanceof RoleFiles.Finding.Missing(List<String> others)) {
      context.warn(noRole(project, role.get(), others).line());
    }
  }

  /** Why a role's file is not taken. */
  static Outcome notTaken(RoleFiles.Refused refused) {
    return Outcome.Failure.of(
        ExitCode.REFUSED, "", "the role " + refused.name() + " is not taken", refused.why());
  }

  /** A file below the project's root as from there, else whole. */
  String shown(Path file) {
    return file.startsWith(project.root())
        ? project.root().relativize(file).toString()
        : file.toString();
  }
}
