package comity.recall;

import comity.memory.Attribution;
import comity.memory.Distiller;
import comity.memory.Entry;
import comity.memory.Opening;
import comity.memory.OtherOpenings;
import comity.memory.Remem;
import comity.memory.Scope;
import comity.memory.SessionEvent;
import comity.memory.Turn;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Does what the events of a provider's session ask for (MEM-16, MEM-17): keeps what was said since,
 * each turn for the memory that was open at its time, and flushes. Where it can't be told whose a
 * turn is, nobody gets it.
 */
public final class SessionEvents {
  private final Desk desk;
  private final Keeping keeping;
  private final MemorySessions sessions;
  private final Optional<String> id;
  private final Optional<MemorySession> session;
  private final List<String> problems = new ArrayList<>();

  /**
   * Of the session of a visitor.
   *
   * @param id the visitor's memory session
   */
  SessionEvents(Desk desk, Keeping keeping, Optional<String> id) {
    this.desk = desk;
    this.keeping = keeping;
    this.sessions = new MemorySessions(desk.home());
    this.id = id;
    this.session = id.flatMap(sessions::find);
  }

  /**
   * What came of an event.
   *
   * @param captured entries that were kept for a flush
   * @param flushed what was flushed
   * @param problems what a person should know
   */
  public record Handled(int captured, List<Flush.Flushing.Flushed> flushed, List<String> problems) {
    public Handled {
      flushed = List.copyOf(flushed);
      problems = List.copyOf(problems);
    }
  }

  /**
   * Does what an event asks for.
   *
   * @throws IOException where the transcript can't be read
   */
  public Served<Handled> happened(SessionEvent event) throws IOException {
    Path root = desk.project().root();
    if (session.filter(found -> !found.project().equals(root)).isPresent()) {
      // What was said belongs to the memory of another project.
      return new Served.Done<>(new Handled(0, List.of(), List.of()));
    }
    if (session.isEmpty() && id.filter(sessions::isDamaged).isPresent()) {
      return new Served.Undone<>(
          Directives.Reason.CONFLICT,
          "the record of this session is damaged, so it can't be told whose memory it is about",
          "open the memory anew; what was said until then is kept nowhere");
    }
    if (session.isEmpty() && !event.isRemem() && !hasMain()) {
      return new Served.Done<>(new Handled(0, List.of(), List.of()));
    }
    if (session.isEmpty() && event.isRemem() && isAnyOpen()) {
      return new Served.Undone<>(
          Directives.Reason.CONFLICT,
          "it can't be told whose memory this session is about",
          "flush with the tool memory_flush, or run the agent in a Comity session");
    }
    session.filter(found -> found.gate().isPresent()).ifPresent(keeping::touch);
    int captured = captured(event);
    if (!Remem.note(event.prompt()).isEmpty() && event.isRemem()) {
      captured += note(Remem.note(event.prompt()));
    }
    int count = captured;
    return switch (event.effect()) {
      case FLUSHED -> flushed(scopes()).map(done -> new Handled(count, done, problems));
      case FLUSHED_ANEW -> gone(count, flushed(all()), false);
      case FLUSHED_CLOSED -> gone(count, flushed(all()), true);
      case KEPT, NOTHING -> new Served.Done<>(new Handled(count, List.of(), problems));
    };
  }

  /** Whoever never used memory gets none without asking for it. */
  private boolean hasMain() {
    return Files.exists(desk.project().root().resolve(new Scope.Main().index()));
  }

  /** Whether some session of the project has a group's memory open: it may be this one's. */
  private boolean isAnyOpen() {
    return here().stream()
        .flatMap(found -> found.open().stream())
        .anyMatch(Scope.Group.class::isInstance);
  }

  private List<MemorySession> here() {
    return sessions.all().stream()
        .filter(found -> found.project().equals(desk.project().root()))
        .toList();
  }

  private int note(String text) {
    Entry entry = new Entry(Entry.Kind.NOTE, text, local(), Optional.empty());
    Scope scope = session.flatMap(MemorySession::open).orElse(new Scope.Main());
    keeping.flush().capture(scope, List.of(entry));
    return 1;
  }

  private Set<Scope> scopes() {
    return session.map(Keeping::scopes).orElse(Set.of(new Scope.Main()));
  }

  private Set<Scope> all() {
    Set<Scope> all = new LinkedHashSet<>(scopes());
    session.ifPresent(found -> found.openings().forEach(opening -> all.add(opening.scope())));
    return all;
  }

  private Served<List<Flush.Flushing.Flushed>> flushed(Set<Scope> scopes) {
    return session.isPresent() ? keeping.flushed(session.get(), scopes) : keeping.each(scopes);
  }

  /** Whether it could be written or not, what was given is gone from the context. */
  private Served<Handled> gone(
      int captured, Served<List<Flush.Flushing.Flushed>> flushed, boolean end) {
    session
        .flatMap(found -> sessions.find(found.id()))
        .ifPresent(found -> {
          MemorySession next = end ? found.closed(instant()) : found.anew();
          if (end && flushed instanceof Served.Done<?>) {
            // Nothing was done in it since but to end it.
            next = next.flushed(instant());
          }
          boolean _ = sessions.keep(Optional.of(found), next);
        });
    return flushed.map(done -> new Handled(captured, done, problems));
  }

  private int captured(SessionEvent event) throws IOException {
    if (event.transcript().isEmpty() || event.kind() == SessionEvent.Kind.OTHER) {
      return 0;
    }
    String transcript = event.transcript().get();
    if (event.session().isBlank() || !Path.of(transcript).toString().contains(event.session())) {
      // An agent could name the transcript of another; a provider's own has the session's id in its
      // name, or says it in its lines.
      if (!Transcripts.isOf(Path.of(transcript), event.format().orElseThrow(), event.session())) {
        return 0;
      }
    }
    MemorySession begun =
        session.orElseGet(() ->
            MemorySession.begun("transcript:" + event.session(), desk.project().root(), instant()));
    MemorySession known = sessions.find(begun.id()).orElse(begun);
    Transcripts.Latest latest = Transcripts.read(Path.of(transcript), event.format().orElseThrow());
    List<MemorySession> everywhere = sessions.all();
    List<Turn> turns = Transcripts.after(marks(everywhere, transcript), latest.turns());
    if (latest.isCut() && turns.size() == latest.turns().size()) {
      problems.add(
          "of the transcript "
              + transcript
              + " only the last turns were read, at most the last "
              + (Transcripts.MAX_BYTES >> 20)
              + " MiB; what was said before is kept nowhere");
    }
    if (turns.isEmpty()) {
      return 0;
    }
    // That this session has kept the last part shows that the conversation is held in it.
    Set<String> own = marks(List.of(known), transcript);
    boolean held =
        session.isPresent()
            && !own.isEmpty()
            && Transcripts.after(own, latest.turns()).size() == turns.size();
    OtherOpenings others = held ? OtherOpenings.NONE : others(everywhere);
    Attribution.Attributed parts = new Attribution(changes()).of(attributable(turns));
    int count = 0;
    for (Map.Entry<Scope, List<Turn>> part : parts.scoped().entrySet()) {
      count +=
          captured(part.getKey(), event.session(), others.left(part.getValue(), part.getKey()));
    }
    Scope main = new Scope.Main();
    count += captured(main, event.session(), others.left(parts.unscoped(), main));
    remember(known.id(), transcript, turns.getLast().id());
    return count;
  }

  private static List<Opening> openings(
      List<MemorySession> sessions, Predicate<MemorySession> which) {
    return sessions.stream().filter(which).flatMap(each -> each.openings().stream()).toList();
  }

  /** The last turns of a transcript that these sessions have kept. */
  private static Set<String> marks(List<MemorySession> sessions, String transcript) {
    return sessions.stream()
        .flatMap(each -> Optional.ofNullable(each.transcripts().get(transcript)).stream())
        .collect(Collectors.toSet());
  }

  /** What was open in all sessions but this one, as far as it is known. */
  private OtherOpenings others(List<MemorySession> all) {
    List<MemorySession> others =
        all.stream()
            .filter(each -> session.filter(own -> own.id().equals(each.id())).isEmpty())
            .toList();
    Path root = desk.project().root();
    return new OtherOpenings(
        openings(others, each -> each.project().equals(root)),
        openings(others, each -> !each.project().equals(root)),
        Stream.concat(
                sessions.knownSince().stream(),
                others.stream().flatMap(each -> each.knownSince().stream()))
            .max(Instant::compareTo));
  }

  /** Those of whose time it is known what was open: nobody gets what was said before. */
  private List<Turn> attributable(List<Turn> turns) {
    Optional<Instant> since = session.flatMap(MemorySession::knownSince);
    return turns.stream()
        .filter(turn -> since.isEmpty() || turn.time().filter(since.get()::isAfter).isEmpty())
        .toList();
  }

  /** What was open when in the session; nothing where none is known. */
  private List<Attribution.Change> changes() {
    List<Attribution.Change> changes = new ArrayList<>();
    for (Opening opening : session.map(MemorySession::openings).orElse(List.of())) {
      changes.add(new Attribution.Change(opening.from(), Optional.of(opening.scope())));
      opening.to().ifPresent(to -> changes.add(new Attribution.Change(to, Optional.empty())));
    }
    return changes;
  }

  /** What was kept is not kept again, also where the person takes it out of the file. */
  private void remember(String id, String transcript, String turn) {
    Path root = desk.project().root();
    boolean kept = false;
    while (!kept) {
      Optional<MemorySession> before = sessions.find(id);
      MemorySession now = before.orElseGet(() -> MemorySession.begun(id, root, instant()));
      kept = sessions.keep(before, now.kept(transcript, turn));
    }
  }

  private int captured(Scope scope, String id, List<Turn> turns) {
    List<Entry> entries = Distiller.distil(turns.iterator(), id, desk.now().getZone(), local());
    if (!entries.isEmpty()) {
      keeping.flush().capture(scope, entries);
    }
    return entries.size();
  }

  private Instant instant() {
    return desk.now().toInstant();
  }

  private LocalDateTime local() {
    return desk.now().toLocalDateTime();
  }
}
