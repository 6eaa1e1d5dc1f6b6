package comity.project;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.RegularFile;
import comity.roles.RoleFile;
import comity.roles.Target;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        if (!isRoleName(name)) {
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
    part(roles, refused);
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
    if (role.codePoints().anyMatch(Character::isISOControl)) {
      refused.add(new Refused(role, "its name has a control character"));
      return;
    }
    try {
      BasicFileAttributes at =
          Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      Path real = entry;
      if (at.isSymbolicLink()) {
        real = entry.toRealPath();
        at = Files.readAttributes(real, BasicFileAttributes.class);
        if (!real.startsWith(root)) {
          refused.add(
              new Refused(role, "it is a symbolic link to " + real + ", out of the project"));
          return;
        }
      }
      if (at.isDirectory()) {
        return;
      }
      if (!at.isRegularFile()) {
        refused.add(new Refused(role, "it is no regular file"));
      } else if (Protected.isGated(root, real.toRealPath())) {
        refused.add(new Refused(role, "it is a file of the memory behind the gate too"));
      } else if (at.size() > MAX_BYTES) {
        refused.add(new Refused(role, "it is larger than " + (MAX_BYTES >> 20) + " MiB"));
      } else {
        roles.add(new Role(role, real));
      }
    } catch (IOException broken) {
      refused.add(new Refused(role, "it is a symbolic link to nothing"));
    }
  }

  /** Of roles that one name or one file stands for, none can be told from the others. */
  private static void part(List<Role> roles, List<Refused> refused) {
    Map<String, Integer> names = new HashMap<>();
    Map<Path, Integer> files = new HashMap<>();
    for (Role role : roles) {
      names.merge(Target.fold(role.name()), 1, Integer::sum);
      files.merge(role.file(), 1, Integer::sum);
    }
    for (Role role : List.copyOf(roles)) {
      boolean alone = names.getOrDefault(Target.fold(role.name()), 0) == 1;
      boolean own = role.file().endsWith(role.name() + SUFFIX);
      if (!alone) {
        roles.remove(role);
        refused.add(new Refused(role.name(), "another role has its name in other letters"));
      } else if (files.getOrDefault(role.file(), 0) > 1 && !own) {
        roles.remove(role);
        refused.add(new Refused(role.name(), "it is a link to the file of another role"));
      }
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
      return RegularFile.bytes(file);
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
