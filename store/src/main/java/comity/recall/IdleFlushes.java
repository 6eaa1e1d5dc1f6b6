package comity.recall;

import comity.files.FileException;
import comity.files.Home;
import comity.memory.Rooms;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Project;
import comity.project.Projects;
import comity.project.Served;
import comity.roles.Actor;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Flushes what was used and then left alone, once (MEM-16). */
public final class IdleFlushes {
  /** A session that rested so long is over, and nothing of it waits. */
  private static final Duration KEPT = Duration.ofDays(30);

  private final Home home;
  private final InstantSource clock;
  private final ZoneId zone;

  /**
   * Of the memory sessions of a home.
   *
   * @param home opened
   */
  public IdleFlushes(Home home, InstantSource clock, ZoneId zone) {
    this.home = home;
    this.clock = clock;
    this.zone = zone;
  }

  /**
   * Flushes each session in which nothing happened for that long, and that was not flushed since;
   * forgets those that are long over.
   *
   * @return what could not be flushed, for a person
   */
  public List<String> run(Duration idle) {
    Instant now = clock.instant();
    Instant latest = now.minus(idle);
    List<String> problems = new ArrayList<>();
    MemorySessions sessions = new MemorySessions(home);
    for (MemorySession session : sessions.all()) {
      if (!session.isUnflushed() && session.activeAt().isBefore(now.minus(KEPT))) {
        sessions.forget(session, now);
      } else if (session.isUnflushed() && !session.activeAt().isAfter(latest)) {
        tried(session).ifPresent(problems::add);
      }
    }
    return problems;
  }

  /** One that can't be flushed stops no other. */
  private Optional<String> tried(MemorySession session) {
    try {
      return flush(session);
    } catch (FileException failed) {
      return Optional.of(String.valueOf(failed.getMessage()));
    }
  }

  private Optional<String> flush(MemorySession session) {
    if (!Files.isDirectory(session.project())) {
      return Optional.empty();
    }
    Project project = new Projects(home).at(session.project());
    Actor owner =
        new Actor(
            System.getProperty("user.name", "unknown"),
            Optional.empty(),
            Optional.of(session.id()),
            Actor.Door.HTTP);
    Desk desk = new Desk(home, project, owner, clock, zone);
    Visitor visitor = new Visitor(owner, new Rooms.All(), Optional.of(session.id()));
    Entrance entrance =
        new Entrance(
            desk,
            visitor,
            new ScopeFiles(project.root()),
            Tokenizer.DEFAULT,
            RandomGenerator.getDefault());
    return switch (new Keeping(desk, visitor, entrance).flushed(session)) {
      case Served.Done<List<Flush.Flushing.Flushed>> _ -> Optional.empty();
      case Served.NotAllowed<List<Flush.Flushing.Flushed>>(var verdict) ->
          Optional.of(verdict.reason());
      case Served.Undone<List<Flush.Flushing.Flushed>>(var _, String why, String todo) ->
          Optional.of(why + "; " + todo);
    };
  }
}
