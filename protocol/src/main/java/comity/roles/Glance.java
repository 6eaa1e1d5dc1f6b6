package comity.roles;

import java.util.List;
import java.util.Optional;

/**
 * What a status shows of a role file (ROLE-5), without reading more of it than that takes.
 *
 * @param l0 its header
 * @param lines how many it has
 * @param pending how many directives it has received and not done
 * @param openTasks how many of its tasks are not done
 * @param sent its directives to others that wait
 */
public record Glance(
    Optional<L0> l0, int lines, long pending, long openTasks, List<Directive> sent) {
  public Glance {
    sent = List.copyOf(sent);
  }

  /** Reads a file's bytes. */
  public static Glance of(byte[] bytes) {
    return QuickGlance.of(bytes).orElseGet(() -> whole(bytes));
  }

  /** By reading the file as a whole. */
  static Glance whole(byte[] bytes) {
    RoleFile file = RoleFile.read(bytes);
    return new Glance(
        file.l0(),
        file.lines().size(),
        file.pending(),
        file.openTasks(),
        file.sent().stream().filter(Directive::isPending).toList());
  }
}
