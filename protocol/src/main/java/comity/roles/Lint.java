package comity.roles;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks files against the protocol (ROLE-25). Whoever asks has read them, and says which projects
 * and roles there are.
 */
public final class Lint {
  /** A role file with more lines takes too much of an agent's context (ROLE-25). */
  public static final int MAX_LINES = 800;

  /** One round makes all fixes but for lines that move; more would mean that one undoes another. */
  private static final int MAX_ROUNDS = 10;

  private static final Pattern SETTING = Pattern.compile("\\s*[^\\s:：#>|][^:：]*[:：]\\s*\\S.*");
  private static final Pattern NO_SETTING =
      Pattern.compile("\\s*|\\s*(#|>|<!--|-->|```|~~~|---).*");

  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::file)
          .thenComparingInt(Finding::line)
          .thenComparingInt(Finding::column)
          .thenComparing(Finding::rule);

  /** A project and its roles, to tell a target that is there from one that is not. */
  public record Known(String project, List<String> roles) {
    public Known {
      roles = List.copyOf(roles);
    }
  }

  /** A role file and where it is. */
  public record Source(String project, String file, RoleFile text) {}

  private Lint() {}

  /**
   * What is wrong in one file by itself.
   *
   * @param source of the first of {@code known}
   * @param known its project, then the others; where there is none, targets are not checked
   */
  public static List<Finding> file(Source source, List<Known> known) {
    List<Finding> found = new ArrayList<>();
    HeaderRules.check(source.file(), source.text(), found);
    TextRules.check(source.file(), source.text(), found);
    TableRules.check(source.file(), source.text(), found);
    DirectiveRules.check(source.file(), source.text(), known, found);
    return sorted(found);
  }

  /**
   * Directive ids that stand for more than one directive (ROLE-11), each reported where it stands
   * again. A received copy repeats nothing.
   *
   * @param sources of all projects; of the same project in the order of their files
   */
  public static List<Finding> repeats(List<Source> sources) {
    Map<String, String> first = new HashMap<>();
    Map<String, String> ofProject = new HashMap<>();
    List<Finding> found = new ArrayList<>();
    for (Source source : sources) {
      for (Directive directive : source.text().sent()) {
        String place = source.file() + ":" + (directive.line() + 1);
        String own = Target.fold(source.project()) + " " + id(directive);
        String inProject = ofProject.putIfAbsent(own, place);
        String anywhere = first.putIfAbsent(id(directive), place);
        String other = inProject == null ? anywhere : inProject;
        if (other != null) {
          boolean within = inProject != null;
          found.add(
              Finding.of(
                  source.file(),
                  directive.line(),
                  "directive-id",
                  within ? Finding.Severity.WARNING : Finding.Severity.INFO,
                  directive.id()
                      + " is also the directive at "
                      + other
                      + (within ? "" : ", in another project")));
        }
      }
    }
    return sorted(found);
  }

  /** The same for {@code S007} and {@code S0007}. */
  static String id(Directive directive) {
    return directive.id().replaceFirst("^S0*", "S");
  }

  /** What is wrong in {@code paths.md}, whose lines are {@code KEY: value} (ROLE-1). */
  public static List<Finding> configuration(String file, Lines lines) {
    List<Finding> found = new ArrayList<>();
    for (int line = 0; line < lines.size(); line++) {
      String text = lines.text(line);
      if (!NO_SETTING.matcher(text).matches() && !SETTING.matcher(text).matches()) {
        found.add(
            Finding.of(
                file, line, "paths-line", Finding.Severity.WARNING, "this is no `KEY: value`"));
      }
    }
    return found;
  }

  /**
   * Pointers to other projects that are not followed (ROLE-19), where they stand.
   *
   * @param notFollowed what was said of each, its path included
   */
  public static List<Finding> pointers(String file, Lines lines, List<String> notFollowed) {
    List<Finding> found = new ArrayList<>();
    for (int line = 0; line < lines.size(); line++) {
      Pointers pointers = Pointers.read(lines.text(line), lines.text(line));
      List<String> paths = new ArrayList<>(pointers.strategies());
      paths.addAll(pointers.roots().values());
      for (String why : notFollowed) {
        if (paths.stream()
            .anyMatch(path -> (why + " ").matches("(?s).* " + Pattern.quote(path) + "[ ,;].*"))) {
          found.add(Finding.of(file, line, "not-followed", Finding.Severity.INFO, why));
        }
      }
    }
    return found;
  }

  /** A file that can't be taken for a role, such as a link out of the project (ROLE-1). */
  public static Finding refused(String file, String why) {
    return Finding.of(file, 0, "role-link", Finding.Severity.ERROR, "this is no role: " + why);
  }

  /** The file with every safe fix made; the same bytes where there is none. */
  public static RoleFile mend(RoleFile file) {
    RoleFile mended = file;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      List<Finding.Fix> next =
          file(new Source("", "", mended), List.of()).stream()
              .flatMap(finding -> finding.fix().stream())
              .toList();
      if (next.isEmpty()) {
        return mended;
      }
      mended = RoleFile.of(mend(mended.lines(), next));
    }
    throw new AssertionError("fixes without end");
  }

  /**
   * One fix of a line: the others of that line, or of a moved one, were found on what was there.
   */
  private static Lines mend(Lines lines, List<Finding.Fix> fixes) {
    Lines mended = lines;
    Set<Integer> changed = new HashSet<>();
    for (Finding.Fix fix : fixes) {
      switch (fix) {
        case Finding.Fix.Replace(int line, String old, String replacement) -> {
          if (changed.add(line)) {
            mended = mended.with(line, old, replacement);
          }
        }
        case Finding.Fix.MoveToTop(int line) -> {
          return mended.moveToTop(line);
        }
      }
    }
    return mended;
  }

  private static List<Finding> sorted(List<Finding> found) {
    return found.stream().sorted(ORDER).toList();
  }
}
