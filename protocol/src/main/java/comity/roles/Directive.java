package comity.roles;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A directive as it stands in a role file (ROLE-9).
 *
 * @param id {@code S} and its digits, as written
 * @param takenBy the roles that have a directive to all, while others have not
 * @param from {@code PROJECT/role} of the source, in a received one
 * @param at the time behind the mark, as written
 * @param title in one line; empty where there is none
 * @param body its lines joined by line feeds; empty where there is none
 * @param received whether it stands in the received section, as a copy of somebody's directive
 * @param line where it stands
 * @param to the line after its body
 */
public record Directive(
    String id,
    Target target,
    Mark mark,
    List<String> takenBy,
    Optional<String> from,
    Optional<String> at,
    String title,
    String body,
    boolean received,
    int line,
    int to) {

  /** How far it is. */
  public enum Mark {
    /** At its source it waits to be picked up; a received one waits to be done. */
    PENDING("🟡"),
    /** At its source it was delivered; a received one is done. */
    DONE("✅");

    private final String sign;

    Mark(String sign) {
      this.sign = sign;
    }

    /** As it stands in a file. */
    public String sign() {
      return sign;
    }
  }

  public Directive {
    takenBy = List.copyOf(takenBy);
  }

  /** The number in its id. */
  public BigInteger number() {
    return new BigInteger(id.substring(1));
  }

  public boolean isPending() {
    return mark == Mark.PENDING;
  }

  /** The lines of a pending directive. */
  static List<String> write(
      String id, String target, Optional<String> from, String title, String body) {
    List<String> lines = new ArrayList<>();
    String origin = from.map(place -> " (from " + place + ")").orElse("");
    String mark = Mark.PENDING.sign() + origin;
    lines.add("📡 **" + id + "→" + target + "**: " + mark + " **" + title + "**");
    if (!body.isEmpty()) {
      for (String line : body.split("\n", -1)) {
        lines.add(line.isEmpty() ? ">" : "> " + line);
      }
    }
    return lines;
  }
}
