package comity.roles;

import java.nio.charset.StandardCharsets;
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
  private static final byte[] WAITING =
      Directive.Mark.PENDING.sign().getBytes(StandardCharsets.UTF_8);
  private static final byte[][] BOXES = {
    "[ ]".getBytes(StandardCharsets.UTF_8),
    "[/]".getBytes(StandardCharsets.UTF_8),
    "🔲".getBytes(StandardCharsets.UTF_8),
    "☐".getBytes(StandardCharsets.UTF_8)
  };

  public Glance {
    sent = List.copyOf(sent);
  }

  /** Reads a file's bytes. */
  public static Glance of(byte[] bytes) {
    RoleFile file = RoleFile.read(bytes);
    boolean waiting = has(bytes, WAITING);
    boolean open = waiting;
    for (byte[] box : BOXES) {
      open = open || has(bytes, box);
    }
    return new Glance(
        file.l0(),
        file.lines().size(),
        waiting ? file.pending() : 0,
        open ? file.openTasks() : 0,
        waiting ? file.sent().stream().filter(Directive::isPending).toList() : List.of());
  }

  private static boolean has(byte[] text, byte[] sought) {
    int last = text.length - sought.length;
    for (int at = 0; at <= last; at++) {
      if (text[at] == sought[0] && text[at + 1] == sought[1] && text[at + 2] == sought[2]) {
        return true;
      }
    }
    return false;
  }
}
