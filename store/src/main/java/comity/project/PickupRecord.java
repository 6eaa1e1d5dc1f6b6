package comity.project;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import comity.roles.Directive;
import comity.roles.Pickup;
import comity.roles.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code run/pickup.json}: there while directives are on their way from their sources to a
 * receiver. It names the receiver, and of each directive the source, the id, the title and the
 * body.
 */
final class PickupRecord {
  /** More than some pickups of the largest role files; anything larger was not written here. */
  private static final long MAX_BYTES = 64L << 20;

  private final Home home;

  /** A pickup that was begun. */
  record Begun(Project project, RoleFiles.Role role, List<Pickups.Item> items) {
    Begun {
      items = List.copyOf(items);
    }
  }

  PickupRecord(Home home) {
    this.home = home;
  }

  private Path file() {
    return home.run().resolve("pickup.json");
  }

  /** Says what is under way; nothing where that is nothing. */
  void write(List<Begun> begun) {
    if (begun.isEmpty()) {
      remove();
      return;
    }
    JsonObject all =
        JsonObject.empty()
            .with("pickups", JsonArray.of(begun.stream().map(PickupRecord::json).toList()));
    AtomicFile.sweep(file());
    AtomicFile.write(home.root(), file(), (Json.text(all) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject json(Begun begun) {
    List<JsonObject> items = new ArrayList<>();
    for (Pickups.Item item : begun.items()) {
      items.add(
          JsonObject.empty()
              .with("project", project(item.place().project()))
              .with("role", item.place().source().role())
              .with("file", item.place().file().toString())
              .with("id", item.directive().id())
              .with("target", item.directive().target().toString())
              .with("title", item.directive().title())
              .with("body", item.directive().body()));
    }
    return JsonObject.empty()
        .with("project", project(begun.project()))
        .with("role", begun.role().name())
        .with("file", begun.role().file().toString())
        .with("directives", JsonArray.of(items));
  }

  /**
   * What was begun and not finished, as far as its files are still there.
   *
   * @throws FileException where the record can't be read; whoever repairs or removes it decides
   */
  List<Begun> read() {
    byte[] bytes;
    try {
      if (Files.size(file()) > MAX_BYTES) {
        throw damaged();
      }
      bytes = RegularFile.bytes(file());
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw FileException.of("Reading what was begun", file(), e);
    }
    if (!(Json.read(bytes) instanceof JsonReading.Read(JsonObject all))
        || !(all.get("pickups") instanceof JsonArray pickups)) {
      throw damaged();
    }
    List<Begun> begun = new ArrayList<>();
    for (JsonValue each : pickups.elements()) {
      if (!(each instanceof JsonObject one)
          || !(one.get("directives") instanceof JsonArray array)) {
        throw damaged();
      }
      RoleFiles.Role role = new RoleFiles.Role(text(one, "role"), Path.of(text(one, "file")));
      List<Pickups.Item> items = new ArrayList<>();
      for (JsonValue value : array.elements()) {
        if (!(value instanceof JsonObject item)) {
          throw damaged();
        }
        Pickups.Item read = item(item);
        if (Files.exists(read.place().file())) {
          items.add(read);
        }
      }
      if (Files.exists(role.file()) && !items.isEmpty()) {
        begun.add(new Begun(project(one), role, items));
      }
    }
    return List.copyOf(begun);
  }

  private FileException damaged() {
    return FileException.of(
        "Reading what was begun",
        file(),
        new IOException("it is no record of pickups: look at it, then remove it"));
  }

  void remove() {
    AtomicFile.sweep(file());
    try {
      Files.deleteIfExists(file());
    } catch (IOException e) {
      throw FileException.of("Removing", file(), e);
    }
  }

  private Pickups.Item item(JsonObject item) {
    Project project = project(item);
    Directive directive =
        new Directive(
            text(item, "id"),
            Target.read(text(item, "target")).orElseThrow(this::damaged),
            Directive.Mark.PENDING,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            text(item, "title"),
            item.string("body").orElse(""),
            false,
            0,
            0);
    return new Pickups.Item(
        new Sources.Place(
            project,
            new Pickup.Source(project.name(), text(item, "role")),
            Path.of(text(item, "file"))),
        directive);
  }

  /** A text that must be there. */
  private String text(JsonObject object, String name) {
    return object
        .string(name)
        .filter(text -> name.equals("title") || !text.isEmpty())
        .orElseThrow(this::damaged);
  }

  private static JsonObject project(Project project) {
    return JsonObject.empty().with("name", project.name()).with("root", project.root().toString());
  }

  private Project project(JsonObject of) {
    JsonObject project = of.object("project").orElseThrow(this::damaged);
    return new Project(text(project, "name"), Path.of(text(project, "root")));
  }
}
