package comity.conformance.memory;

import comity.conformance.memory.Ask.Answer;
import comity.files.Home;
import comity.memory.Entry;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Overview;
import comity.project.Project;
import comity.project.Served;
import comity.recall.Finders;
import comity.recall.MemoryDesk;
import comity.recall.OpenMemory;
import comity.recall.Visitor;
import comity.recall.Wanted;
import comity.recall.Within;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** The desk itself, in this process: what is behind every other door. */
final class DeskDoor implements Ask.Door {
  private static final int MOST = 10;

  private final Desk desk;
  private final MemoryDesk memory;
  private final Visitor visitor;
  private final Random random;

  DeskDoor(LeakGround ground, Visitor visitor, Finders finders, Random random) {
    Home home = new Home(ground.home());
    Project project = new Project("project", ground.root());
    InstantSource clock = InstantSource.system();
    this.visitor = visitor;
    this.random = random;
    this.desk =
        new Desk(
            home,
            project,
            visitor.actor(),
            clock,
            ZoneId.systemDefault(),
            new Overview(clock),
            new OpenMemory(home, project, visitor));
    this.memory = new MemoryDesk(desk, visitor, finders.of(project), Tokenizer.DEFAULT, random);
  }

  @Override
  public boolean takes(Ask ask) {
    return true;
  }

  @Override
  public Answer ask(Ask ask) {
    Optional<String> handle = Optional.of(ask.handle()).filter(each -> !each.isEmpty());
    Optional<Wanted> wanted = wanted(ask, handle);
    return switch (ask.kind()) {
      case OPEN ->
          answer(
              memory.open(Optional.of(ask.room()).filter(_ -> !ask.isMain())),
              MemoryDesk.Opened::session);
      case GET ->
          answer(
              memory.get(
                  handle,
                  ask.text(),
                  random.nextBoolean()
                      ? Optional.of(LeakGround.question(random))
                      : Optional.empty(),
                  true),
              MemoryDesk.Given::session);
      case LOAD ->
          answer(
              memory.load(
                  wanted
                      .or(() -> visitor.session().map(Wanted.OfSession::new))
                      .orElse(new Wanted.OfSession("none")),
                  ask.text(),
                  true),
              MemoryDesk.Given::session);
      case SEARCH ->
          answer(
              memory.search(wanted, ask.text(), within(), MOST, true),
              MemoryDesk.Searched::session);
      case DECIDE -> append(wanted, Entry.Kind.DECISION, ask.text());
      case TASK -> append(wanted, Entry.Kind.TASK, ask.text());
      case NOTE -> append(wanted, Entry.Kind.NOTE, ask.text());
      case FLUSH -> answer(memory.keeping().flush(wanted), _ -> "");
      case CLOSE -> answer(memory.close(handle), _ -> "");
      case EXPLAIN -> answer(memory.explain(handle.map(Wanted.OfSession::new), MOST), _ -> "");
      case BESIDE ->
          random.nextBoolean()
              ? answer(desk.notes().write(ask.text(), ""), _ -> "")
              : answer(desk.notes().bye("Lesson: " + ask.text()), _ -> "");
    };
  }

  private Answer append(Optional<Wanted> wanted, Entry.Kind kind, String text) {
    return answer(
        memory.keeping().append(wanted, kind, text, false),
        comity.recall.Keeping.Appended::session);
  }

  private Within within() {
    List<Within> all = List.of(Within.ALL, Within.RECENT, Within.LONGTERM);
    return all.get(random.nextInt(all.size()));
  }

  private static Optional<Wanted> wanted(Ask ask, Optional<String> handle) {
    if (!ask.room().isEmpty()) {
      return Optional.of(ask.isMain() ? new Wanted.OfMain() : new Wanted.OfRoom(ask.room()));
    }
    return handle.map(Wanted.OfSession::new);
  }

  /** Records tell all that is in them. */
  private static <T> Answer answer(Served<T> served, Function<T, String> session) {
    return served instanceof Served.Done<T>(T value)
        ? new Answer(true, String.valueOf(value), session.apply(value))
        : new Answer(false, String.valueOf(served), "");
  }
}
