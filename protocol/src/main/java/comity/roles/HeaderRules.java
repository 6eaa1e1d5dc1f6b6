package comity.roles;

import java.util.List;
import java.util.Optional;

/** The header of a role file: whether it is there, and says what is so (ROLE-4, ROLE-6). */
final class HeaderRules {
  private static final String FORM = "<!-- L0: version | top_priority | status_flags -->";
  private static final String FRONT_MATTER = "---";

  private HeaderRules() {}

  static void check(String file, RoleFile role, List<Finding> into) {
    if (role.l0().isEmpty()) {
      into.add(missing(file, role));
      return;
    }
    L0 l0 = role.l0().get();
    if (!l0.isComplete()) {
      String many = l0.fields() == 1 ? "1 field" : l0.fields() + " fields";
      into.add(
          warning(file, "l0-fields", "the header has " + many + " where 3 are wanted: " + FORM));
    }
    if (!l0.isVersioned()) {
      String why =
          l0.version().isEmpty()
              ? "the header has no version"
              : "the version `" + l0.version() + "` is none";
      into.add(warning(file, "l0-version", why + "; write it as v1.2.3"));
    }
    if (l0.length() > L0.MAX_LENGTH) {
      into.add(
          warning(
              file,
              "l0-length",
              "the header has " + l0.length() + " characters, more than " + L0.MAX_LENGTH));
    }
    for (L0.Count flag : L0.Count.values()) {
      count(file, role, l0, flag, into);
    }
  }

  private static void count(String file, RoleFile role, L0 l0, L0.Count flag, List<Finding> into) {
    long is = flag == L0.Count.TASKS ? role.openTasks() : role.pending();
    Optional<String> right = l0.with(flag, is, false);
    if (right.isPresent()) {
      String what =
          flag == L0.Count.TASKS
              ? (is == 1 ? " task is open" : " tasks are open")
              : (is == 1 ? " directive waits" : " directives wait");
      Finding found =
          warning(file, "l0-count", "the flag " + flag.sign() + " is out of date: " + is + what);
      into.add(changed(l0.line(), right.get()).map(found::with).orElse(found));
    }
  }

  /**
   * The edit that makes one line of the other, of no more than what differs; empty where that can't
   * be told apart from another part of the line, or holds bytes that are no text.
   */
  private static Optional<Finding.Fix> changed(String old, String right) {
    int most = Math.min(old.length(), right.length());
    int from = 0;
    while (from < most && old.charAt(from) == right.charAt(from)) {
      from++;
    }
    int end = 0;
    while (end < most - from
        && old.charAt(old.length() - 1 - end) == right.charAt(right.length() - 1 - end)) {
      end++;
    }
    while (from > 0
        && (old.indexOf(old.substring(from, old.length() - end)) != from
            || Character.isLowSurrogate(old.charAt(from)))) {
      from--;
    }
    String part = old.substring(from, old.length() - end);
    return part.isEmpty() || part.indexOf('\uFFFD') >= 0
        ? Optional.empty()
        : Optional.of(
            new Finding.Fix.Replace(0, part, right.substring(from, right.length() - end)));
  }

  private static Finding missing(String file, RoleFile role) {
    for (int line = 1; line < role.lines().size(); line++) {
      Structure.Kind kind = role.structure().kind(line);
      boolean counts = kind == Structure.Kind.TEXT || kind == Structure.Kind.COMMENT;
      if (counts && L0.read(role.lines().text(line)).isPresent()) {
        Finding found =
            Finding.of(
                file,
                line,
                "l0-not-first",
                Finding.Severity.ERROR,
                "the header stands on line " + (line + 1) + ", it belongs on line 1");
        // What stands before it may be for other programs, which want it first as well.
        boolean frontMatter = role.lines().text(0).stripTrailing().equals(FRONT_MATTER);
        return frontMatter ? found : found.with(new Finding.Fix.MoveToTop(line));
      }
    }
    return Finding.of(
        file, 0, "l0-missing", Finding.Severity.ERROR, "there is no header; line 1 is " + FORM);
  }

  private static Finding warning(String file, String rule, String message) {
    return Finding.of(file, 0, rule, Finding.Severity.WARNING, message);
  }
}
