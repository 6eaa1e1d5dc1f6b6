package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a role, or the owner, is shown to go on with the work (ROLE-24). */
public final class Briefing {
  /** A report of usual size: what an agent's context has room for before any work. */
  public static final int USUAL_BUDGET = 8_000;

  private static final Pattern FAILURE =
      Pattern.compile(
          "❌|🔴|(?i)\\b(fail(s|ed|ing|ure|ures)?|broken|blocked|blocker)\\b|失败|未解决|阻塞|报错");

  private static final Pattern SOLVED =
      Pattern.compile(
          "✅|~~|\\[[xX]]|(?i)\\b(fixed|resolved|solved|passes|passed)\\b|已解决|已修复|已通过|已完成");

  /** A file's text and its name for people; empty where there is none. */
  public record Text(String source, String text) {}

  /**
   * A directive that waits or was just taken.
   *
   * @param from {@code PROJECT/role} of the file in which it stands
   */
  public record Waiting(String from, Directive directive) {}

  /**
   * What a report is made of.
   *
   * @param today notes of today
   * @param waiting directives to be picked up, or those that were just now
   */
  public record Texts(
      Text rules,
      Text memories,
      Text today,
      Text yesterday,
      Text preferences,
      Text role,
      List<Waiting> waiting) {
    public Texts {
      waiting = List.copyOf(waiting);
    }
  }

  /** A role and its first line, for the overview. */
  public record Row(String role, Optional<L0> l0, long pending, long openTasks) {}

  private Briefing() {}

  /**
   * The parts of a role's report, in their order.
   *
   * @param file the role's, after a pickup
   */
  public static List<Digest.Part> ofRole(Texts texts, RoleFile file) {
    List<Digest.Part> parts = new ArrayList<>(common(texts));
    parts.add(part("Role", texts.role(), Digest.Keep.BEGINNING, 4));
    parts.add(list("Waiting to be picked up", waiting(texts.waiting()), 4));
    StringBuilder open = new StringBuilder();
    for (Directive directive : file.received()) {
      if (directive.isPending()) {
        open.append(shown(directive, directive.from().map(from -> "from " + from).orElse("")));
      }
    }
    parts.add(list("Received and not done", open.toString(), 5));
    StringBuilder tasks = new StringBuilder();
    for (Task task : file.tasks()) {
      if (task.state() != Task.State.DONE) {
        tasks.repeat("  ", task.depth());
        tasks.append(task.state() == Task.State.STARTED ? "- [/] " : "- [ ] ");
        tasks.append(task.text()).append('\n');
      }
    }
    parts.add(list("Open tasks", tasks.toString(), 4));
    return parts;
  }

  /** The parts of the owner's report: each role at a glance, and what waits. */
  public static List<Digest.Part> ofProject(Texts texts, List<Row> rows) {
    StringBuilder roles = new StringBuilder();
    for (Row row : rows) {
      roles.append("- ").append(row.role()).append(": ");
      roles.append(row.l0().map(Briefing::shown).orElse("no header"));
      roles.append(row.pending() == 0 ? "" : "; " + row.pending() + " directives not done");
      roles.append(row.openTasks() == 0 ? "" : "; " + row.openTasks() + " open tasks");
      roles.append('\n');
    }
    List<Digest.Part> parts = new ArrayList<>();
    parts.add(list("Roles", roles.toString(), 5));
    parts.add(list("Waiting to be picked up", waiting(texts.waiting()), 4));
    parts.add(list("Open failures", failures(texts), 3));
    return parts;
  }

  private static String shown(L0 l0) {
    List<String> fields = new ArrayList<>();
    fields.add(l0.version());
    fields.add(l0.topPriority());
    fields.add(String.join(", ", l0.flags()));
    fields.removeIf(String::isEmpty);
    return String.join(" | ", fields);
  }

  private static List<Digest.Part> common(Texts texts) {
    return List.of(
        part("Rules", texts.rules(), Digest.Keep.BEGINNING, 4),
        part("Long-term memory", texts.memories(), Digest.Keep.END, 3),
        list("Open failures", failures(texts), 3),
        part("Today", texts.today(), Digest.Keep.END, 3),
        part("Yesterday", texts.yesterday(), Digest.Keep.END, 2),
        part("Preferences", texts.preferences(), Digest.Keep.BEGINNING, 2));
  }

  private static Digest.Part part(String title, Text text, Digest.Keep keep, int weight) {
    return new Digest.Part(title, text.source(), text.text(), keep, weight);
  }

  private static Digest.Part list(String title, String text, int weight) {
    return new Digest.Part(title, "", text, Digest.Keep.BEGINNING, weight);
  }

  private static String waiting(List<Waiting> waiting) {
    StringBuilder text = new StringBuilder();
    for (Waiting each : waiting) {
      text.append(
          shown(each.directive(), "from " + each.from() + " to " + each.directive().target()));
    }
    return text.toString();
  }

  private static String shown(Directive directive, String origin) {
    StringBuilder text = new StringBuilder("- ").append(directive.id());
    text.append(origin.isEmpty() ? "" : " " + origin).append(": ").append(directive.title());
    text.append('\n');
    if (!directive.body().isEmpty()) {
      for (String line : directive.body().split("\n", -1)) {
        text.append(line.isEmpty() ? "  >" : "  > ").append(line).append('\n');
      }
    }
    return text.toString();
  }

  /** Lines of the notes that tell of a failure and of no end of it, today's first. */
  private static String failures(Texts texts) {
    StringBuilder found = new StringBuilder();
    for (Text notes : List.of(texts.today(), texts.yesterday())) {
      String[] lines = notes.text().split("\\r\\n|\\r|\\n", -1);
      for (int at = 0; at < lines.length; at++) {
        if (FAILURE.matcher(lines[at]).find() && !SOLVED.matcher(lines[at]).find()) {
          String words = lines[at].strip().replaceFirst("^(?:[-*+]|\\d{1,9}[.)]|#{1,6})\\s+", "");
          found.append("- ").append(words);
          found.append(" (").append(notes.source()).append(':').append(at + 1).append(")\n");
        }
      }
    }
    return found.toString();
  }
}
