package comity.panes;

import comity.project.Project;
import comity.sessions.HookDuty;
import comity.sessions.Session;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Finds what hooks are there for in a session (SES-9), while no one else waits for the disk. */
final class Duties {
  private final HostParts parts;

  Duties(HostParts parts) {
    this.parts = parts;
  }

  /**
   * Looks whether there is a role and memory, and hands over what follows from it, perhaps later.
   */
  void of(Session session, Consumer<Set<HookDuty>> then) {
    boolean role = session.role().isPresent();
    Optional<String> root = session.project();
    if (root.isEmpty()) {
      // A role is one of a project: without it the guard would deny all that the agent does.
      then.accept(HookDuty.of(false, false));
      return;
    }
    try {
      parts
          .aside()
          .programs()
          .execute(() -> {
            boolean found = hasMemory(root.get());
            parts.loop().submit(() -> then.accept(HookDuty.of(role, found)));
          });
    } catch (OutOfMemoryError noThread) {
      parts.log().accept("looking for memory in " + root.get() + ": " + noThread);
      then.accept(HookDuty.of(role, true));
    }
  }

  /** What can't be looked at is guarded. */
  private boolean hasMemory(String root) {
    try {
      return Project.hasGatedMemory(Path.of(root));
    } catch (RuntimeException | VirtualMachineError fault) {
      parts.log().accept("looking for memory in " + root + ": " + fault);
      return true;
    }
  }
}
