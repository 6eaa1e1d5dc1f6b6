package comity.recall;

import comity.memory.Attribution;
import comity.memory.Beginnings;
import comity.memory.Distiller;
import comity.memory.Entry;
import comity.memory.Gate;
import comity.memory.GroupNames;
import comity.memory.Remem;
import comity.memory.Scope;
import comity.memory.SessionEvent;
import comity.memory.Turn;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Served;
import comity.roles.Isolation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that one visitor writes into the memory of a project: entries at once (MEM-14), and what was
 * captured, at a flush (MEM-16, MEM-17). Each goes to the memory that was open, and to no other.
 */
public final class Keeping {
  private final Desk desk;
  private final Visitor visitor;
  private final Entrance entrance;
  private final MemorySessions sessions;

  Keeping(Desk desk, Visitor visitor, Entrance entrance) {
    this.desk = desk;
    this.visitor = visitor;
    this.entrance = entrance;
    this.sessions = new MemorySessions(desk.home());
  }

  /**
   * What was written.
   *
   * @param file from the project's root
   * @param changed whether it was not there before
   */
  public record Appended(String session, String file, boolean changed) {}

  /**
   * Writes an entry into the memory that is open, or that is opened for it.
   *
   * @param wanted empty for the session of the visitor
   * @param redact whether secrets are replaced; otherwise a text with one is refused
   */
  public Served<Appended> append(
      Optional<Wanted> wanted, Entry.Kind kind, String text, boolean redact) {
    Optional<String> problem = Entry.problem(text.strip());
    if (problem.isPresent()) {
      return new Served.Undone<>(Directives.Reason.INVALID, problem.get(), "give a shorter text");
    }
    return session(wanted)
        .then(session -> {
          Scope scope = session.gate().orElseThrow().scope();
          Entry entry = new Entry(kind, text, local(now()), Optional.empty());
          MemoryWrites writes =
              new MemoryWrites(desk.home(), desk.project(), desk.writes("memory-gate"));
          return switch (writes.append(scope, entry, redact)) {
            case MemoryWrites.Writing.Written(String file, boolean changed) -> {
              touch(session);
              yield new Served.Done<>(new Appended(session.id(), file, changed));
            }
            case MemoryWrites.Writing.Secret(String why) ->
                desk.refuse(
                    scope.folder(),
                    new Verdict.Refused(
                        "secret", why, "Leave it out, or have it redacted (--redact)"));
            case MemoryWrites.Writing.Refused(Verdict.Refused refused) ->
                desk.refuse(scope.folder(), refused);
          };
        });
  }

  private Served<MemorySession> session(Optional<Wanted> wanted) {
    return wanted.isEmpty()
        ? entrance.session(Optional.empty())
        : switch (wanted.get()) {
          case Wanted.OfSession(String handle) -> entrance.session(Optional.of(handle));
          case Wanted.OfRoom _, Wanted.OfMain _ ->
              entrance.way(wanted.get().room()).then(entrance::open);
        };
  }

  /** That something was done; where another was quicker, its time is as good. */
  private void touch(MemorySession session) {
    boolean _ =
        sessions.keep(Optional.of(session), session.with(session.gate().orElseThrow(), instant()));
  }

  /**
   * Flushes the memory that is open: a group's its own; main's with all that was opened in the
   * session.
   *
   * @param wanted empty for the session of the visitor
   */
  public Served<List<Flush.Flushing.Flushed>> flush(Optional<Wanted> wanted) {
    return session(wanted).then(session -> flushed(session, scopes(session)));
  }

  private static Scope open(MemorySession session) {
    return session.gate().map(Gate::scope).orElse(new Scope.Main());
  }

  /** The scopes that a flush of a session is about: a group alone, or main and all before it. */
  private static Set<Scope> scopes(MemorySession session) {
    Set<Scope> scopes = new LinkedHashSet<>();
    Scope open = open(session);
    if (open instanceof Scope.Main) {
      session.openings().forEach(opening -> scopes.add(opening.scope()));
    }
    scopes.add(open);
    return scopes;
  }

  /** Flushes main and each group for which something waits; the owner's alone. */
  public Served<List<Flush.Flushing.Flushed>> flushAll() {
    if (!visitor.isOwner()) {
      return desk.refuse(
          "memory flush --all",
          new Verdict.Refused(
              "owner-only",
              "To flush every memory is its owner's",
              "Flush the memory that is open"));
    }
    Set<Scope> scopes = new LinkedHashSet<>(flush().waiting());
    scopes.add(new Scope.Main());
    return each(scopes);
  }

  private Served<List<Flush.Flushing.Flushed>> flushed(MemorySession session, Set<Scope> scopes) {
    Instant before = instant();
    return each(scopes)
        .map(flushed -> {
          sessions
              .find(session.id())
              .ifPresent(now -> {
                boolean _ = sessions.keep(Optional.of(now), now.flushed(before));
              });
          return flushed;
        });
  }

  /** Flushes all that was ever open in a session. */
  Served<List<Flush.Flushing.Flushed>> flushed(MemorySession session) {
    Set<Scope> scopes = new LinkedHashSet<>();
    session.openings().forEach(opening -> scopes.add(opening.scope()));
    return flushed(session, scopes);
  }

  private Served<List<Flush.Flushing.Flushed>> each(Set<Scope> scopes) {
    List<Flush.Flushing.Flushed> all = new ArrayList<>();
    for (Scope scope : scopes) {
      switch (flush().run(scope, List.of(), about(scope))) {
        case Flush.Flushing.Flushed flushed -> all.add(flushed);
        case Flush.Flushing.Refused(Verdict.Refused refused) -> {
          return desk.refuse(scope.folder(), refused);
        }
      }
    }
    return new Served.Done<>(all);
  }

  private Beginnings.About about(Scope scope) {
    String channel =
        entrance.names().entries().stream()
            .filter(entry -> entry.group().equals(scope))
            .map(GroupNames.Entry::channel)
            .findFirst()
            .orElse("");
    return new Beginnings.About(channel, "");
  }

  private Flush flush() {
    return new Flush(desk.home(), desk.project(), this::now, desk.writes("memory-flush"));
  }

  /** Makes what is missing of a memory, and changes nothing that is there (MEM-19). */
  public Served<List<Flush.Flushing.Flushed>> init(Wanted wanted) {
    return entrance.way(wanted.room()).then(way -> each(Set.of(way.scope())));
  }

  /**
   * What came of an event of a session.
   *
   * @param captured entries that were kept for a flush
   * @param flushed what was flushed
   */
  public record Handled(int captured, List<Flush.Flushing.Flushed> flushed) {
    public Handled {
      flushed = List.copyOf(flushed);
    }
  }

  /**
   * Does what an event of the visitor's session asks for (MEM-16): keeps what was said since, each
   * turn for the memory that was open at its time, and flushes before the context is compacted, at
   * the end, and when the person asks for it.
   *
   * @throws IOException where the transcript can't be read
   */
  public Served<Handled> happened(SessionEvent event) throws IOException {
    Optional<MemorySession> session = visitor.session().flatMap(sessions::find);
    if (session.filter(found -> !found.project().equals(desk.project().root())).isPresent()) {
      // What was said belongs to the memories of another project.
      return new Served.Done<>(new Handled(0, List.of()));
    }
    boolean asked = event.kind() == SessionEvent.Kind.PROMPT && Remem.isAsked(event.prompt());
    if (session.isEmpty() && !asked && !hasMain()) {
      return new Served.Done<>(new Handled(0, List.of()));
    }
    session.ifPresent(this::alive);
    int captured = captured(event, session);
    String note = asked ? Remem.note(event.prompt()) : "";
    Set<Scope> scopes = session.map(Keeping::scopes).orElse(Set.of(new Scope.Main()));
    if (!note.isEmpty()) {
      Entry entry = new Entry(Entry.Kind.NOTE, note, local(now()), Optional.empty());
      flush().capture(session.map(Keeping::open).orElse(new Scope.Main()), List.of(entry));
      captured++;
    }
    int count = captured;
    return switch (event.kind()) {
      case COMPACTING -> whole(session, scopes, count, false);
      case ENDED -> whole(session, scopes, count, true);
      case PROMPT ->
          asked
              ? whole(session, scopes, count, false)
              : new Served.Done<>(new Handled(count, List.of()));
      case ANSWERED, OTHER -> new Served.Done<>(new Handled(count, List.of()));
    };
  }

  /** Whoever never used memory gets none without asking for it. */
  private boolean hasMain() {
    return Files.exists(desk.project().root().resolve(new Scope.Main().index()));
  }

  private void alive(MemorySession session) {
    if (session.gate().isPresent()) {
      touch(session);
    }
  }

  private Served<Handled> whole(
      Optional<MemorySession> session, Set<Scope> scopes, int captured, boolean end) {
    Set<Scope> all = new LinkedHashSet<>(scopes);
    session.ifPresent(found -> found.openings().forEach(opening -> all.add(opening.scope())));
    Served<List<Flush.Flushing.Flushed>> flushed =
        session.isPresent() ? flushed(session.get(), all) : each(all);
    // Whether it could be written or not, what was given is gone from the context.
    session.flatMap(found -> sessions.find(found.id())).ifPresent(found -> anew(found, end));
    return flushed.map(done -> new Handled(captured, done));
  }

  private void anew(MemorySession session, boolean end) {
    MemorySession next =
        end || session.gate().isEmpty()
            ? session.closed(instant())
            : session.with(
                Gate.open(
                    session.gate().get().scope(),
                    session.gate().get().room(),
                    session.gate().get().tokenizer()),
                session.activeAt());
    boolean _ = sessions.keep(Optional.of(session), next);
  }

  private int captured(SessionEvent event, Optional<MemorySession> session) throws IOException {
    if (event.transcript().isEmpty() || event.kind() == SessionEvent.Kind.OTHER) {
      return 0;
    }
    List<Turn> turns =
        Transcripts.read(Path.of(event.transcript().get()), event.format().orElseThrow());
    List<Attribution.Change> changes = new ArrayList<>();
    session.ifPresent(found ->
        found
            .openings()
            .forEach(opening -> {
              changes.add(new Attribution.Change(opening.from(), Optional.of(opening.scope())));
              opening
                  .to()
                  .ifPresent(to -> changes.add(new Attribution.Change(to, Optional.empty())));
            }));
    Attribution.Attributed parts = new Attribution(changes).of(turns);
    int count = 0;
    for (Map.Entry<Scope, List<Turn>> part : parts.scoped().entrySet()) {
      count += captured(part.getKey(), event.session(), part.getValue());
    }
    return count + captured(new Scope.Main(), event.session(), parts.unscoped());
  }

  private int captured(Scope scope, String session, List<Turn> turns) {
    List<Entry> entries = Distiller.distil(turns.iterator(), session, zone(), local(now()));
    if (!entries.isEmpty()) {
      flush().capture(scope, entries);
    }
    return entries.size();
  }

  private OffsetDateTime now() {
    return desk.now().toOffsetDateTime();
  }

  private Instant instant() {
    return desk.now().toInstant();
  }

  private ZoneId zone() {
    return desk.now().getZone();
  }

  private static LocalDateTime local(OffsetDateTime time) {
    return time.toLocalDateTime();
  }
}
