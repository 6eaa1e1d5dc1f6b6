package comity.recall;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import comity.memory.Entry;
import comity.memory.FlushState;
import comity.memory.PendingItem;
import comity.memory.Scope;
import comity.messages.Sha256;
import comity.project.RoleChanges;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What waits to be written into memory (MEM-17), durably. Main's waits in {@code pending_items} of
 * the project. A group's must not lie where main can read it: it waits in the home, in a file for
 * each group, {@code recall/pending-HASH.json}: {@code {"project","scope","items":[…]}}.
 */
final class Pending {
  /** More waits for no group, and costs memory. */
  private static final int MAX_BYTES = 16 << 20;

  private static final System.Logger LOG = System.getLogger(Pending.class.getName());

  private final Home home;
  private final Path root;
  private final FlushStates states;
  private final Consumer<Path> writing;

  Pending(Home home, Path root, FlushStates states, Consumer<Path> writing) {
    this.home = home;
    this.root = root;
    this.states = states;
    this.writing = writing;
  }

  /**
   * Adds entries to what waits for a scope, and gives all of it, the oldest first. What somebody
   * else put into {@code pending_items} gets a time, so that it stays the same entry.
   */
  List<Entry> add(Scope scope, List<Entry> entries, LocalDateTime now) {
    return RoleChanges.alone(
        home,
        () ->
            switch (scope) {
              case Scope.Main _ -> addToMain(entries, now);
              case Scope.Group group -> {
                List<Entry> all = new ArrayList<>(foreign(scope, now));
                all.addAll(kept(group));
                yield keep(group, with(all, entries));
              }
            });
  }

  private static List<Entry> with(List<Entry> all, List<Entry> more) {
    List<Entry> together = new ArrayList<>(all);
    more.stream().filter(entry -> !together.contains(entry)).forEach(together::add);
    return together;
  }

  private List<Entry> addToMain(List<Entry> entries, LocalDateTime now) {
    List<Entry> all = new ArrayList<>();
    states.edit(state -> {
      all.clear();
      List<JsonValue> items = new ArrayList<>();
      for (JsonValue item : state.pending()) {
        if (PendingItem.read(item, now) instanceof PendingItem.Waiting(Scope scope, Entry entry)
            && scope instanceof Scope.Main) {
          all.add(entry);
          items.add(Entry.read(item).isPresent() ? item : PendingItem.json(scope, entry));
        } else {
          items.add(item);
        }
      }
      for (Entry entry : entries) {
        if (!all.contains(entry)) {
          all.add(entry);
          items.add(PendingItem.json(new Scope.Main(), entry));
        }
      }
      return state.withPending(items);
    });
    return all;
  }

  /** What another program put into {@code pending_items} for a group. */
  private List<Entry> foreign(Scope group, LocalDateTime now) {
    return states.read() instanceof FlushStates.Reading.Read(FlushState state)
        ? state.pending().stream()
            .map(item -> PendingItem.read(item, now))
            .filter(item ->
                item instanceof PendingItem.Waiting(Scope scope, Entry _) && scope.equals(group))
            .map(item -> ((PendingItem.Waiting) item).entry())
            .toList()
        : List.of();
  }

  /** The groups for which another program put something into {@code pending_items}. */
  Set<Scope.Group> foreignGroups(LocalDateTime now) {
    Set<Scope.Group> groups = new LinkedHashSet<>();
    for (JsonValue item : items()) {
      if (PendingItem.read(item, now) instanceof PendingItem.Waiting(Scope scope, Entry _)
          && scope instanceof Scope.Group group) {
        groups.add(group);
      }
    }
    return groups;
  }

  /** What stands in {@code pending_items} now. */
  List<JsonValue> items() {
    return states.read() instanceof FlushStates.Reading.Read(FlushState state)
        ? state.pending()
        : List.of();
  }

  /** Ends the waiting of what was written, and says when that was: in one write of the state. */
  void written(Scope scope, List<Entry> entries, OffsetDateTime at) {
    RoleChanges.alone(
        home,
        () -> {
          LocalDateTime now = at.toLocalDateTime();
          states.edit(state ->
              state
                  .withPending(
                      state.pending().stream()
                          .filter(item -> !isOne(item, scope, entries, now))
                          .toList())
                  .withFlushed(scope, at));
          if (scope instanceof Scope.Group group) {
            List<Entry> left = new ArrayList<>(kept(group));
            left.removeAll(entries);
            keep(group, left);
          }
          return true;
        });
  }

  private static boolean isOne(
      JsonValue item, Scope scope, List<Entry> entries, LocalDateTime now) {
    return PendingItem.read(item, now) instanceof PendingItem.Waiting(Scope of, Entry entry)
        && of.equals(scope)
        && entries.stream()
            .anyMatch(written ->
                written.equals(entry)
                    || (Entry.read(item).isEmpty()
                        && written.kind() == entry.kind()
                        && written.text().equals(entry.text())));
  }

  private Path file(Scope.Group group) {
    byte[] key = (root + "\n" + group.word()).getBytes(StandardCharsets.UTF_8);
    String hash = HexFormat.of().formatHex(Sha256.of(key), 0, 16);
    return home.memory().resolve("pending-" + hash + ".json");
  }

  private List<Entry> kept(Scope.Group group) {
    return read(file(group)).stream()
        .filter(kept -> kept.group().equals(group))
        .flatMap(kept -> kept.entries().stream())
        .toList();
  }

  private record Kept(Path project, Scope.Group group, List<Entry> entries) {}

  private static Optional<Kept> read(Path file) {
    try {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new IOException("it is too large");
      }
      if (Json.read(RegularFile.bytes(file)) instanceof JsonReading.Read(JsonObject json)
          && json.get("items") instanceof JsonArray items
          && json.string("scope").orElse("").startsWith("group:")) {
        String name = json.string("scope").orElseThrow().substring("group:".length());
        return Optional.of(
            new Kept(
                Path.of(json.string("project").orElse("")),
                new Scope.Group(name),
                items.elements().stream().flatMap(item -> Entry.read(item).stream()).toList()));
      }
      throw new IOException("it is not what Comity wrote there");
    } catch (IOException | IllegalArgumentException e) {
      return aside(file, e);
    }
  }

  /** What can't be understood stays under another name, and stops nothing else. */
  private static Optional<Kept> aside(Path file, Exception why) {
    Path aside = file.resolveSibling(file.getFileName() + ".malformed");
    for (int more = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); more++) {
      aside = file.resolveSibling(file.getFileName() + ".malformed-" + more);
    }
    try {
      Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw FileException.of("Putting aside", file, e);
    }
    LOG.log(
        System.Logger.Level.WARNING,
        file + " is not what Comity wrote there (" + why + "); it was put aside as " + aside);
    return Optional.empty();
  }

  private List<Entry> keep(Scope.Group group, List<Entry> entries) {
    Path file = file(group);
    try {
      if (entries.equals(kept(group))) {
        return entries;
      }
      writing.accept(file);
      AtomicFile.sweep(file);
      if (entries.isEmpty()) {
        Files.deleteIfExists(file);
        return entries;
      }
      JsonObject json =
          JsonObject.empty()
              .with("project", root.toString())
              .with("scope", group.word())
              .with("items", JsonArray.of(entries.stream().map(Entry::toJson).toList()));
      AtomicFile.write(home.memory(), file, Json.write(json));
      return entries;
    } catch (IOException e) {
      throw FileException.of("Keeping what waits to be remembered in", file, e);
    }
  }

  /** The groups of this project for which something waits in the home, sorted. */
  List<Scope.Group> groups() {
    List<Scope.Group> groups = new ArrayList<>();
    try (Stream<Path> files = Files.list(home.memory())) {
      for (Path file : files.sorted().toList()) {
        if (String.valueOf(file.getFileName()).matches("pending-[0-9a-f]{32}\\.json")) {
          read(file)
              .filter(kept -> kept.project().equals(root) && !kept.entries().isEmpty())
              .ifPresent(kept -> groups.add(kept.group()));
        }
      }
    } catch (IOException e) {
      throw FileException.of("Listing", home.memory(), e);
    }
    return groups;
  }
}
