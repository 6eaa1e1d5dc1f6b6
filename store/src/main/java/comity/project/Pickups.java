package comity.project;

import comity.files.FileException;
import comity.files.Home;
import comity.roles.Directive;
import comity.roles.Pickup;
import comity.roles.RoleEdit;
import comity.roles.RoleFile;
import comity.roles.Target;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes the directives that wait for a role into its file and marks them at their sources
 * (ROLE-13).
 *
 * <p>Two files can't be changed at once, so a record of what is to be done goes first ({@link
 * PickupRecord}). The receiver's file is changed next, then each source, and then the record goes.
 * Whoever picks up next and finds a record finishes it: where the receiver has the copies already,
 * the sources are marked; where it has not, nothing was done yet, and the directives still wait. A
 * directive of which the receiver has a copy is never written a second time.
 *
 * <p>The caller holds the lock of all role files.
 */
public final class Pickups {
  private static final byte[] WAITING =
      Directive.Mark.PENDING.sign().getBytes(StandardCharsets.UTF_8);

  /** What one record holds; it is read as a whole. */
  private static final int MAX_AT_ONCE = 500;

  private final Projects projects;
  private final PickupRecord record;
  private final Consumer<Path> writing;

  /** What came of it. */
  public sealed interface Outcome {
    /**
     * What waited is in the role's file now.
     *
     * @param taken as they stood at their sources
     * @param notFollowed pointers out of the known projects, for the owner to decide
     */
    record PickedUp(List<Directives.Standing> taken, List<String> notFollowed) implements Outcome {
      public PickedUp {
        taken = List.copyOf(taken);
        notFollowed = List.copyOf(notFollowed);
      }
    }

    /** There is no such role; {@code others} are there. */
    record NoRole(List<String> others) implements Outcome {}

    /** Its file is not taken. */
    record NotTaken(RoleFiles.Refused refused) implements Outcome {}

    /** The directives can't be written where they would count; nothing was changed. */
    record NoPlace(Path file) implements Outcome {}
  }

  /** A directive at its source. */
  record Item(Sources.Place place, Directive directive) {}

  Pickups(Home home, Projects projects, Consumer<Path> writing) {
    this.projects = projects;
    this.writing = writing;
    this.record = new PickupRecord(home);
  }

  /**
   * The directives of a file that wait for any of these roles; a file without a mark is not looked
   * into.
   */
  static List<Directive> waiting(Sources.Place place, Project project, List<String> roles) {
    byte[] bytes = RoleFiles.bytes(place.file());
    return isIn(bytes, WAITING)
        ? Pickup.waiting(RoleFile.read(bytes), place.source(), project.name(), roles)
        : List.of();
  }

  private static boolean isIn(byte[] text, byte[] sought) {
    for (int at = 0; at + sought.length <= text.length; at++) {
      int same = 0;
      while (same < sought.length && text[at + same] == sought[same]) {
        same++;
      }
      if (same == sought.length) {
        return true;
      }
    }
    return false;
  }

  Outcome pickup(Project project, RoleFiles.Role role, String time) {
    record.read().ifPresent(begun -> finish(begun, time));
    Sources sources = Sources.around(project, projects);
    List<String> notFollowed = new ArrayList<>(sources.notFollowed());
    List<Item> items = new ArrayList<>();
    for (Sources.Place place : sources.files()) {
      try {
        for (Directive directive : waiting(place, project, List.of(role.name()))) {
          items.add(new Item(place, directive));
        }
      } catch (FileException unreadable) {
        notFollowed.add(String.valueOf(unreadable.getMessage()));
      }
    }
    for (int from = 0; from < items.size(); from += MAX_AT_ONCE) {
      List<Item> some = items.subList(from, Math.min(items.size(), from + MAX_AT_ONCE));
      PickupRecord.Begun begun = new PickupRecord.Begun(project, role, some);
      record.write(begun);
      if (!hasAll(receive(begun), some)) {
        record.remove();
        return new Outcome.NoPlace(role.file());
      }
      finish(begun, time);
    }
    List<Directives.Standing> taken = new ArrayList<>();
    for (Item item : items) {
      taken.add(
          new Directives.Standing(
              item.place().project(),
              item.place().source().role(),
              item.place().file(),
              item.directive()));
    }
    return new Outcome.PickedUp(taken, notFollowed);
  }

  private RoleFile receive(PickupRecord.Begun begun) {
    return new RoleFiles(begun.project(), writing)
        .edit(
            begun.role().file(),
            file -> {
              RoleFile with = file;
              for (Item item : begun.items()) {
                Pickup.Source source = item.place().source();
                if (Pickup.copies(with, source, item.directive()) == 0) {
                  with = RoleEdit.receive(with, item.directive(), source);
                }
              }
              return hasAll(with, begun.items()) ? RoleEdit.refreshed(with) : file;
            });
  }

  private static boolean hasAll(RoleFile file, List<Item> items) {
    return items.stream()
        .allMatch(item -> Pickup.copies(file, item.place().source(), item.directive()) > 0);
  }

  /** Marks the sources of what the receiver has. */
  private void finish(PickupRecord.Begun begun, String time) {
    RoleFile receiver = RoleFile.read(RoleFiles.bytes(begun.role().file()));
    Map<Path, List<Item>> byFile = new LinkedHashMap<>();
    for (Item item : begun.items()) {
      if (Pickup.copies(receiver, item.place().source(), item.directive()) > 0) {
        byFile.computeIfAbsent(item.place().file(), _ -> new ArrayList<>()).add(item);
      }
    }
    byFile.forEach((file, items) -> mark(begun, file, items, time));
    record.remove();
  }

  private void mark(PickupRecord.Begun begun, Path file, List<Item> items, String time) {
    new RoleFiles(items.getFirst().place().project(), writing)
        .edit(
            file,
            source -> {
              RoleFile marked = source;
              for (Item item : items) {
                marked =
                    Pickup.mark(marked, item.directive(), begun.role().name(), others(item), time);
              }
              return marked;
            });
  }

  /** The roles for which a directive to all of a project is: but for its sender. */
  private List<String> others(Item item) {
    if (!item.directive().target().isForAll()) {
      return List.of();
    }
    Project home = item.place().project();
    Optional<Project> target =
        item.directive().target().project().flatMap(name -> named(name, home));
    Project of = target.orElse(home);
    return new RoleFiles(of)
        .list().roles().stream()
            .map(RoleFiles.Role::name)
            .filter(name -> Target.read(name).isPresent())
            .filter(name ->
                !of.equals(home)
                    || !Target.fold(name).equals(Target.fold(item.place().source().role())))
            .toList();
  }

  private Optional<Project> named(String name, Project home) {
    return home.isNamed(name) ? Optional.of(home) : projects.named(name);
  }
}
