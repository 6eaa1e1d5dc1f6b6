package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.messages.SafeText;
import comity.project.Project;
import comity.project.ProjectCheck;
import comity.project.RoleFiles;
import comity.roles.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Checks role files against the protocol: headers, directives, sections, tasks, tables.",
      "Without a ROLE or FILE it checks all roles of the project. The exit code is 1 where there is"
          + " an error. --fix mends what can be mended safely and changes no other line; with"
          + " --json what it mended is in \"fixed\", beside \"findings\"."
    },
    footer = {
      "  comity check",
      "  comity check build --fix",
      "  comity check --all --json",
      "  comity check notes/draft.md"
    })
final class Check implements Command {
  private static final String SUFFIX = ".md";

  @CommandLine.Parameters(
      arity = "0..*",
      paramLabel = "ROLE|FILE",
      description = "a role of the project, or any file to be read as a role's")
  private List<String> named = new ArrayList<>();

  @CommandLine.Option(names = "--fix", description = "mend what can be mended safely")
  private boolean fix;

  @CommandLine.Option(names = "--all", description = "the roles of all known projects")
  private boolean all;

  @Override
  public Outcome run(Context context) {
    return switch (Acting.of(context)) {
      case Acting.Finding.Missing(Outcome outcome) -> outcome;
      case Acting.Finding.Found(Acting acting) -> run(context, acting);
    };
  }

  private Outcome run(Context context, Acting acting) {
    if (all && !named.isEmpty()) {
      return Outcome.Failure.usage("--all is for all roles", "leave out " + named.getFirst());
    }
    Workplace at = acting.at();
    List<Project> around = at.projects().around(at.project());
    ProjectCheck check = new ProjectCheck(at.home(), at.project(), around, acting::wrote);
    if (acting.role().isPresent()) {
      return ofRole(check, acting, acting.role().get());
    }
    List<ProjectCheck.Subject> subjects = new ArrayList<>();
    for (String word : named) {
      Optional<ProjectCheck.Subject> subject = subject(context, at.project(), check, word);
      if (subject.isEmpty()) {
        return at.noRole(
            word, at.roles().list().roles().stream().map(RoleFiles.Role::name).toList());
      }
      subjects.add(subject.get());
    }
    List<Finding> others = new ArrayList<>();
    if (named.isEmpty()) {
      for (Project project : all ? around : List.of(at.project())) {
        subjects.addAll(check.roles(project));
        others.addAll(check.others(project));
      }
    }
    ProjectCheck.Checked checked = check.check(subjects, fix);
    Set<String> shown = new LinkedHashSet<>();
    subjects.forEach(subject -> shown.add(subject.shown()));
    check.repeats().stream().filter(each -> shown.contains(each.file())).forEach(others::add);
    return report(checked, others, subjects.size());
  }

  /** A role reads its own file only (ROLE-16). */
  private Outcome ofRole(ProjectCheck check, Acting acting, RoleFiles.Role role) {
    List<String> others = new ArrayList<>(named);
    others.removeIf(role::isNamed);
    if (all) {
      others.add("of another project");
    }
    for (String other : others) {
      Optional<Outcome> refused = acting.reading(other);
      if (refused.isPresent()) {
        return refused.get();
      }
    }
    return report(
        check.check(List.of(check.subject(acting.at().project(), role)), fix), List.of(), 1);
  }

  private static Optional<ProjectCheck.Subject> subject(
      Context context, Project project, ProjectCheck check, String word) {
    Path path = context.surroundings().folder().resolve(word);
    boolean isFile = Files.isRegularFile(path);
    boolean asFile = word.indexOf('/') >= 0 || word.toLowerCase(Locale.ROOT).endsWith(SUFFIX);
    if (!(asFile && isFile)
        && new RoleFiles(project).find(word)
            instanceof RoleFiles.Finding.Found(RoleFiles.Role role)) {
      return Optional.of(check.subject(project, role));
    }
    if (!isFile) {
      return Optional.empty();
    }
    Optional<ProjectCheck.Subject> role =
        check.roles(project).stream().filter(each -> isSame(each.file(), path)).findFirst();
    return role.isPresent()
        ? role
        : Optional.of(new ProjectCheck.Subject(project, word, path.toAbsolutePath().normalize()));
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException gone) {
      return false;
    }
  }

  private Outcome report(ProjectCheck.Checked checked, List<Finding> others, int files) {
    List<Finding> findings = new ArrayList<>(checked.findings());
    findings.addAll(others);
    findings.sort(Comparator.comparing(Finding::file).thenComparingInt(Finding::line));
    JsonObject json = JsonObject.empty().with("findings", array(findings));
    if (fix) {
      json = json.with("fixed", array(checked.mended()));
    }
    long errors = count(findings, Finding.Severity.ERROR);
    return new Outcome.Answer(
        errors > 0 ? ExitCode.REFUSED : ExitCode.DONE,
        json,
        lines(findings, checked.mended(), files));
  }

  private static JsonArray array(List<Finding> findings) {
    return JsonArray.of(findings.stream().map(Check::json).toList());
  }

  private static JsonObject json(Finding finding) {
    JsonObject json =
        JsonObject.empty().with("file", finding.file()).with("line", (long) finding.line());
    if (finding.column() > 0) {
      json = json.with("column", (long) finding.column());
    }
    return json.with("rule", finding.rule())
        .with("severity", finding.severity().name().toLowerCase(Locale.ROOT))
        .with("message", finding.message())
        .with("fixable", finding.fix().isPresent());
  }

  private List<String> lines(List<Finding> findings, List<Finding> mended, int files) {
    List<String> lines = new ArrayList<>();
    List<Finding> all = new ArrayList<>(mended);
    all.addAll(findings);
    int width = all.stream().mapToInt(each -> Cells.width(place(each))).max().orElse(0);
    mended.forEach(each -> lines.add(line(each, "mended", width)));
    for (Finding finding : findings) {
      lines.add(line(finding, finding.severity().name().toLowerCase(Locale.ROOT), width));
    }
    lines.add(closing(findings, mended.size(), files));
    return lines;
  }

  private static String place(Finding finding) {
    return SafeText.shownLine(finding.file()) + ":" + finding.line();
  }

  private static String line(Finding finding, String word, int width) {
    return Cells.padded(place(finding), width)
        + "  "
        + Cells.padded(word, "warning".length())
        + "  "
        + finding.message()
        + "  ("
        + finding.rule()
        + ")";
  }

  private static String closing(List<Finding> findings, int mended, int files) {
    List<String> counts = new ArrayList<>();
    for (Finding.Severity severity : Finding.Severity.values()) {
      long count = count(findings, severity);
      String word =
          switch (severity) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case INFO -> "note";
          };
      if (count > 0) {
        counts.add(count + " " + word + (count == 1 ? "" : "s"));
      }
    }
    long fixable = findings.stream().filter(each -> each.fix().isPresent()).count();
    return (counts.isEmpty()
            ? "nothing is wrong"
            : counts.stream().collect(Collectors.joining(", ")))
        + " in "
        + files
        + (files == 1 ? " file" : " files")
        + (mended > 0 ? ", " + mended + " mended" : "")
        + (fixable > 0 ? "; --fix mends " + fixable : "");
  }

  private static long count(List<Finding> findings, Finding.Severity severity) {
    return findings.stream().filter(each -> each.severity() == severity).count();
  }
}
