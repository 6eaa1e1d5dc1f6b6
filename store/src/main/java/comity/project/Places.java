package comity.project;

import comity.files.Home;
import comity.roles.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which places of a project a resolved path is; it looks at the disk once. */
final class Places {
  private final Path root;
  private final Home home;
  private @Nullable Protected known;
  private @Nullable List<Path> others;

  /**
   * @param root of the project, resolved
   */
  Places(Path root, Home home) {
    this.root = root;
    this.home = home;
  }

  /** The files that have rules, with all their names. */
  Protected known() {
    if (known == null) {
      known = Protected.of(root);
    }
    return known;
  }

  /** Looks at the disk anew. */
  void lookAgain() {
    known = null;
  }

  /** All that a place is, by its own name and others; what it is by its own comes last. */
  List<Place> of(Path real) {
    if (isWithin(real, home.root())) {
      boolean memory = isWithin(real, home.memory()) || isWithin(real, home.search());
      return List.of(memory ? new Place.KeptMemory() : new Place.Kept());
    }
    Place own = own(real);
    if (own instanceof Place.Outside || own instanceof Place.WorktreeCopy) {
      return List.of(own);
    }
    List<Place> places = new ArrayList<>(known().linkedTo(real));
    List<Place> led = known().ledTo(real);
    places.addAll(led);
    if (led.isEmpty() || !(own instanceof Place.Sources)) {
      places.add(own);
    }
    return places;
  }

  private Place own(Path real) {
    Optional<Worktree> worktree = Worktree.around(real);
    Optional<Path> there = worktree.flatMap(w -> w.placeOf(root));
    if (there.isPresent() && !there.get().equals(root) && real.startsWith(there.get())) {
      return inWorktree(Place.of(names(there.get(), real)));
    }
    if (!real.startsWith(root) || isOthers(real)) {
      return new Place.Outside();
    }
    return Place.of(names(root, real));
  }

  private static Place inWorktree(Place place) {
    return switch (place) {
      case Place.RoleFileOf _,
          Place.RoleFolder _,
          Place.DailyNotes _,
          Place.Notes _,
          Place.LongTermMemory _ ->
          new Place.WorktreeCopy(false);
      case Place.GatedMemory _ -> new Place.WorktreeCopy(true);
      case Place.Rules _,
          Place.Preferences _,
          Place.GuardSettings _,
          Place.GitFiles _,
          Place.LookAlike _,
          Place.WorktreeCopy _,
          Place.Kept _,
          Place.KeptMemory _,
          Place.Sources _,
          Place.Outside _ ->
          place;
    };
  }

  private static List<String> names(Path from, Path to) {
    return RealPath.names(from.relativize(to)).stream().filter(name -> !name.isEmpty()).toList();
  }

  /** Whether another known project lies there, within this one. */
  private boolean isOthers(Path real) {
    if (others == null) {
      others =
          new Projects(home)
              .list().stream()
                  .map(other -> real(other.root()))
                  .filter(other -> other.startsWith(root) && !other.equals(root))
                  .toList();
    }
    return others.stream().anyMatch(real::startsWith);
  }

  private static boolean isWithin(Path real, Path folder) {
    return real.startsWith(folder) || real.startsWith(real(folder));
  }

  private static Path real(Path path) {
    return RealPath.follow(path.toAbsolutePath()).orElse(path.toAbsolutePath());
  }
}
