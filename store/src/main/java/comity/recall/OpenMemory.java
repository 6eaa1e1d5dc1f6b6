package comity.recall;

import comity.files.Home;
import comity.memory.Scope;
import comity.project.Project;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which memory is open where a visitor works; looked up each time, since another door opens it. A
 * group's counts in other projects too: their notes are no place for it either.
 */
public final class OpenMemory implements Supplier<Optional<Scope>> {
  /** Nobody knows which: it may be a group's, so it counts as one. */
  private static final Scope UNKNOWN = new Scope.Group("unknown");

  private final MemorySessions sessions;
  private final Project project;
  private final Visitor visitor;

  /** Of a visitor to a project. */
  public OpenMemory(Home home, Project project, Visitor visitor) {
    this.sessions = new MemorySessions(home);
    this.project = project;
    this.visitor = visitor;
  }

  @Override
  public Optional<Scope> get() {
    Optional<String> id = visitor.session();
    if (id.isEmpty()) {
      return Optional.empty();
    }
    Optional<MemorySession> session = sessions.find(id.get());
    return session.isEmpty() && sessions.isDamaged(id.get())
        ? Optional.of(UNKNOWN)
        : session
            .filter(each -> each.project().equals(project.root()) || isGroup(each))
            .flatMap(MemorySession::open);
  }

  private static boolean isGroup(MemorySession session) {
    return session.open().filter(Scope.Group.class::isInstance).isPresent();
  }
}
