package comity.memory;

import comity.json.Json;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which group a room is (MEM-3), from {@code memory/group_names.json} and {@code
 * memory/groups/group_names.json}: {@code {"id":"name"}} or {@code {"id":{"name","channel"}}}. A
 * room that is in neither has no memory at all.
 *
 * @param entries in the order of the files
 * @param problems entries that count for nothing, and two that share a name
 */
public record GroupNames(List<Entry> entries, List<Problem> problems) {
  /** Where the names may stand, from the project's root. */
  public static final List<String> FILES =
      List.of("memory/group_names.json", "memory/groups/group_names.json");

  /**
   * One room.
   *
   * @param channel where it is, such as {@code telegram}; empty where it is not said
   * @param anyServer whether the id counts up to its first colon alone
   * @param file in which it stands
   */
  public record Entry(
      String id, Scope.Group group, String channel, boolean anyServer, String file) {
    private boolean isOnAnyServer(String room) {
      return anyServer && local(id).equals(local(room));
    }

    private static String local(String id) {
      int colon = id.indexOf(':');
      return colon < 0 ? id : id.substring(0, colon);
    }
  }

  /** What came of asking for a room. */
  public sealed interface Resolving {
    /** It is that group. */
    record Found(Entry entry) implements Resolving {}

    /** No entry has it: it gets nothing. */
    record Unmapped(String room) implements Resolving {}

    /** Entries contradict each other: it gets nothing. */
    record Ambiguous(String room, List<String> names) implements Resolving {
      public Ambiguous {
        names = List.copyOf(names);
      }
    }
  }

  public GroupNames {
    entries = List.copyOf(entries);
    problems = List.copyOf(problems);
  }

  /**
   * Reads the files.
   *
   * @param texts by name, those of {@link #FILES} that are there
   */
  public static GroupNames read(Map<String, String> texts) {
    List<Entry> entries = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    for (String file : FILES) {
      String text = texts.get(file);
      if (text != null) {
        read(file, text, entries, problems);
      }
    }
    problems.addAll(shared(entries));
    return new GroupNames(entries, problems);
  }

  private static void read(String file, String text, List<Entry> entries, List<Problem> problems) {
    switch (Json.read(text)) {
      case JsonReading.Read(JsonObject json) ->
          json.members()
              .forEach((id, value) -> {
                switch (entry(file, id, value)) {
                  case Taken.Yes(Entry entry) -> entries.add(entry);
                  case Taken.No(String why) ->
                      problems.add(
                          new Problem(file, 0, "the room " + id + " counts for nothing: " + why));
                }
              });
      case JsonReading.Read _ ->
          problems.add(new Problem(file, 0, "it is no JSON object, and counts for nothing"));
      case JsonReading.Malformed(String reason, long offset) ->
          problems.add(
              new Problem(
                  file,
                  0,
                  "it is no JSON, and counts for nothing: " + reason + ", at byte " + offset));
    }
  }

  private sealed interface Taken {
    record Yes(Entry entry) implements Taken {}

    record No(String why) implements Taken {}
  }

  private static Taken entry(String file, String id, JsonValue value) {
    if (id.isBlank()) {
      return new Taken.No("its id is empty");
    }
    if (id.equals(Rooms.MAIN)) {
      return new Taken.No("main is no room");
    }
    return switch (value) {
      case JsonString(String name) -> entry(file, id, name, "", null);
      case JsonObject json ->
          json.get("name") instanceof JsonString(String name)
              ? entry(file, id, name, json.string("channel").orElse(""), json.get("any_server"))
              : new Taken.No("it has no \"name\"");
      default -> new Taken.No("it is neither a name nor an object with one");
    };
  }

  private static Taken entry(
      String file, String id, String name, String channel, @Nullable JsonValue anyServer) {
    Optional<String> problem = Scope.Group.problem(name);
    if (problem.isPresent()) {
      return new Taken.No("no group can have the name \"" + name + "\": " + problem.get());
    }
    boolean any = anyServer instanceof JsonBoolean(boolean yes) && yes;
    return new Taken.Yes(new Entry(id, new Scope.Group(name), channel, any, file));
  }

  private static List<Problem> shared(List<Entry> entries) {
    Map<String, Entry> first = new LinkedHashMap<>();
    List<Problem> problems = new ArrayList<>();
    for (Entry entry : entries) {
      Entry other = first.putIfAbsent(Scope.fold(entry.group().name()), entry);
      if (other != null && !other.id().equals(entry.id())) {
        problems.add(
            new Problem(
                entry.file(),
                0,
                "the rooms "
                    + other.id()
                    + " and "
                    + entry.id()
                    + " share the memory of "
                    + entry.group().name()));
      }
    }
    return problems;
  }

  /** Which group a room is: by its exact id, else by an entry that takes any server. */
  public Resolving resolve(String room) {
    List<Entry> exact = entries.stream().filter(entry -> entry.id().equals(room)).toList();
    List<Entry> found =
        exact.isEmpty()
            ? entries.stream().filter(entry -> entry.isOnAnyServer(room)).toList()
            : exact;
    List<String> names = found.stream().map(entry -> entry.group().name()).distinct().toList();
    return switch (names.size()) {
      case 0 -> new Resolving.Unmapped(room);
      case 1 -> new Resolving.Found(found.getFirst());
      default -> new Resolving.Ambiguous(room, names);
    };
  }
}
