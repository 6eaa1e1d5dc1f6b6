package comity.memory;

import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/** Something in {@code pending_items} (MEM-17), by Comity or by another program. */
public sealed interface PendingItem {
  /** It waits for main, or for the group that it names. */
  record Waiting(Scope scope, Entry entry) implements PendingItem {}

  /** Nobody can tell what it says; it stays. */
  record Unknown(JsonValue item) implements PendingItem {}

  /**
   * Reads an item: a text; what {@link #json} gave; or an object with {@code text}, {@code content}
   * or {@code item}, and perhaps {@code kind} or {@code type}, and {@code group}.
   *
   * @param now the time of items that have none
   */
  static PendingItem read(JsonValue item, LocalDateTime now) {
    return switch (item) {
      case JsonString(String text) when Entry.problem(text).isEmpty() ->
          new Waiting(new Scope.Main(), new Entry(Entry.Kind.NOTE, text, now, Optional.empty()));
      case JsonObject object -> {
        Optional<Scope> scope = scope(object);
        Optional<Entry> entry = Entry.read(object).or(() -> loose(object, now));
        yield scope.isPresent() && entry.isPresent()
            ? new Waiting(scope.get(), entry.get())
            : new Unknown(item);
      }
      default -> new Unknown(item);
    };
  }

  private static Optional<Scope> scope(JsonObject object) {
    for (String name : List.of("group", "group_name")) {
      if (object.get(name) != null) {
        return object
            .string(name)
            .filter(group -> Scope.Group.problem(group).isEmpty())
            .map(Scope.Group::new);
      }
    }
    if (object.get("scope") != null) {
      String word = object.string("scope").orElse("");
      String name = word.startsWith("group:") ? word.substring("group:".length()) : "";
      return word.equals(new Scope.Main().word())
          ? Optional.of(new Scope.Main())
          : Optional.of(name)
              .filter(group -> Scope.Group.problem(group).isEmpty())
              .map(Scope.Group::new);
    }
    // Of a room nobody here knows the name, and main is not to have what is another's.
    return object.get("room") != null || object.get("room_id") != null
        ? Optional.empty()
        : Optional.of(new Scope.Main());
  }

  private static Optional<Entry> loose(JsonObject object, LocalDateTime now) {
    Entry.Kind kind =
        object
            .string("kind")
            .or(() -> object.string("type"))
            .flatMap(Entry.Kind::named)
            .orElse(Entry.Kind.NOTE);
    return object
        .string("text")
        .or(() -> object.string("content"))
        .or(() -> object.string("item"))
        .filter(text -> Entry.problem(text).isEmpty())
        .map(text -> new Entry(kind, text, now, Optional.empty()));
  }

  /** As it is written there: the entry, and the group where it is a group's. */
  static JsonObject json(Scope scope, Entry entry) {
    return switch (scope) {
      case Scope.Main _ -> entry.toJson();
      case Scope.Group(String name) -> entry.toJson().with("group", name);
    };
  }
}
