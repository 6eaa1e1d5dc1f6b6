package comity.project;

import comity.files.FileException;
import comity.memory.Scope;
import comity.roles.Actor;
import comity.roles.Isolation;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import comity.roles.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether an actor may read or write a file of a project (ROLE-16, ROLE-17): every door asks it.
 *
 * <p>A path is resolved first: each link in it is followed, also where the file is not there yet.
 * Then the policy is asked about each name that the file is known by, and one refusal is enough.
 * The owner may do anything. What is refused is in the audit log.
 */
public final class Guard {
  /** As often a file is judged anew because it was replaced meanwhile. */
  private static final int MAX_TRIES = 20;

  private final Project project;
  private final Path root;
  private final Actor actor;
  private final Audit audit;
  private final Supplier<LocalDate> today;
  private final Supplier<Optional<Scope>> open;
  private final Places laid;
  private @Nullable Boolean groupOpen;

  /**
   * A guard for one actor; it looks at the disk once, so it is made anew for each question or few
   * that come together.
   *
   * @param open the memory that is open where the actor works
   */
  public Guard(
      Project project,
      Actor actor,
      Audit audit,
      Supplier<LocalDate> today,
      Supplier<Optional<Scope>> open) {
    this.project = project;
    this.root = real(project.root());
    this.actor = actor;
    this.audit = audit;
    this.today = today;
    this.open = open;
    this.laid = new Places(root, audit.home());
  }

  public Actor actor() {
    return actor;
  }

  public Project project() {
    return project;
  }

  /**
   * Whether it may be done.
   *
   * @param path one that is not absolute is meant from the project's root
   * @throws FileException where that can't be found out, or a refusal not be logged: then it may
   *     not
   */
  public Verdict check(Access access, Path path) {
    return check(access, root, path.toString());
  }

  /**
   * Whether it may be done.
   *
   * @param folder the working folder of whoever asks
   * @param path as it was written
   * @throws FileException where that can't be found out, or a refusal not be logged: then it may
   *     not
   */
  public Verdict check(Access access, Path folder, String path) {
    return logged(access, path, judged(access, folder, path, false));
  }

  /**
   * As {@link #check(Access, Path)}, without a line in the log: for what nobody asked for by name.
   */
  public Verdict judge(Access access, String name) {
    return judged(access, root, name, false);
  }

  /** As {@link #check(Access, Path, String)}, for all that lies in a folder too. */
  public Verdict checkAll(Access access, Path folder, String path) {
    return logged(access, path, judged(access, folder, path, true));
  }

  /**
   * Whether auto-capture may write {@code MEMORIES.md}: whatever else that name leads to must be
   * the role's to write.
   */
  public Verdict checkCapture() {
    Verdict verdict =
        judged(
            root,
            ProjectTexts.LONG_TERM,
            real -> judged(Access.WRITE, real, false, Place.LongTermMemory.class::isInstance));
    return logged(Access.WRITE, ProjectTexts.LONG_TERM, verdict);
  }

  /** What came of reading a file for the actor. */
  public sealed interface Reading {
    /** It may, and that is in it. */
    record Read(byte[] bytes) implements Reading {}

    /** It may, and there is none. */
    record Missing() implements Reading {}

    /** It may not. */
    record Refused(Verdict.Refused verdict) implements Reading {}
  }

  /**
   * Reads a file for the actor, so that what is read is what was judged: a folder on the way that
   * becomes a link meanwhile is not followed, and a file that is replaced is judged again.
   *
   * @param most bytes; a larger file is none for this
   * @throws FileException where it can't be read, or changes too often
   */
  public Reading read(Path folder, String path, int most) {
    IOException last = new IOException("it changes again and again");
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      if (check(Access.READ, folder, path) instanceof Verdict.Refused refused) {
        return new Reading.Refused(refused);
      }
      try {
        byte[] bytes = steady(folder, path, most);
        if (bytes.length > most) {
          throw FileException.of(
              "Reading",
              root.resolve(path),
              new IOException("it is larger than " + most + " bytes"));
        }
        return new Reading.Read(bytes);
      } catch (NoSuchFileException gone) {
        return new Reading.Missing();
      } catch (IOException changed) {
        last = changed;
      }
    }
    throw FileException.of("Reading", root.resolve(path), last);
  }

  private byte[] steady(Path folder, String path, int most) throws IOException {
    Path real = steadyPlace(folder, path);
    return SteadyRead.bytes(base(real), real, most);
  }

  /** The one place that the kernel gets to, judged once more: that and no other is opened. */
  private Path steadyPlace(Path folder, String path) throws IOException {
    laid.lookAgain();
    Path real =
        RealPath.follow(folder.toAbsolutePath().resolve(path))
            .orElseThrow(() -> new IOException("it leads elsewhere now"));
    if (isAgent() && judged(Access.READ, real, false) instanceof Verdict.Refused) {
      throw new IOException("it leads elsewhere now");
    }
    return real;
  }

  private Path base(Path real) {
    return real.startsWith(root)
        ? root
        : Worktree.around(real).map(Worktree::top).orElse(real.getRoot());
  }

  /** What was refused for another reason than a path. */
  public Verdict.Refused refuse(String what, Verdict.Refused verdict) {
    audit.refused(actor, what, verdict);
    return verdict;
  }

  Verdict logged(Access access, String path, Verdict verdict) {
    if (verdict instanceof Verdict.Refused refused) {
      audit.refused(actor, access, path, refused);
    }
    return verdict;
  }

  /** As {@link #check} and {@link #checkAll}, without a line in the log. */
  Verdict judged(Access access, Path folder, String path, boolean all) {
    return judged(folder, path, real -> judged(access, real, all));
  }

  private Verdict judged(Path folder, String path, Function<Path, Verdict> judge) {
    if (!isAgent()) {
      return new Verdict.Allowed("owner");
    }
    return switch (RealPath.of(folder, path)) {
      case RealPath.Following.Unknown(String why) ->
          new Verdict.Refused(
              "unknown-path",
              "The path " + why + ", so it can't be told which file it is",
              "Name the file by its path below the project's root");
      case RealPath.Following.Found(var places) -> {
        Verdict verdict = new Verdict.Allowed("sources");
        for (Path real : places) {
          verdict = judge.apply(real);
          if (verdict instanceof Verdict.Refused) {
            break;
          }
        }
        yield verdict;
      }
    };
  }

  private Verdict judged(Access access, Path real, boolean all) {
    return judged(access, real, all, _ -> false);
  }

  private Verdict judged(Access access, Path real, boolean all, Predicate<Place> granted) {
    List<Place> places = new ArrayList<>(laid.of(real));
    if (all) {
      laid.known().entries().stream()
          .filter(entry -> entry.at().startsWith(real))
          .map(Protected.Entry::place)
          .forEach(places::add);
    }
    Verdict verdict = new Verdict.Allowed("sources");
    for (Place place : places) {
      if (granted.test(place)) {
        continue;
      }
      verdict = decide(access, place, real);
      if (verdict instanceof Verdict.Refused) {
        return verdict;
      }
    }
    return verdict;
  }

  /** Whether it is not the owner who asks; without a role nothing but memory is closed to it. */
  boolean isAgent() {
    return !actor.isOwner();
  }

  private Verdict decide(Access access, Place place, Path real) {
    Optional<Verdict.Refused> memory = Isolation.ofMemory(access, place, isGroupOpen());
    // A folder Memory of sources is taken for the memory only where there is one.
    boolean named = place instanceof Place.LookAlike || place instanceof Place.GatedMemory;
    boolean noMemory = actor.role().isEmpty() && named && !hasMemory();
    if (memory.isPresent() && !noMemory) {
      return memory.get();
    }
    return actor.role().isPresent()
        ? decide(actor.role().get(), access, place, real)
        : new Verdict.Allowed("owner");
  }

  private boolean isGroupOpen() {
    if (groupOpen == null) {
      groupOpen = open.get().filter(Scope.Group.class::isInstance).isPresent();
    }
    return groupOpen;
  }

  /** Whether the project has memory behind the gate. */
  public boolean hasMemory() {
    return Project.hasMemory(root);
  }

  private Verdict decide(String role, Access access, Place place, Path real) {
    boolean asksWhoBuilds = access == Access.WRITE && place instanceof Place.Sources;
    Verdict verdict =
        Isolation.decide(
            role, asksWhoBuilds && buildsHere(role), access, place, today.get().toString());
    return verdict instanceof Verdict.Allowed(String rule)
            && place instanceof Place.RoleFileOf
            && !isOwnFile(role, real)
        ? Isolation.decide(role, false, access, new Place.LookAlike(".muse/" + role + ".md"), rule)
        : verdict;
  }

  private boolean isOwnFile(String role, Path real) {
    return switch (new RoleFiles(project).find(role)) {
      case RoleFiles.Finding.Found(RoleFiles.Role own) -> isSame(own.file(), real);
      case RoleFiles.Finding.Missing _ -> real.equals(root.resolve(".muse", role + ".md"));
      case RoleFiles.Finding.NotTaken _ -> false;
    };
  }

  private static boolean isSame(Path own, Path real) {
    try {
      return own.equals(real) || (Files.exists(real) && Files.isSameFile(own, real));
    } catch (IOException gone) {
      return false;
    }
  }

  private boolean buildsHere(String role) {
    try {
      return new RoleFiles(project).find(role) instanceof RoleFiles.Finding.Found(RoleFiles.Role r)
          && RoleFiles.read(r).boundaries().hasSources();
    } catch (FileException unreadable) {
      return false;
    }
  }

  private static Path real(Path path) {
    return RealPath.follow(path.toAbsolutePath()).orElse(path.toAbsolutePath());
  }
}
