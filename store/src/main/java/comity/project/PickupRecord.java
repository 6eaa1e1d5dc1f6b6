package comity.project;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
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

  void write(Begun begun) {
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
    JsonObject all =
        JsonObject.empty()
            .with("project", project(begun.project()))
            .with("role", begun.role().name())
            .with("file", begun.role().file().toString())
            .with("directives", JsonArray.of(items));
    AtomicFile.sweep(file());
    AtomicFile.write(home.root(), file(), (Json.text(all) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** What was begun and not finished; empty where nothing was, or its receiver is gone since. */
  Optional<Begun> read() {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException e) {
      throw FileException.of("Reading what was begun", file(), e);
    }
    if (!(Json.read(bytes) instanceof JsonReading.Read(JsonObject all))) {
      throw FileException.of(
          "Reading what was begun", file(), new IOException("it is no JSON: remove it"));
    }
    RoleFiles.Role role = new RoleFiles.Role(text(all, "role"), Path.of(text(all, "file")));
    List<Pickups.Item> items = new ArrayList<>();
    if (all.get("directives") instanceof JsonArray array) {
      for (JsonValue value : array.elements()) {
        if (value instanceof JsonObject item && Files.exists(Path.of(text(item, "file")))) {
          items.add(item(item));
        }
      }
    }
    if (!Files.exists(role.file())) {
      remove();
      return Optional.empty();
    }
    return Optional.of(new Begun(project(all.object("project")), role, items));
  }

  void remove() {
    AtomicFile.sweep(file());
    try {
      Files.deleteIfExists(file());
    } catch (IOException e) {
      throw FileException.of("Removing", file(), e);
    }
  }

  private static Pickups.Item item(JsonObject item) {
    Project project = project(item.object("project"));
    Directive directive =
        new Directive(
            text(item, "id"),
            Target.read(text(item, "target")).orElseThrow(),
            Directive.Mark.PENDING,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            text(item, "title"),
            text(item, "body"),
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

  private static String text(JsonObject object, String name) {
    return object.string(name).orElse("");
  }

  private static JsonObject project(Project project) {
    return JsonObject.empty().with("name", project.name()).with("root", project.root().toString());
  }

  private static Project project(Optional<JsonObject> json) {
    JsonObject project = json.orElse(JsonObject.empty());
    return new Project(text(project, "name"), Path.of(text(project, "root")));
  }
}
