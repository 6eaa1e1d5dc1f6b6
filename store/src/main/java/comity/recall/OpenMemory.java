package comity.recall;

import comity.files.Home;
import comity.memory.Gate;
import comity.memory.Scope;
import comity.project.Project;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which memory is open where a visitor works; looked up each time, since another door opens it. A
 * group's counts in other projects too: their notes are no place for it either.
 */
public final class OpenMemory implements Supplier<Optional<Scope>> {
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
    return visitor
        .session()
        .flatMap(sessions::find)
        .filter(session -> session.project().equals(project.root()) || isGroup(session))
        .flatMap(MemorySession::gate)
        .map(Gate::scope);
  }

  private static boolean isGroup(MemorySession session) {
    return session.gate().filter(gate -> gate.scope() instanceof Scope.Group).isPresent();
  }
}
