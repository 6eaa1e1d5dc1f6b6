package comity.project;

import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.roles.RoleEdit;
import comity.roles.RoleFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Changes what a role's file says: its header, its tasks (ROLE-3, ROLE-6, ROLE-8). */
public final class RoleChanges {
  private final Home home;
  private final Consumer<Path> writing;

  /** What came of it. */
  public sealed interface Changing {
    /**
     * The file as it is now.
     *
     * @param changed whether it was otherwise before
     */
    record Changed(RoleFiles.Role role, RoleFile file, boolean changed) implements Changing {}

    /** There is no such role; {@code others} are there. */
    record NoRole(List<String> others) implements Changing {}

    /** Its file is not taken. */
    record NotTaken(RoleFiles.Refused refused) implements Changing {}
  }

  /**
   * Changes of role files under the lock of this home.
   *
   * @param writing is told of each file before it is written
   */
  public RoleChanges(Home home, Consumer<Path> writing) {
    this.home = home;
    this.writing = writing;
  }

  /** Does {@code work} while nobody else who asks changes a role file. */
  public static <T> T alone(Home home, Supplier<T> work) {
    return Exclusive.in(home.run().resolve("roles.lock"), work);
  }

  /**
   * Changes a role's file, and Comity's own flags in its header with it.
   *
   * @param change is asked again where somebody else changed the file meanwhile
   * @throws FileException where the file can't be changed; it is then as it was
   */
  public Changing change(Project project, String role, UnaryOperator<RoleFile> change) {
    RoleFiles files = new RoleFiles(project, writing);
    return switch (files.find(role)) {
      case RoleFiles.Finding.Found(RoleFiles.Role found) ->
          alone(
              home,
              () -> {
                byte[] before = RoleFiles.bytes(found.file());
                RoleFile after =
                    files.edit(found.file(), file -> RoleEdit.refreshed(change.apply(file)));
                return new Changing.Changed(found, after, !Arrays.equals(before, after.bytes()));
              });
      case RoleFiles.Finding.Missing(List<String> others) -> new Changing.NoRole(others);
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) -> new Changing.NotTaken(refused);
    };
  }
}
