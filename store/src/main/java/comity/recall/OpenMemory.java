package comity.recall;

import comity.files.Home;
import comity.memory.Gate;
import comity.memory.Scope;
import comity.project.Project;
import java.util.Optional;
import java.util.function.Supplier;

/** Which memory is open where a visitor works; looked up each time, since another door opens it. */
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
        .flatMap(id -> sessions.find(project.root(), id))
        .flatMap(MemorySession::gate)
        .map(Gate::scope);
  }
}
