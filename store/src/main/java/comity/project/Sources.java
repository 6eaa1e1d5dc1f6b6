package comity.project;

import comity.files.FileException;
import comity.roles.Pickup;
import comity.roles.Pointers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files in which directives for a project's roles may stand (ROLE-13): the roles of the project
 * and of all known ones, and the strategy files that its {@code CLAUDE.md} and {@code paths.md}
 * point to.
 *
 * @param files each once
 * @param notFollowed what points out of the known projects and needs their owner's consent
 */
record Sources(List<Place> files, List<String> notFollowed) {
  /** A pointer in a file that is larger is not looked for. */
  private static final int MAX_POINTING = 1 << 20;

  /** A file and whose it is. */
  record Place(Project project, Pickup.Source source, Path file) {}

  Sources {
    files = List.copyOf(files);
    notFollowed = List.copyOf(notFollowed);
  }

  static Sources around(Project own, Projects known) {
    List<Project> projects = known.around(own);
    List<Place> files = new ArrayList<>();
    List<String> notFollowed = new ArrayList<>();
    for (Project project : projects) {
      try {
        for (RoleFiles.Role role : new RoleFiles(project).list().roles()) {
          files.add(
              new Place(project, new Pickup.Source(project.name(), role.name()), role.file()));
        }
      } catch (FileException unreadable) {
        if (project.equals(own)) {
          throw unreadable;
        }
        notFollowed.add(String.valueOf(unreadable.getMessage()));
      }
    }
    Pointers pointers =
        Pointers.read(text(own.root().resolve("CLAUDE.md")), text(own.roles().resolve("paths.md")));
    for (String strategy : pointers.strategies()) {
      follow(strategy, projects, files, notFollowed);
    }
    pointers
        .roots()
        .forEach((name, root) -> {
          if (projects.stream().noneMatch(project -> isAt(project, root))) {
            notFollowed.add(
                "paths.md names the project "
                    + name
                    + " at "
                    + root
                    + ", which is not known;"
                    + " to take directives from it: comity project add "
                    + root
                    + " --name "
                    + name);
          }
        });
    return new Sources(files, notFollowed);
  }

  private static boolean isAt(Project project, String root) {
    try {
      return project.root().equals(Path.of(root).toRealPath());
    } catch (IOException | InvalidPathException gone) {
      return false;
    }
  }

  private static void follow(
      String strategy, List<Project> projects, List<Place> files, List<String> notFollowed) {
    Path real;
    try {
      real = Path.of(strategy).toRealPath();
    } catch (IOException | InvalidPathException gone) {
      notFollowed.add("CLAUDE.md points to " + strategy + ", which is not there");
      return;
    }
    if (files.stream().anyMatch(place -> place.file().equals(real))) {
      return;
    }
    Optional<Project> owner =
        projects.stream().filter(project -> real.startsWith(project.root())).findFirst();
    if (owner.isEmpty()) {
      Path root = Project.rootAround(real.resolveSibling(".")).orElse(real.resolveSibling("."));
      notFollowed.add(
          "CLAUDE.md points to "
              + strategy
              + ", in no known project; to take directives from it:"
              + " comity project add "
              + root.normalize());
      return;
    }
    files.add(new Place(owner.get(), new Pickup.Source(owner.get().name(), "strategy"), real));
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MAX_POINTING) {
        return "";
      }
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException none) {
      return "";
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }
}
