package comity.recall;

import comity.memory.Disclosure;
import comity.memory.Gate;
import comity.memory.MemoryFile;
import comity.memory.Problem;
import comity.memory.Receipt;
import comity.memory.Scope;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Guard;
import comity.project.Served;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * All that one visitor may do with the memory of a project: every door comes here, so that the gate
 * is the same at each (MEM-4). What is given is written down with its reason (MEM-6).
 */
public final class MemoryDesk {
  private static final Pattern NOTES = Pattern.compile("memory/[0-9]{4}-[0-9]{2}-[0-9]{2}\\.md");

  private final Desk desk;
  private final Visitor visitor;
  private final Entrance entrance;
  private final ScopeFiles files;
  private final Finder finder;
  private final Receipts receipts;
  private final Tokenizer tokenizer;

  /**
   * The desk of a visitor.
   *
   * @param tokenizer in which budgets are counted
   * @param random for handles, which nobody may guess
   */
  public MemoryDesk(
      Desk desk, Visitor visitor, Finder finder, Tokenizer tokenizer, RandomGenerator random) {
    this.desk = desk;
    this.visitor = visitor;
    this.files = new ScopeFiles(desk.project().root());
    this.entrance = new Entrance(desk, visitor, files, tokenizer, random);
    this.finder = finder;
    this.tokenizer = tokenizer;
    this.receipts = new Receipts(desk.home());
  }

  /**
   * What is open now.
   *
   * @param problems of the files that map rooms to groups, and of the index
   */
  public record Opened(String session, Gate gate, List<Problem> problems) {
    public Opened {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Opens a memory (MEM-4): another one that was open in the session ends (MEM-5).
   *
   * @param room empty for main
   */
  public Served<Opened> open(Optional<String> room) {
    return entrance
        .way(room)
        .then(way ->
            entrance
                .open(way)
                .map(session -> {
                  desk.did("open-memory", way.scope().index(), "memory-gate", session.id());
                  List<Problem> problems = new ArrayList<>(way.problems());
                  problems.addAll(loading().problems(way.scope()));
                  return new Opened(session.id(), session.gate().orElseThrow(), problems);
                }));
  }

  /** Ends what is open in a session. */
  public Served<Boolean> close(Optional<String> handle) {
    return entrance.session(handle).then(session -> entrance.close(session).map(_ -> true));
  }

  /** What writes into memory. */
  public Keeping keeping() {
    return new Keeping(desk, visitor, entrance);
  }

  /** What is done when the provider's session of the visitor goes on. */
  public SessionEvents events() {
    return new SessionEvents(desk, keeping(), visitor.session());
  }

  /** The visitor's own session; empty where it has none, or nothing is open in it. */
  public Optional<String> session() {
    return open().isPresent() ? visitor.session() : Optional.empty();
  }

  /** What is open in the visitor's own session; empty where nothing is. */
  public Optional<Scope> open() {
    return new OpenMemory(desk.home(), desk.project(), visitor).get();
  }

  /**
   * What was given.
   *
   * @param nothing why no file was loaded; empty where one was, or one was named
   */
  public record Given(String session, Disclosure.Given given, String nothing) {}

  /**
   * Gives a file of the memory that is open, or its index (MEM-13).
   *
   * @param file {@code index}, a name from the scope's folder, or a path from the project's root
   * @param query what of it is wanted, where it comes by passages
   */
  public Served<Given> get(
      Optional<String> handle, String file, Optional<String> query, boolean lexical) {
    return entrance
        .session(handle)
        .then(session ->
            entrance
                .with(
                    session,
                    gate ->
                        logged(file, got(gate, file, query, lexical))
                            .map(routed -> step(session.id(), routed)))
                .map(given -> recorded(given.session(), given.given(), given.nothing())));
  }

  private <T> Served<T> logged(String what, Served<T> served) {
    return served instanceof Served.NotAllowed<T>(Verdict.Refused verdict)
        ? desk.refuse(what, verdict)
        : served;
  }

  private Served<Loading.Routed> got(
      Gate gate, String file, Optional<String> query, boolean lexical) {
    Scope scope = gate.scope();
    Loading loading = loading();
    String name = own(scope, file);
    if (name.equals("index") || name.equals(scope.index())) {
      return loading.giveIndex(gate).map(Loading.Routed::named);
    }
    boolean beside = Loading.BESIDE.contains(name) || NOTES.matcher(name).matches();
    if (scope instanceof Scope.Main && beside) {
      return loading.giveBeside(gate, name);
    }
    Optional<String> problem = MemoryFile.problem(scope, name);
    return problem.isEmpty()
        ? loading.giveFile(gate, name, query, lexical)
        : new Served.NotAllowed<>(
            new Verdict.Refused(
                "other-scope",
                "\"" + file + "\" is no file of " + scope.word() + ": " + problem.get(),
                "Name a file from " + scope.folder() + ", as the index has it"));
  }

  /** A name from the scope's folder, where it was given from the project's root. */
  private String own(Scope scope, String file) {
    String root = desk.project().root() + "/";
    String name = file.startsWith(root) ? file.substring(root.length()) : file;
    if (scope instanceof Scope.Main && name.equals("index.md")) {
      return scope.index();
    }
    return name.startsWith(scope.folder()) && !name.equals(scope.index())
        ? name.substring(scope.folder().length())
        : name;
  }

  /**
   * Loads what a message needs, all at once (MEM-8).
   *
   * @param wanted a room, main or a session
   */
  public Served<Given> load(Wanted wanted, String message, boolean lexical) {
    return going(wanted)
        .then(going ->
            entrance
                .with(
                    going,
                    gate ->
                        loading()
                            .load(gate, message, lastFlush(), lexical)
                            .map(routed -> step(going.session().id(), routed)))
                .map(given -> recorded(given.session(), given.given(), given.nothing())));
  }

  private Served<Entrance.Going> going(Wanted wanted) {
    return switch (wanted) {
      case Wanted.OfSession(String handle) ->
          entrance.session(Optional.of(handle)).map(Entrance.Going::of);
      case Wanted.OfRoom _, Wanted.OfMain _ -> entrance.way(wanted.room()).then(entrance::opening);
    };
  }

  /**
   * Begins to read, on other threads, what an answer to a message will need: in a process that has
   * just started that takes longer than all else.
   */
  public void prepare(String message, boolean lexical) {
    Thread.ofPlatform().daemon().name("tokens").start(tokenizer::prepare);
    finder.prepare(message, lexical);
  }

  /** When main was flushed last, in the words of its line. */
  private String lastFlush() {
    return new FlushStates(desk.home(), desk.project().root(), _ -> {})
        .line(desk.now().getZone())
        .orElse("上次 flush: -");
  }

  /**
   * What a search found.
   *
   * @param session empty where none is open
   * @param index the index, where it had to be given first
   * @param found as much as the budget holds
   * @param leftOut how many more there were than the budget holds
   */
  public record Searched(String session, String index, Finder.Hits found, int leftOut) {}

  /**
   * Searches the memory that is open, and no other; where none is, the notes (MEM-21).
   *
   * @param wanted empty for the session of the visitor, if it has one
   * @param most as many hits
   */
  public Served<Searched> search(
      Optional<Wanted> wanted, String query, Within within, int most, boolean lexical) {
    if (query.isBlank()) {
      return new Served.Undone<>(
          Directives.Reason.INVALID, "nothing is looked for", "give some words");
    }
    if (wanted.isEmpty() && open().isEmpty()) {
      Guard guard = desk.guard();
      Finder.Hits found =
          finder.search(
              Optional.empty(),
              query,
              within.of(today()).and(name -> mayRead(guard, name)),
              most,
              lexical);
      return new Served.Done<>(new Searched("", "", found, 0));
    }
    boolean opens = wanted.isPresent() && !(wanted.get() instanceof Wanted.OfSession);
    return (wanted.isPresent()
            ? going(wanted.get())
            : entrance.session(Optional.empty()).map(Entrance.Going::of))
        .then(going ->
            entrance
                .with(going, gate -> looked(gate, opens, query, within, most, lexical))
                .map(looked -> {
                  String id = going.session().id();
                  looked.index().ifPresent(index -> keep(id, index.receipt()));
                  keep(id, looked.held().receipt());
                  return new Searched(
                      id,
                      looked.index().map(Disclosure.Given::text).orElse(""),
                      looked.held().found(),
                      looked.held().leftOut());
                }));
  }

  /**
   * What was found.
   *
   * @param index which was given first, where the memory was opened for this
   */
  private record Looked(Optional<Disclosure.Given> index, Held held) {}

  private Served<Entrance.Step<Looked>> looked(
      Gate gate, boolean opens, String query, Within within, int most, boolean lexical) {
    Served<Optional<Disclosure.Given>> index =
        opens && !gate.isIndexRead()
            ? loading().giveIndex(gate).map(given -> Optional.of(given.given(now(), "")))
            : new Served.Done<>(Optional.empty());
    return index.then(given -> {
      Gate at = given.map(Disclosure.Given::gate).orElse(gate);
      if (at.mayRead() instanceof Verdict.Refused refused) {
        return desk.refuse(at.scope().word(), refused);
      }
      Finder.Hits hits =
          finder.search(Optional.of(at.scope()), query, within.of(today()), most, lexical);
      Held held = Held.within(hits, at, query, now());
      return new Served.Done<>(new Entrance.Step<>(new Looked(given, held), held.gate()));
    });
  }

  private void keep(String session, Receipt receipt) {
    receipts.add(new Receipts.Kept(session, desk.project().root().toString(), receipt));
  }

  /** Without a session MEMORY.md is searched too, as it is for main (MEM-21), but under a role. */
  private boolean mayRead(Guard guard, String name) {
    boolean free = desk.actor().role().isEmpty() && name.equals("MEMORY.md");
    return free || guard.judge(Access.READ, name) instanceof Verdict.Allowed;
  }

  /**
   * What was given, and why (MEM-6): to the owner that of all, to anybody else that of its session
   * and of the memory that is open in it.
   *
   * @param wanted a session, or for the owner a room or main
   * @param limit the latest so many
   */
  public Served<Receipts.Listed> explain(Optional<Wanted> wanted, int limit) {
    String project = desk.project().root().toString();
    if (wanted.isEmpty() && visitor.isOwner()) {
      return new Served.Done<>(receipts.latest(kept -> kept.project().equals(project), limit));
    }
    if (wanted.isPresent() && !(wanted.get() instanceof Wanted.OfSession) && visitor.isOwner()) {
      return entrance
          .way(wanted.get().room())
          .map(way ->
              receipts.latest(
                  kept ->
                      kept.project().equals(project)
                          && kept.receipt().scope().equals(way.scope().word()),
                  limit));
    }
    return entrance
        .session(wanted.flatMap(Wanted::session))
        .map(session ->
            receipts.latest(
                kept ->
                    kept.project().equals(project)
                        && kept.session().equals(session.id())
                        && kept.receipt()
                            .scope()
                            .equals(session.gate().orElseThrow().scope().word()),
                limit));
  }

  private Loading loading() {
    return new Loading(files, finder, today());
  }

  private LocalDate today() {
    return desk.now().toLocalDate();
  }

  private Instant now() {
    return desk.now().toInstant();
  }

  private Entrance.Step<Given> step(String session, Loading.Routed routed) {
    Disclosure.Given given = routed.disclosure().given(now(), routed.mode());
    return new Entrance.Step<>(new Given(session, given, routed.nothing()), given.gate());
  }

  private Given recorded(String session, Disclosure.Given given, String nothing) {
    keep(session, given.receipt());
    return new Given(session, given, nothing);
  }
}
