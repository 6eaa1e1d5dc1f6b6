package comity.project;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.roles.Isolation;
import comity.roles.Isolation.Verdict;
import comity.roles.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a project beside its roles that people and agents write: {@code MEMORIES.md}, {@code
 * CLAUDE.md}, {@code USER.md} and the notes in {@code memory}. For a role each is read by its
 * guard, so that what is shown is what was judged (ROLE-17).
 */
public final class ProjectTexts {
  /** More than anyone notes in a day; past this a file is something else, and costs memory. */
  private static final int MAX_BYTES = 8 << 20;

  /** As often an edit is done anew because somebody without a lock changed the file meanwhile. */
  private static final int MAX_TRIES = 100;

  private static final Pattern DATED = Pattern.compile("\\d{4}-\\d{2}-\\d{2}\\.md");

  /** The name of the long-term memory, seen from the root. */
  static final String LONG_TERM = "MEMORIES.md";

  private final Project project;
  private final Optional<Guard> guard;
  private final Consumer<Path> writing;

  /** The texts of a project, to be read by its owner. */
  public ProjectTexts(Project project) {
    this(project, _ -> {});
  }

  /**
   * The texts of a project, for its owner.
   *
   * @param writing is told of each file before it is written, and may refuse by an exception
   */
  public ProjectTexts(Project project, Consumer<Path> writing) {
    this.project = project;
    this.guard = Optional.empty();
    this.writing = writing;
  }

  /** The texts of a project, as far as the guard's actor may read them. */
  ProjectTexts(Guard guard, Consumer<Path> writing) {
    this.project = guard.project();
    this.guard = Optional.of(guard).filter(Guard::isAgent);
    this.writing = writing;
  }

  /** {@code memory/DATE.md}, seen from the root. */
  public static String notes(String date) {
    return "memory/" + date + ".md";
  }

  /**
   * A file as it is; empty where there is none.
   *
   * @param name from the root, with {@code /}
   * @throws FileException where it can't or may not be read, or lies outside the project
   */
  public Lines read(String name) {
    return Lines.of(bytes(name).orElse(new byte[0]));
  }

  /**
   * A file as it is, if it may be read; a refusal is logged.
   *
   * @throws FileException where it can't be read, or lies outside the project
   */
  Guard.Reading reading(String name) {
    Path file = path(name);
    if (!Files.exists(file)) {
      return new Guard.Reading.Missing();
    }
    if (guard.isPresent()) {
      return guard.get().read(project.root(), name, MAX_BYTES);
    }
    return isGated(file)
        ? new Guard.Reading.Refused(
            Isolation.memoryLink(name, "is a file of the memory behind the gate too"))
        : new Guard.Reading.Read(RoleFiles.bytes(file, MAX_BYTES));
  }

  private Path path(String name) {
    return project.root().resolve(name);
  }

  private Optional<byte[]> bytes(String name) {
    return switch (reading(name)) {
      case Guard.Reading.Read(byte[] bytes) -> Optional.of(bytes);
      case Guard.Reading.Missing _ -> Optional.empty();
      case Guard.Reading.Refused(Verdict.Refused verdict) ->
          throw FileException.of(
              "Reading",
              path(name),
              new IOException(verdict.reason() + " (" + verdict.rule() + ")"));
    };
  }

  /** Of such a file, a copy of what one memory says would stay where all may read it. */
  private boolean isGated(Path file) {
    try {
      Path real = file.toRealPath();
      Path root = project.root().toRealPath();
      if (!real.startsWith(root)) {
        throw new IOException("it leads out of the project");
      }
      return Protected.isGated(root, real);
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }

  /**
   * Changes a file, or makes it; others' changes without a lock that come between are kept. The
   * caller is {@link RoleChanges#alone}.
   *
   * @param change gives the lines changed; the same where nothing is to be done
   * @return the lines as they are now
   */
  public Lines edit(String name, UnaryOperator<Lines> change) {
    Path file = path(name);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Optional<byte[]> before = bytes(name);
      byte[] was = before.orElse(new byte[0]);
      Lines changed = change.apply(Lines.of(was));
      byte[] after = RoleFiles.fitting(file, changed.bytes(), MAX_BYTES);
      if (Arrays.equals(was, after)) {
        return changed;
      }
      makeFolder(file);
      writing.accept(file);
      if (AtomicFile.write(project.root(), file, before, after)) {
        return changed;
      }
    }
    throw FileException.of(
        "Changing", file, new IOException("somebody else changes it again and again"));
  }

  private static void makeFolder(Path file) {
    Path folder = file.getParent();
    try {
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw FileException.of("Making the folder of", file, e);
    }
  }

  /** The dates of the notes that lie in {@code memory}, in their order. */
  public List<String> dates() {
    Path folder = path("memory");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<String> dates = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = String.valueOf(file.getFileName());
        if (DATED.matcher(name).matches() && Files.isRegularFile(file)) {
          dates.add(name.substring(0, name.length() - 3));
        }
      }
    } catch (NotDirectoryException none) {
      return List.of();
    } catch (IOException e) {
      throw FileException.of("Listing", folder, e);
    }
    return dates;
  }

  /**
   * Moves notes into {@code memory/archive}, and says under which name: another where an archived
   * file of that date says something else. The caller is {@link RoleChanges#alone}.
   */
  String archive(String date) {
    Path from = path(notes(date));
    String name = archived(date);
    makeFolder(path(name));
    writing.accept(path(name));
    AtomicFile.move(project.root(), from, path(name));
    return name;
  }

  /** Under which name notes would be archived now: one that is free, or has the same in it. */
  String archived(String date) {
    String name = "memory/archive/" + date + ".md";
    for (int more = 2; isOther(path(name), path(notes(date))); more++) {
      name = "memory/archive/" + date + "-" + more + ".md";
    }
    return name;
  }

  private static boolean isOther(Path there, Path notes) {
    try {
      return Files.exists(there, LinkOption.NOFOLLOW_LINKS) && Files.mismatch(there, notes) >= 0;
    } catch (IOException dangling) {
      return true;
    }
  }

  /** Whether a file is a symbolic link, whose place is part of what it says. */
  boolean isLink(String name) {
    return Files.isSymbolicLink(path(name));
  }
}
