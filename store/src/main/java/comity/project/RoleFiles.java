package comity.project;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.roles.RoleFile;
import comity.roles.Target;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The role files of a project (ROLE-1): each {@code .md} file directly in {@code .muse}, but for
 * {@code paths.md}.
 */
public final class RoleFiles {
  /**
   * Roles are read by people; past this a file is something else, and what Markdown makes of it
   * (some fifty times as much, at the worst) would not fit the heap.
   */
  public static final int MAX_BYTES = 2 << 20;

  /** As often an edit is done anew because somebody without a lock changed the file meanwhile. */
  private static final int MAX_TRIES = 100;

  private static final String SUFFIX = ".md";
  private static final String CONFIGURATION = "paths.md";

  private final Project project;
  private final Consumer<Path> writing;

  /**
   * A role.
   *
   * @param name its file's, without {@code .md}
   * @param file all links followed
   */
  public record Role(String name, Path file) {
    /** Whether it goes by that name; case does not count. */
    public boolean isNamed(String other) {
      return Target.fold(name).equals(Target.fold(other));
    }
  }

  /** A file that would be a role and is not taken for one. */
  public record Refused(String name, String why) {}

  /** All roles by name, and what was refused. */
  public record Listing(List<Role> roles, List<Refused> refused) {
    public Listing {
      roles = List.copyOf(roles);
      refused = List.copyOf(refused);
    }
  }

  /** What came of looking for a role. */
  public sealed interface Finding {
    /** It is there. */
    record Found(Role role) implements Finding {}

    /** There is no such role; {@code others} are there. */
    record Missing(List<String> others) implements Finding {}

    /** Its file is not taken. */
    record NotTaken(Refused refused) implements Finding {}
  }

  /** The role files of a project. */
  public RoleFiles(Project project) {
    this(project, _ -> {});
  }

  /**
   * The role files of a project.
   *
   * @param writing is told of each file before it is written; what it throws keeps it as it is
   */
  public RoleFiles(Project project, Consumer<Path> writing) {
    this.project = project;
    this.writing = writing;
  }

  public Project project() {
    return project;
  }

  /**
   * The roles now; none where there is no {@code .muse}.
   *
   * @throws FileException where the folder can't be read
   */
  public Listing list() {
    List<Role> roles = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    Path folder = project.roles();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      Path root = project.root().toRealPath();
      boolean inside = folder.toRealPath().startsWith(root);
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (!isRoleName(name) || Files.isDirectory(entry)) {
          continue;
        }
        String role = name.substring(0, name.length() - SUFFIX.length());
        if (!inside) {
          refused.add(new Refused(role, ".muse leads out of the project"));
        } else {
          take(root, entry, role, roles, refused);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException none) {
      return new Listing(List.of(), List.of());
    } catch (IOException e) {
      throw FileException.of("Listing the roles in", folder, e);
    } catch (DirectoryIteratorException e) {
      throw FileException.of("Listing the roles in", folder, new IOException(e));
    }
    roles.sort(Comparator.comparing(Role::name));
    refused.sort(Comparator.comparing(Refused::name));
    return new Listing(roles, refused);
  }

  private static boolean isRoleName(String name) {
    return name.length() > SUFFIX.length()
        && Target.fold(name).endsWith(SUFFIX)
        && !name.startsWith(".")
        && !Target.fold(name).equals(CONFIGURATION);
  }

  private static void take(
      Path root, Path entry, String role, List<Role> roles, List<Refused> refused) {
    Path real = entry;
    if (Files.isSymbolicLink(entry)) {
      try {
        real = entry.toRealPath();
      } catch (IOException broken) {
        refused.add(new Refused(role, "it is a symbolic link to nothing"));
        return;
      }
      if (!real.startsWith(root)) {
        refused.add(new Refused(role, "it is a symbolic link to " + real + ", out of the project"));
        return;
      }
    }
    if (Files.isRegularFile(real)) {
      roles.add(new Role(role, real));
    } else {
      refused.add(new Refused(role, "it is no regular file"));
    }
  }

  /** The role of that name, in any case. */
  public Finding find(String name) {
    Listing listing = list();
    return listing.roles().stream()
        .filter(role -> role.isNamed(name))
        .findFirst()
        .<Finding>map(Finding.Found::new)
        .or(() ->
            listing.refused().stream()
                .filter(refused -> Target.fold(refused.name()).equals(Target.fold(name)))
                .findFirst()
                .map(Finding.NotTaken::new))
        .orElseGet(() -> new Finding.Missing(listing.roles().stream().map(Role::name).toList()));
  }

  /**
   * A role's file as it is now.
   *
   * @throws FileException where it can't be read
   */
  public static RoleFile read(Role role) {
    return RoleFile.read(bytes(role.file()));
  }

  /** A file's bytes, as far as a role's may go. */
  static byte[] bytes(Path file) {
    return bytes(file, MAX_BYTES);
  }

  static byte[] bytes(Path file, int limit) {
    try {
      if (Files.size(file) > limit) {
        throw new IOException("it is larger than " + (limit >> 20) + " MiB");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException gone) {
      throw FileException.of("Reading", file, new IOException("it is not there"));
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }

  /** Bytes to be written, which must not be more than are read again. */
  static byte[] fitting(Path file, byte[] bytes, int limit) {
    if (bytes.length > limit) {
      throw FileException.of(
          "Changing", file, new IOException("it would be larger than " + (limit >> 20) + " MiB"));
    }
    return bytes;
  }

  /**
   * Changes a file; others' changes without a lock that come between are kept, because the change
   * is then done anew on theirs (ROLE-3). The caller is {@link RoleChanges#alone}.
   *
   * @param change gives the file changed; the same file where nothing is to be done
   * @return the file as it is now
   * @throws FileException where it can't be; it is then as it was
   */
  public RoleFile edit(Path file, UnaryOperator<RoleFile> change) {
    AtomicFile.sweep(file);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      byte[] before = bytes(file);
      RoleFile changed = change.apply(RoleFile.read(before));
      byte[] after = fitting(file, changed.bytes(), MAX_BYTES);
      if (Arrays.equals(before, after)) {
        return changed;
      }
      writing.accept(file);
      if (AtomicFile.write(project.root(), file, Optional.of(before), after)) {
        return changed;
      }
    }
    throw FileException.of(
        "Changing", file, new IOException("somebody else changes it again and again"));
  }
}
