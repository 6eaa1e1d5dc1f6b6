package comity.panes;

import comity.files.AtomicFile;
import comity.files.Home;
import comity.frames.NewSession;
import comity.frames.Reply;
import comity.host.ProcessMark;
import comity.pty.Child;
import comity.pty.Terminals;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Calling;
import comity.sessions.Launch;
import comity.sessions.Launching;
import comity.sessions.Provider;
import comity.sessions.Providers;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import comity.sessions.SessionEnvironment;
import comity.sessions.Writers;
import comity.terminal.Size;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Begins sessions, and starts their programs: kept first, then started, then answered. */
final class Starter {
  /** It is kept in the session's file, and shown in one answer. */
  private static final int MAX_COMMAND = 1 << 18;

  /** More would not fit into the memory that a host has. */
  static final int MAX_OPEN = 600;

  private static final int KILL = 9;

  /** One that is killed is gone within milliseconds, unless a disk does not answer it. */
  private static final Duration COLLECT_AGAIN = Duration.ofMillis(50);

  /** In which conversation a program is started. */
  enum Conversation {
    /** In the one that its session has, or in its first. */
    ITS_OWN,
    /** In another: the one that its session had is over. */
    ANOTHER
  }

  /**
   * In what a program is started.
   *
   * @param environment of whoever asks
   */
  record Surroundings(Map<String, String> environment, Size size) {}

  private final HostParts parts;
  private final Panes panes;
  private final Duties duties;

  Starter(HostParts parts, Panes panes) {
    this.parts = parts;
    this.panes = panes;
    this.duties = new Duties(parts);
  }

  /** Begins a session. */
  void begin(NewSession wanted, Consumer<Reply> reply) {
    parts.providers().now(providers -> begin(wanted, providers, reply));
  }

  private void begin(NewSession wanted, Providers providers, Consumer<Reply> reply) {
    Optional<Provider> provider =
        wanted.provider().isPresent()
            ? providers.named(wanted.provider().get())
            : Optional.of(providers.infer(wanted.command()));
    Optional<String> refusal = refusal(wanted).or(() -> written(wanted, provider));
    if (provider.isEmpty() || refusal.isPresent()) {
      String unknown =
          "there is no provider %s; there are %s"
              .formatted(
                  wanted.provider().orElse(""),
                  String.join(", ", providers.all().stream().map(Provider::name).toList()));
      reply.accept(
          refusal
              .map(why -> Panes.refused(why, ""))
              .orElseGet(() -> new Reply.Refused(Reply.Refusal.NOT_FOUND, unknown, "")));
      return;
    }
    Session session =
        new Session(
            newId(),
            wanted.name(),
            wanted.project(),
            wanted.role(),
            provider.get().name(),
            wanted.folder(),
            wanted.command(),
            wanted.resume(),
            Session.State.PENDING,
            Optional.empty(),
            parts.clock().instant(),
            Optional.empty(),
            Optional.empty());
    Surroundings in = new Surroundings(wanted.environment(), wanted.size());
    // So that no other gets its id meanwhile.
    panes.put(session);
    boolean _ = panes.claim(session.id(), () -> {});
    launching(
        session,
        provider.get(),
        in,
        launching -> begin(session, launching.begin(parts.uuids().get()), in, reply));
  }

  private void begin(Session session, Launch launch, Surroundings in, Consumer<Reply> reply) {
    switch (launch) {
      case Launch.Refused(int _, String why, String todo) -> {
        panes.forget(session);
        panes.free(session.id());
        reply.accept(Panes.refused(why, todo));
      }
      case Launch.Run run ->
          parts
              .keeper()
              .write(
                  session,
                  failed ->
                      failed.ifPresentOrElse(
                          why -> notStarted(session, why, reply),
                          () -> prepare(session, run, Conversation.ITS_OWN, in, reply)));
    }
  }

  private Optional<String> refusal(NewSession wanted) {
    // With those that are about to be.
    if (panes.all().stream().filter(Session::isWanted).count() >= MAX_OPEN) {
      return Optional.of("there are " + MAX_OPEN + " open sessions; stop some");
    }
    if (wanted.command().line().isBlank()) {
      return Optional.of("there is no command");
    }
    if (wanted.command().line().length() > MAX_COMMAND) {
      return Optional.of("a command has at most " + MAX_COMMAND + " characters");
    }
    return wanted.name().flatMap(name -> Calling.refusal(panes.all(), name));
  }

  private Optional<String> written(NewSession wanted, Optional<Provider> provider) {
    return provider
        .flatMap(its -> Writers.chosen(wanted.command(), its, panes.running()))
        .map(each -> "its conversation is open in session " + each.id());
  }

  private String newId() {
    String id = parts.ids().get();
    while (panes.has(id)) {
      id = parts.ids().get();
    }
    return id;
  }

  /** How its program is run; handed over once it is known what its hooks are there for. */
  void launching(Session session, Provider provider, Surroundings in, Consumer<Launching> then) {
    String shell = Launching.shell(Optional.ofNullable(in.environment().get("SHELL")));
    String folder = parts.home().sessions().resolve(session.id()).toString();
    duties.of(
        session,
        found -> {
          Launching.Place place = new Launching.Place(parts.launcher(), shell, folder, found);
          then.accept(new Launching(provider, session.command(), session.resume(), place));
        });
  }

  /**
   * Starts the program of a session that is claimed, and frees it. What is kept of the session does
   * not say before that its program has ended: if this host is killed before the new process is
   * kept, whoever comes next looks for it.
   */
  void start(
      Session session, Launch.Run run, Conversation which, Surroundings in, Consumer<Reply> reply) {
    Session beginning = panes.now(session).beginning();
    if (beginning.equals(panes.now(session))) {
      prepare(session, run, which, in, reply);
      return;
    }
    panes.put(beginning);
    parts
        .keeper()
        .write(
            beginning,
            failed ->
                failed.ifPresentOrElse(
                    why -> notStarted(session, why, reply),
                    () -> prepare(session, run, which, in, reply)));
  }

  /** The files that it needs are there first. */
  private void prepare(
      Session session, Launch.Run run, Conversation which, Surroundings in, Consumer<Reply> reply) {
    if (run.files().isEmpty()) {
      spawn(session, run, which, in, reply);
      return;
    }
    SessionFiles files = new SessionFiles(parts.home());
    parts
        .keeper()
        .does(() -> {
          Optional<String> failed = written(files, session, run);
          parts
              .loop()
              .submit(() ->
                  failed.ifPresentOrElse(
                      why -> notStarted(session, why, reply),
                      () -> spawn(session, run, which, in, reply)));
        });
  }

  private static Optional<String> written(SessionFiles files, Session session, Launch.Run run) {
    try {
      Path own = files.ownFolder(session.id());
      for (Launch.Written file : run.files()) {
        AtomicFile.write(
            own, Path.of(file.path()), file.content().getBytes(StandardCharsets.UTF_8));
      }
      return Optional.empty();
    } catch (RuntimeException | VirtualMachineError e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void spawn(
      Session session, Launch.Run run, Conversation which, Surroundings in, Consumer<Reply> reply) {
    Map<String, String> more = new LinkedHashMap<>(run.environment());
    more.put(Home.VARIABLE, parts.home().root().toString());
    more.put("COMITY_RUN_ID", session.runId());
    session.role().ifPresent(role -> more.put("COMITY_ROLE", role));
    session.project().ifPresent(root -> more.put("COMITY_PROJECT_ROOT", root));
    Terminals.Start start =
        new Terminals.Start(
            run.argv(),
            SessionEnvironment.of(in.environment(), session.id(), more),
            Path.of(session.folder()));
    Size size = parts.screens().take(in.size());
    parts
        .terminals()
        .start(
            start,
            Optional.of(size),
            parts.aside().programs(),
            parts.loop()::submit,
            starting -> {
              switch (starting) {
                case Terminals.Starting.Refused(String reason) -> {
                  parts.screens().give(size);
                  notStarted(session, reason, reply);
                }
                case Terminals.Starting.Started(Child child) ->
                    started(session, run, which, child, size, reply);
              }
            });
  }

  private void started(
      Session session,
      Launch.Run run,
      Conversation which,
      Child child,
      Size size,
      Consumer<Reply> reply) {
    Session kept;
    Pane pane;
    try {
      // Hooks of the run before may have told more of it until now.
      Session now = panes.now(session);
      kept =
          running(
              which == Conversation.ANOTHER ? now.withoutConversation() : now, run, child.pid());
      pane = new Pane(parts, child, panes.provider(session).fallback(), size, panes);
    } catch (RuntimeException | AssertionError | VirtualMachineError fault) {
      // What can't be looked after must neither live on nor keep its session from being ended.
      abandon(child);
      parts.screens().give(size);
      notStarted(session, "it can't be looked after: " + fault, reply);
      return;
    }
    if (!run.notes().isEmpty()) {
      panes.note(session.id(), run.notes());
    }
    panes.runs(kept, pane);
    // It runs; that must last before anybody counts on it.
    parts
        .keeper()
        .write(
            kept,
            failed -> {
              panes.free(session.id());
              reply.accept(panes.done(kept, failed));
            });
  }

  private Session running(Session session, Launch.Run run, int pid) {
    Session running = session.opened(run(pid, parts.clock().instant()));
    return run.assigned().isPresent() && running.nativeId().isEmpty()
        ? running.with(
            new NativeId(run.assigned().get(), NativeId.Standing.PROVISIONAL, Optional.empty()))
        : running;
  }

  private void abandon(Child child) {
    parts.loop().forget(child.terminal().number());
    parts.loop().forget(child.exitNumber());
    child.signal(KILL);
    collect(child);
  }

  /** Whether it can be watched is not known, so it is asked. */
  private void collect(Child child) {
    if (child.exitCode().isPresent()) {
      child.close();
    } else {
      parts.loop().later(COLLECT_AGAIN, () -> collect(child));
    }
  }

  private void notStarted(Session session, String reason, Consumer<Reply> reply) {
    if (session.run().isEmpty()) {
      panes.forget(session);
    } else {
      // It is as it was.
      panes.became(panes.now(session).with(session.run().get()));
      panes.note(session.id(), List.of(reason));
    }
    panes.free(session.id());
    reply.accept(Panes.refused(reason, ""));
    if (session.run().isPresent()) {
      panes.settled(session);
    }
  }

  private static Session.Run run(int pid, Instant now) {
    // It is there, since nobody has waited for it.
    ProcessMark mark = ProcessMark.of(pid).orElseThrow();
    return new Session.Run(pid, mark.start(), mark.boot(), now, now, OptionalInt.empty());
  }
}
