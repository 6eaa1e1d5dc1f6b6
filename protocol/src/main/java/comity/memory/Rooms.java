package comity.memory;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which memories somebody may open (MEM-4). */
public sealed interface Rooms {
  /** The word for main, where rooms are listed. */
  String MAIN = "main";

  /** Lists the rooms of what runs in a session, parted by commas or blanks. */
  String VARIABLE = "COMITY_ROOMS";

  /** Every one: the owner, at the command line outside a session. */
  record All() implements Rooms {}

  /**
   * These.
   *
   * @param ids rooms, as {@code memory/group_names.json} has them; {@link #MAIN} is main
   */
  record Only(Set<String> ids) implements Rooms {
    public Only {
      ids = Set.copyOf(ids);
    }
  }

  /** Those that a list names; none where there is no list. */
  static Rooms listed(Optional<String> list) {
    Set<String> ids = new LinkedHashSet<>();
    list.ifPresent(
        text -> Arrays.stream(text.split("[,\\s]+")).filter(id -> !id.isEmpty()).forEach(ids::add));
    return new Only(ids);
  }

  /** Those of these that are among the others. */
  default Rooms within(Rooms others) {
    return switch (this) {
      case All() -> others;
      case Only(Set<String> ids) ->
          new Only(
              ids.stream()
                  .filter(id -> others.has(Optional.of(id)))
                  .collect(Collectors.toUnmodifiableSet()));
    };
  }

  /** These, or others where it names none. */
  default Rooms orElse(List<String> others) {
    return this instanceof Only(Set<String> ids) && ids.isEmpty()
        ? new Only(Set.copyOf(others))
        : this;
  }

  /**
   * Whether this one may be opened.
   *
   * @param room empty for main
   */
  default boolean has(Optional<String> room) {
    return switch (this) {
      case All() -> true;
      case Only(Set<String> ids) -> ids.contains(room.orElse(MAIN));
    };
  }
}
