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
    List<String> notes = new ArrayList<>();
    List<PickupRecord.Begun> left = unfinished(time, notes);
    Sources sources = Sources.around(project, projects);
    notes.addAll(sources.notFollowed());
    List<Item> items = new ArrayList<>();
    for (Sources.Place place : sources.files()) {
      try {
        for (Directive directive : waiting(place, project, List.of(role.name()))) {
          items.add(new Item(place, directive));
        }
      } catch (FileException unreadable) {
        notes.add(String.valueOf(unreadable.getMessage()));
      }
    }
    List<Directives.Standing> taken = new ArrayList<>();
    for (int from = 0; from < items.size(); from += MAX_AT_ONCE) {
      List<Item> some = items.subList(from, Math.min(items.size(), from + MAX_AT_ONCE));
      PickupRecord.Begun begun = new PickupRecord.Begun(project, role, some);
      List<PickupRecord.Begun> all = new ArrayList<>(left);
      all.add(begun);
      record.write(all);
      Received received;
      try {
        received = receive(begun, notes);
      } catch (FileException failed) {
        record.write(left);
        throw failed;
      }
      if (received.lost()) {
        record.write(left);
        return new Outcome.NoPlace(role.file());
      }
      received.items().forEach(item -> taken.add(standing(item)));
      finish(begun, time, notes).ifPresent(left::add);
      record.write(left);
    }
    return new Outcome.PickedUp(taken, notes);
  }

  private static Directives.Standing standing(Item item) {
    return new Directives.Standing(
        item.place().project(),
        item.place().source().role(),
        item.place().file(),
        item.directive());
  }

  /** Finishes what others began; what can't be finished yet waits for the next pickup. */
  private List<PickupRecord.Begun> unfinished(String time, List<String> notes) {
    List<PickupRecord.Begun> begun = record.read();
    List<PickupRecord.Begun> left = new ArrayList<>();
    begun.forEach(each -> finish(each, time, notes).ifPresent(left::add));
    if (!left.equals(begun)) {
      record.write(left);
    }
    return left;
  }

  /**
   * What came of writing into the receiver's file.
   *
   * @param items those that it did not have before
   * @param lost whether they were written where they do not count; then nothing was written
   */
  private record Received(List<Item> items, boolean lost) {}

  private Received receive(PickupRecord.Begun begun, List<String> notes) {
    List<Item> fresh = new ArrayList<>();
    List<Item> large = new ArrayList<>();
    boolean[] lost = {false};
    new RoleFiles(begun.project(), writing)
        .edit(
            begun.role().file(),
            file -> {
              fresh.clear();
              large.clear();
              RoleFile with = file;
              for (Item item : begun.items()) {
                Pickup.Source source = item.place().source();
                if (Pickup.copies(with, source, item.directive()) > 0) {
                  continue;
                }
                RoleFile more = RoleEdit.receive(with, item.directive(), source);
                if (more.bytes().length > RoleFiles.MAX_BYTES) {
                  large.add(item);
                } else {
                  with = more;
                  fresh.add(item);
                }
              }
              lost[0] = !hasAll(with, fresh);
              return lost[0] || fresh.isEmpty() ? file : RoleEdit.refreshed(with);
            });
    for (Item item : large) {
      notes.add(
          item.directive().id()
              + " of "
              + item.place().source().from()
              + " stays where it is: "
              + begun.role().file()
              + " would be too large");
    }
    return new Received(List.copyOf(fresh), lost[0]);
  }

  private static boolean hasAll(RoleFile file, List<Item> items) {
    return items.stream()
        .allMatch(item -> Pickup.copies(file, item.place().source(), item.directive()) > 0);
  }

  /** Marks the sources of what the receiver has; gives those that could not be. */
  private Optional<PickupRecord.Begun> finish(
      PickupRecord.Begun begun, String time, List<String> notes) {
    List<Item> left = new ArrayList<>();
    try {
      RoleFile receiver = RoleFile.read(RoleFiles.bytes(begun.role().file()));
      Map<Path, List<Item>> byFile = new LinkedHashMap<>();
      for (Item item : begun.items()) {
        if (Pickup.copies(receiver, item.place().source(), item.directive()) > 0) {
          byFile.computeIfAbsent(item.place().file(), _ -> new ArrayList<>()).add(item);
        }
      }
      byFile.forEach((file, items) -> {
        try {
          mark(begun, file, items, time);
        } catch (FileException failed) {
          left.addAll(items);
          notes.add("delivered, but not marked so yet: " + failed.getMessage());
        }
      });
    } catch (FileException unreadable) {
      left.addAll(begun.items());
      notes.add(String.valueOf(unreadable.getMessage()));
    }
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(new PickupRecord.Begun(begun.project(), begun.role(), left));
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
