package comity.roles;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be wrong with the text of a role file: bytes, fences, sections, boxes (ROLE-25). */
final class TextRules {
  private static final Pattern CONFLICT = Pattern.compile("(<{7}|>{7}|\\|{7})( .*)?");
  private static final Pattern FENCE = Pattern.compile("[ \\t]*(`{3,}|~{3,}).*");

  /** A box that is nearly one, and what comes after it is no link. */
  private static final Pattern BOX =
      Pattern.compile(
          "[ \\t]*(?<bullet>[-*+](?=[ \\t])|[-+]|\\d{1,9}[.)])(?<gap>[ \\t]*)"
              + "(?<box>\\[[ \\t]*(?<mark>[xX/]?)[ \\t]*])(?<after>[^(\\[:].*)?",
          Pattern.DOTALL);

  private TextRules() {}

  static void check(String file, RoleFile role, List<Finding> into) {
    Lines lines = role.lines();
    if (lines.size() > Lint.MAX_LINES) {
      into.add(
          Finding.of(
              file,
              Lint.MAX_LINES,
              "long-file",
              Finding.Severity.WARNING,
              "the file has "
                  + lines.size()
                  + " lines, more than "
                  + Lint.MAX_LINES
                  + "; move what is done to .muse/archive/"));
    }
    if (lines.otherEnd() >= 0) {
      into.add(
          Finding.of(
              file,
              lines.otherEnd(),
              "line-endings",
              Finding.Severity.INFO,
              "this line ends otherwise than the first one does"));
    }
    for (int line = 0; line < lines.size(); line++) {
      if (!lines.isUtf8(line)) {
        into.add(Finding.of(file, line, "utf-8", Finding.Severity.ERROR, "this line is no UTF-8"));
      }
      conflict(file, role, line, into);
    }
    fences(file, role, into);
    sections(file, role, into);
    boxes(file, role, into);
  }

  private static void conflict(String file, RoleFile role, int line, List<Finding> into) {
    if (role.structure().kind(line) != Structure.Kind.CODE
        && CONFLICT.matcher(role.lines().text(line)).matches()) {
      into.add(
          Finding.of(
              file,
              line,
              "merge-conflict",
              Finding.Severity.ERROR,
              "a merge left its mark here; choose one side and take the marks out"));
    }
  }

  /** Reported where something that is meant to be read stands in the code. */
  private static void fences(String file, RoleFile role, List<Finding> into) {
    for (Structure.Open open : role.structure().openFences()) {
      for (int line = open.line() + 1; line < open.to(); line++) {
        String text = role.lines().text(line);
        if (!FENCE.matcher(text).matches()
            && (text.matches(" {0,3}#{1,6}[ \\t].*") || text.contains("📡"))) {
          into.add(
              Finding.of(
                  file,
                  open.line(),
                  "code-fence",
                  Finding.Severity.WARNING,
                  "nothing ends this code fence, so that line " + (line + 1) + " is code too"));
          break;
        }
      }
    }
  }

  private static void sections(String file, RoleFile role, List<Finding> into) {
    Map<String, Integer> seen = new HashMap<>();
    for (Section section : role.sections()) {
      if (section.kind() == Section.Kind.OTHER) {
        continue;
      }
      String meaning =
          section.kind() == Section.Kind.NOTICES
              ? Target.fold(section.title().replaceAll("[^\\p{L}\\p{N}→>-]", ""))
              : section.kind().name();
      Integer first = seen.putIfAbsent(meaning, section.from());
      if (first != null) {
        into.add(
            Finding.of(
                file,
                section.from(),
                "section-twice",
                Finding.Severity.WARNING,
                "this section means the same as the one on line " + (first + 1)));
      }
    }
  }

  private static void boxes(String file, RoleFile role, List<Finding> into) {
    int next = 0;
    for (Section section : role.sections()) {
      if (section.kind() != Section.Kind.TASKS) {
        continue;
      }
      for (int line = Math.max(next, section.from() + 1); line < section.to(); line++) {
        String text = role.lines().text(line);
        Matcher box = BOX.matcher(text);
        boolean near =
            role.structure().kind(line) == Structure.Kind.TEXT
                && Task.read(text, line).isEmpty()
                && box.matches();
        if (near) {
          into.add(box(file, line, box));
        }
      }
      next = Math.max(next, section.to());
    }
  }

  private static Finding box(String file, int line, Matcher box) {
    String mark = box.group("mark").isEmpty() ? " " : box.group("mark");
    String after = box.group("after") == null ? "" : box.group("after");
    String gap = box.group("gap").isEmpty() ? " " : box.group("gap");
    boolean joined = !after.isEmpty() && after.charAt(0) != ' ' && after.charAt(0) != '\t';
    String old = box.group("bullet") + box.group("gap") + box.group("box");
    String right = box.group("bullet") + gap + "[" + mark + "]" + (joined ? " " : "");
    return Finding.of(
            file,
            line,
            "task-box",
            Finding.Severity.WARNING,
            "`" + old + "` is no task's box; write `" + right.stripTrailing() + " `")
        .at(box.start("box") + 1)
        .with(new Finding.Fix.Replace(line, old, right));
  }
}
