package comity.roles;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Directives that lack something, and lines that are nearly directives (ROLE-9 to ROLE-11). */
final class DirectiveRules {
  private static final String ARROWS = "=>|–>|—>|-->|==>|➡\\uFE0F?|➔|⟶|⇒|→>";

  /** What could be the beginning of a directive, its parts right or not. */
  private static final Pattern NEAR =
      Pattern.compile(
          "[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)*(?:#{1,6}[ \\t]+)?(?<sign>📡\\uFE0F?)?\\s*"
              + "(?:\\*\\*|__)?\\s*(?<id>[Ss]\\d+)\\s*(?<arrow>→|->|"
              + ARROWS
              + ")\\s*(?<target>[^\\s:：*—–(（🟡✅]+)(?<rest>.*)",
          Pattern.DOTALL);

  private static final Pattern MARK = Pattern.compile("🟡|✅");

  private DirectiveRules() {}

  static void check(String file, RoleFile role, List<Lint.Known> known, List<Finding> into) {
    Map<String, Integer> copies = new HashMap<>();
    for (Directive directive : role.directives()) {
      boolean heading = role.lines().text(directive.line()).stripLeading().startsWith("#");
      if (directive.title().isBlank() && (!heading || directive.body().isBlank())) {
        into.add(warning(file, directive, "directive-title", directive.id() + " has no title"));
      }
      if (directive.received()) {
        received(file, directive, copies, into);
      } else if (directive.isPending()) {
        target(file, directive, known, into);
      }
    }
    Set<Integer> read = new HashSet<>();
    role.directives().forEach(directive -> read.add(directive.line()));
    for (int line = 0; line < role.lines().size(); line++) {
      if (!read.contains(line) && role.structure().kind(line) == Structure.Kind.TEXT) {
        near(file, role, line, into);
      }
    }
  }

  private static void received(
      String file, Directive directive, Map<String, Integer> copies, List<Finding> into) {
    if (directive.from().isEmpty() && directive.isPending()) {
      into.add(
          Finding.of(
              file,
              directive.line(),
              "received-from",
              Finding.Severity.INFO,
              directive.id() + " was received, and nothing says from whom: (from PROJECT/role)"));
      return;
    }
    String from = Target.fold(directive.from().orElse(""));
    Integer first = copies.putIfAbsent(Lint.id(directive) + " " + from, directive.line());
    if (first != null) {
      into.add(
          warning(
              file,
              directive,
              "directive-id",
              directive.id() + " was received from there already, on line " + (first + 1)));
    }
  }

  private static void target(
      String file, Directive directive, List<Lint.Known> known, List<Finding> into) {
    if (known.isEmpty()) {
      return;
    }
    Target target = directive.target();
    String project = target.project().orElse(known.getFirst().project());
    Optional<Lint.Known> there =
        known.stream()
            .filter(each -> Target.fold(each.project()).equals(Target.fold(project)))
            .findFirst();
    if (there.isEmpty()) {
      into.add(
          warning(
              file,
              directive,
              "directive-target",
              "no project " + project + " is known here; comity project add makes it known"));
    } else if (!target.isForAll()
        && there.get().roles().stream()
            .noneMatch(role -> Target.fold(role).equals(Target.fold(target.role())))) {
      into.add(
          warning(
              file,
              directive,
              "directive-target",
              "the project " + project + " has no role " + target.role()));
    }
  }

  /** Says of a line that is no directive what it lacks to be one. */
  private static void near(String file, RoleFile role, int line, List<Finding> into) {
    String text = role.lines().text(line);
    Matcher near = NEAR.matcher(text);
    if (!near.matches()) {
      return;
    }
    boolean signed = near.group("sign") != null;
    boolean marked = MARK.matcher(near.group("rest")).find();
    String arrow = near.group("arrow");
    if (!signed && !marked) {
      return; // Words about a directive.
    }
    String lack;
    Optional<Finding.Fix> fix = Optional.empty();
    if (!signed) {
      lack = "there is no 📡 before it";
    } else if (near.group("id").length() < 4) {
      lack = "its id has fewer than three digits";
    } else if (!marked) {
      lack = "it has no mark, 🟡 or ✅";
    } else if (!arrow.equals("→") && !arrow.equals("->")) {
      lack = "`" + arrow + "` is no arrow, write →";
      Finding.Fix.Replace right = new Finding.Fix.Replace(line, arrow, "→");
      fix = mends(text, right) ? Optional.of(right) : Optional.empty();
    } else if (Target.read(near.group("target")).isEmpty()) {
      lack = "`" + near.group("target") + "` names no ROLE and no PROJECT/ROLE";
    } else {
      lack = "write it as 📡 **S041→ROLE**: 🟡 **title**";
    }
    Finding found =
        Finding.of(
            file,
            line,
            "directive-form",
            signed ? Finding.Severity.WARNING : Finding.Severity.INFO,
            "this is nearly a directive, but not read as one: " + lack);
    into.add(fix.map(found::with).orElse(found));
  }

  private static boolean mends(String text, Finding.Fix.Replace fix) {
    String changed = text.replaceFirst(Pattern.quote(fix.old()), fix.replacement());
    return !RoleFile.of(Lines.of(changed.getBytes(StandardCharsets.UTF_8))).directives().isEmpty();
  }

  private static Finding warning(String file, Directive directive, String rule, String message) {
    return Finding.of(file, directive.line(), rule, Finding.Severity.WARNING, message);
  }
}
