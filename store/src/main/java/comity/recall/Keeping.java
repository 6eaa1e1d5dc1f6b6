package comity.recall;

import comity.memory.Beginnings;
import comity.memory.Entry;
import comity.memory.GroupNames;
import comity.memory.IndexEdit;
import comity.memory.Scope;
import comity.memory.Secrets;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Served;
import comity.roles.Isolation.Verdict;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
   * @param note what whoever wrote it should know; mostly empty
   */
  public record Appended(String session, String file, boolean changed, String note) {}

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
      return new Served.Undone<>(
          Directives.Reason.INVALID,
          problem.get(),
          text.isBlank() ? "give what is to be written" : "give another text");
    }
    return session(wanted)
        .then(session -> {
          Scope scope = session.gate().orElseThrow().scope();
          Entry entry = new Entry(kind, text, local(now()), Optional.empty());
          MemoryWrites writes =
              new MemoryWrites(desk.home(), desk.project(), desk.writes("memory-gate"));
          return written(session, scope, writes.append(scope, entry, redact));
        });
  }

  /**
   * Changes the index of the memory that is open, which only grows (MEM-14): a row more, or the
   * rows of a file marked as deprecated.
   *
   * @param text as {@link IndexEdit#read} takes it
   */
  public Served<Appended> index(Optional<Wanted> wanted, String text) {
    Optional<String> secret = Secrets.refusal(text);
    if (secret.isPresent()) {
      return desk.refuse(
          "index", new Verdict.Refused("secret", secret.get(), "Leave the secret out"));
    }
    return session(wanted)
        .then(session -> {
          Scope scope = session.gate().orElseThrow().scope();
          IndexEdit.Change change = IndexEdit.read(scope, text);
          if (change instanceof IndexEdit.Change.Wrong(String why)) {
            return new Served.Undone<>(
                Directives.Reason.INVALID,
                why,
                "such as: past decisions, why | experience.md | P2");
          }
          MemoryWrites writes =
              new MemoryWrites(desk.home(), desk.project(), desk.writes("memory-gate"));
          // A row alone is no index: one that is missing is made whole first (MEM-19).
          boolean isThere =
              Files.exists(desk.project().root().resolve(scope.index()), LinkOption.NOFOLLOW_LINKS);
          return (isThere ? new Served.Done<>(List.of()) : each(Set.of(scope)))
              .then(_ -> written(session, scope, writes.editIndex(scope, change::in)));
        });
  }

  private Served<Appended> written(
      MemorySession session, Scope scope, MemoryWrites.Writing writing) {
    return switch (writing) {
      case MemoryWrites.Writing.Written(String file, boolean changed, String note) -> {
        touch(session);
        yield new Served.Done<>(new Appended(session.id(), file, changed, note));
      }
      case MemoryWrites.Writing.Secret(String why) ->
          desk.refuse(
              scope.folder(),
              new Verdict.Refused(
                  "secret", why, "Leave it out, or have it redacted: " + redacting()));
      case MemoryWrites.Writing.Refused(Verdict.Refused refused) ->
          desk.refuse(scope.folder(), refused);
    };
  }

  /** How that is asked for at the door of the visitor. */
  private String redacting() {
    return switch (desk.actor().door()) {
      case CLI -> "--redact";
      case MCP, HTTP, GUARD -> "the argument redact, true";
    };
  }

  private Served<MemorySession> session(Optional<Wanted> wanted) {
    return wanted.isEmpty()
        ? entrance.session(Optional.empty())
        : switch (wanted.get()) {
          case Wanted.OfSession(String handle) -> entrance.session(Optional.of(handle));
          case Wanted.OfRoom _, Wanted.OfMain _ ->
              entrance
                  .way(wanted.get().room())
                  .then(way ->
                      visitor.session().isPresent()
                          ? entrance.open(way)
                          : entrance.opening(way).map(Entrance.Going::session));
        };
  }

  /** That something was done; where another was quicker, its time is as good. */
  void touch(MemorySession session) {
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

  /** The scopes that a flush of a session is about: a group alone, or main and all before it. */
  static Set<Scope> scopes(MemorySession session) {
    Set<Scope> scopes = new LinkedHashSet<>();
    Scope open = session.open().orElse(new Scope.Main());
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
    Set<Scope> scopes = new LinkedHashSet<>();
    List<String> left = new ArrayList<>();
    for (Scope.Group group : flush().waiting()) {
      if (isKnown(group)) {
        scopes.add(group);
      } else {
        left.add(
            "what waits for the group "
                + group.name()
                + " stays where it waits: it has neither an index nor a room");
      }
    }
    scopes.add(new Scope.Main());
    return each(scopes)
        .map(all ->
            all.stream()
                .map(done -> done.scope() instanceof Scope.Main ? done.with(left) : done)
                .toList());
  }

  /** Whether a group has a memory or a room; for another name that waits none is made. */
  private boolean isKnown(Scope.Group group) {
    return Files.isRegularFile(
            desk.project().root().resolve(group.index()), LinkOption.NOFOLLOW_LINKS)
        || entrance.names().entries().stream().anyMatch(entry -> entry.group().equals(group));
  }

  Served<List<Flush.Flushing.Flushed>> flushed(MemorySession session, Set<Scope> scopes) {
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

  Served<List<Flush.Flushing.Flushed>> each(Set<Scope> scopes) {
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

  Flush flush() {
    return new Flush(desk.home(), desk.project(), this::now, desk.writes("memory-flush"));
  }

  /** Makes what is missing of a memory, and changes nothing that is there (MEM-19). */
  public Served<List<Flush.Flushing.Flushed>> init(Wanted wanted) {
    return entrance.way(wanted.room()).then(way -> each(Set.of(way.scope())));
  }

  private OffsetDateTime now() {
    return desk.now().toOffsetDateTime();
  }

  private Instant instant() {
    return desk.now().toInstant();
  }

  private static LocalDateTime local(OffsetDateTime time) {
    return time.toLocalDateTime();
  }
}
