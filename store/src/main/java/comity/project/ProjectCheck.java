package comity.project;

import comity.files.FileException;
import comity.files.Home;
import comity.roles.Finding;
import comity.roles.Lines;
import comity.roles.Lint;
import comity.roles.RoleFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks the role files of projects against the protocol (ROLE-25), and mends what is safe. */
public final class ProjectCheck {
  private static final String CONFIGURATION = "paths.md";

  private final Home home;
  private final Consumer<Path> writing;
  private final Project own;
  private final List<Project> around;
  private final List<Lint.Known> known = new ArrayList<>();

  /**
   * A file to check.
   *
   * @param shown what findings call it
   */
  public record Subject(Project project, String shown, Path file) {}

  /**
   * What was found.
   *
   * @param findings what is wrong now
   * @param mended what was wrong before
   */
  public record Checked(List<Finding> findings, List<Finding> mended) {
    public Checked {
      findings = List.copyOf(findings);
      mended = List.copyOf(mended);
    }
  }

  /**
   * A check of what lies in {@code own}, which knows of these projects.
   *
   * @param writing is told of each file before it is mended
   */
  public ProjectCheck(Home home, Project own, List<Project> around, Consumer<Path> writing) {
    this.home = home;
    this.writing = writing;
    this.own = own;
    this.around = List.copyOf(around);
    for (Project project : around) {
      List<String> roles =
          new RoleFiles(project).list().roles().stream().map(RoleFiles.Role::name).toList();
      known.add(new Lint.Known(project.name(), roles));
    }
  }

  /** The roles of a project as subjects. */
  public List<Subject> roles(Project project) {
    return new RoleFiles(project)
        .list().roles().stream().map(role -> subject(project, role)).toList();
  }

  /** A role as a subject. */
  public Subject subject(Project project, RoleFiles.Role role) {
    return new Subject(project, shown(project, ".muse/" + role.name() + ".md"), role.file());
  }

  private String shown(Project project, String file) {
    return project.root().equals(own.root()) ? file : project.root().resolve(file).toString();
  }

  /**
   * Checks these files.
   *
   * @param fix whether to mend first what is safe
   */
  public Checked check(List<Subject> subjects, boolean fix) {
    List<Finding> mended = new ArrayList<>();
    if (fix) {
      RoleChanges.alone(
          home,
          () -> {
            subjects.forEach(subject -> mended.addAll(mend(subject)));
            return true;
          });
    }
    List<Finding> found = new ArrayList<>();
    for (Subject subject : subjects) {
      try {
        found.addAll(Lint.file(source(subject), known(subject)));
      } catch (FileException unreadable) {
        found.add(Lint.refused(subject.shown(), String.valueOf(unreadable.getMessage())));
      }
    }
    return new Checked(found, mended);
  }

  private List<Finding> mend(Subject subject) {
    List<Finding> before;
    try {
      before = Lint.file(source(subject), List.of());
    } catch (FileException unreadable) {
      return List.of(); // It is a finding.
    }
    List<Finding> fixable = before.stream().filter(each -> each.fix().isPresent()).toList();
    if (!fixable.isEmpty()) {
      new RoleFiles(subject.project(), writing).edit(subject.file(), Lint::mend);
    }
    return fixable;
  }

  private static Lint.Source source(Subject subject) {
    RoleFile text = RoleFile.read(RoleFiles.bytes(subject.file()));
    return new Lint.Source(subject.project().name(), subject.shown(), text);
  }

  /** That project's first: its names are what a target without a project means. */
  private List<Lint.Known> known(Subject subject) {
    List<Lint.Known> ordered = new ArrayList<>(known);
    Optional<Lint.Known> its =
        known.stream().filter(each -> subject.project().isNamed(each.project())).findFirst();
    its.ifPresent(each -> {
      ordered.remove(each);
      ordered.addFirst(each);
    });
    return ordered;
  }

  /** Ids that stand for several directives, in the files of all projects that it knows of. */
  public List<Finding> repeats() {
    List<Lint.Source> sources = new ArrayList<>();
    for (Project project : around) {
      for (Subject subject : roles(project)) {
        try {
          sources.add(source(subject));
        } catch (FileException unreadable) {
          // Where it is asked about itself, that is its finding.
        }
      }
    }
    return Lint.repeats(sources);
  }

  /** What is wrong in a project beside its roles: files that are none, and its configuration. */
  public List<Finding> others(Project project) {
    List<Finding> found = new ArrayList<>();
    List<String> notFollowed = Sources.around(project, new Projects(home)).notFollowed();
    for (RoleFiles.Refused refused : new RoleFiles(project).list().refused()) {
      found.add(Lint.refused(shown(project, ".muse/" + refused.name() + ".md"), refused.why()));
    }
    Path configuration = project.roles().resolve(CONFIGURATION);
    if (Files.isRegularFile(configuration)) {
      found.addAll(
          Lint.configuration(
              shown(project, ".muse/" + CONFIGURATION), Lines.of(RoleFiles.bytes(configuration))));
    }
    for (String file : List.of("CLAUDE.md", ".muse/" + CONFIGURATION)) {
      Path path = project.root().resolve(file);
      if (Files.isRegularFile(path)) {
        found.addAll(
            Lint.pointers(shown(project, file), Lines.of(RoleFiles.bytes(path)), notFollowed));
      }
    }
    return found;
  }
}
