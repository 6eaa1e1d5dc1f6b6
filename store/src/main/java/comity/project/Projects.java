package comity.project;

import comity.files.AtomicFile;
import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import comity.roles.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The projects that are known (ROLE-19): those that their owner added. They stand in {@code
 * projects.json} of the home, which any number of processes may change.
 */
public final class Projects {
  /** A file that is larger was not written by Comity. */
  private static final long MAX_BYTES = 1 << 20;

  private final Home home;

  /** What came of adding a project. */
  public sealed interface Adding {
    /** It is known now, or was already. */
    record Added(Project project, boolean isNew) implements Adding {}

    /** It was not added; {@code why} and {@code todo} are for a person. */
    record Refused(String why, String todo) implements Adding {}
  }

  public Projects(Home home) {
    this.home = home;
  }

  /**
   * All known projects in the order in which they were added, also those whose folder is gone.
   *
   * @throws FileException where the file can't be read or is none of ours
   */
  public List<Project> list() {
    Path file = file();
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw damaged();
      }
      return read(RegularFile.bytes(file));
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw FileException.of("Reading the projects", file, e);
    }
  }

  private List<Project> read(byte[] bytes) {
    if (!(Json.read(bytes) instanceof JsonReading.Read(JsonObject all))
        || !(all.get("projects") instanceof JsonArray array)) {
      throw damaged();
    }
    List<Project> projects = new ArrayList<>();
    for (JsonValue value : array.elements()) {
      if (!(value instanceof JsonObject one)
          || one.string("name").isEmpty()
          || one.string("root").isEmpty()) {
        throw damaged();
      }
      projects.add(
          new Project(one.string("name").orElseThrow(), Path.of(one.string("root").orElseThrow())));
    }
    return List.copyOf(projects);
  }

  private FileException damaged() {
    return FileException.of(
        "Reading the projects",
        file(),
        new IOException("it is not {\"projects\":[{\"name\",\"root\"}]}"));
  }

  /** The project of that name, in any case. */
  public Optional<Project> named(String name) {
    return list().stream().filter(project -> project.isNamed(name)).findFirst();
  }

  /**
   * The project with that root: the known one, or one with its folder's name.
   *
   * @param root absolute, links followed, as {@link Project#rootAround} gives it
   */
  public Project at(Path root) {
    return list().stream()
        .filter(project -> project.root().equals(root))
        .findFirst()
        .orElseGet(() -> new Project(Project.nameOf(root), root));
  }

  /** The known projects and this one, each once; those whose folder is gone are left out. */
  public List<Project> around(Project own) {
    List<Project> all = new ArrayList<>();
    all.add(own);
    list().stream()
        .filter(project -> !project.root().equals(own.root()))
        .filter(project -> Files.isDirectory(project.roles()))
        .forEach(all::add);
    return List.copyOf(all);
  }

  /** Makes a project known. */
  public Adding add(Path folder, Optional<String> name) {
    Path root;
    try {
      root = folder.toRealPath();
    } catch (IOException gone) {
      return new Adding.Refused(folder + " is no folder", "name the project's root");
    }
    Optional<Path> around = Project.rootAround(root);
    if (around.isEmpty()) {
      return new Adding.Refused(
          root + " has neither .muse nor memory in it", "make one of them, then add it");
    }
    String wanted = name.orElseGet(() -> Project.nameOf(around.get()));
    if (Target.read(wanted).filter(target -> target.project().isEmpty()).isEmpty()) {
      return new Adding.Refused(
          "a project can't be named " + wanted, "use letters, digits, _ . and - in --name");
    }
    return Exclusive.in(lock(), () -> adding(around.get(), name, wanted));
  }

  private Adding adding(Path root, Optional<String> asked, String wanted) {
    List<Project> projects = new ArrayList<>(list());
    Optional<Project> there = projects.stream().filter(p -> p.root().equals(root)).findFirst();
    if (there.isPresent() && (asked.isEmpty() || there.get().name().equals(wanted))) {
      return new Adding.Added(there.get(), false);
    }
    there.ifPresent(projects::remove);
    Optional<Project> taken = projects.stream().filter(p -> p.isNamed(wanted)).findFirst();
    if (taken.isPresent()) {
      return new Adding.Refused(
          "the name " + wanted + " is that of " + taken.get().root(), "give another with --name");
    }
    Project project = new Project(wanted, root);
    projects.add(project);
    write(projects);
    return new Adding.Added(project, true);
  }

  /** Forgets a project; its files stay. Empty where none is known by that name or root. */
  public Optional<Project> remove(String nameOrRoot) {
    return Exclusive.in(
        lock(),
        () -> {
          List<Project> projects = new ArrayList<>(list());
          Optional<Project> found =
              projects.stream()
                  .filter(p -> p.isNamed(nameOrRoot) || p.root().toString().equals(nameOrRoot))
                  .findFirst();
          found.ifPresent(project -> {
            projects.remove(project);
            write(projects);
          });
          return found;
        });
  }

  private void write(List<Project> projects) {
    Stream<JsonObject> each =
        projects.stream()
            .map(project ->
                JsonObject.empty()
                    .with("name", project.name())
                    .with("root", project.root().toString()));
    JsonObject all = JsonObject.empty().with("projects", JsonArray.of(each.toList()));
    AtomicFile.write(home.root(), file(), (Json.text(all) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private Path file() {
    return home.root().resolve("projects.json");
  }

  private Path lock() {
    return home.run().resolve("projects.lock");
  }
}
