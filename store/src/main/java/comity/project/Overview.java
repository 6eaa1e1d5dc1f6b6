package comity.project;

import comity.files.FileException;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.roles.Directive;
import comity.roles.Glance;
import comity.roles.L0;
import comity.roles.Pickup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows projects at a glance (ROLE-5). What was read of a file is kept as long as the file is the
 * same, so that a process that asks again reads only what has changed. For any number of threads.
 */
public final class Overview {
  /** A file that was changed a moment ago may be changed again without another time or size. */
  private static final long SETTLED_MILLIS = 2_000;

  /** Files that are kept; beyond that all is read anew, which takes time and nothing else. */
  private static final int MAX_KEPT = 20_000;

  private final Map<Path, Kept> kept = new ConcurrentHashMap<>();
  private final InstantSource clock;

  private record Kept(String key, long time, long size, Glance glance) {}

  /**
   * A role.
   *
   * @param l0 empty where the file has none
   * @param lines of the file
   * @param pending what waits for it anywhere, and what it has received and not done (ROLE-14)
   */
  public record Line(
      String role, Path file, Optional<L0> l0, int lines, long pending, long openTasks) {
    /**
     * For a program: {@code
     * {"role","l0","version","top_priority","status_flags","lines","pending","open_tasks"}}.
     */
    public JsonObject toJson() {
      List<String> flags = l0.map(L0::flags).orElse(List.of());
      return JsonObject.empty()
          .with("role", role)
          .with("l0", l0.map(L0::line).orElse(""))
          .with("version", l0.map(L0::version).orElse(""))
          .with("top_priority", l0.map(L0::topPriority).orElse(""))
          .with("status_flags", JsonArray.of(flags.stream().map(JsonString::new).toList()))
          .with("lines", lines)
          .with("pending", pending)
          .with("open_tasks", openTasks);
    }
  }

  /** A project's roles by name. */
  public record View(Project project, List<Line> lines, List<RoleFiles.Refused> refused) {
    public View {
      lines = List.copyOf(lines);
      refused = List.copyOf(refused);
    }
  }

  private record Waiting(Pickup.Source source, Directive directive) {}

  private record Read(RoleFiles.Role role, Glance glance) {}

  /** A view that has read nothing yet. */
  public Overview(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The projects as they are now.
   *
   * @param shown whose roles are asked for
   * @param known all whose roles may have sent something to them
   * @throws FileException where a file of the shown ones can't be read
   */
  public List<View> of(List<Project> shown, List<Project> known) {
    if (kept.size() > MAX_KEPT) {
      kept.clear();
    }
    Map<Project, List<Read>> all = new HashMap<>();
    List<Waiting> waiting = new ArrayList<>();
    List<View> views = new ArrayList<>();
    Map<Project, RoleFiles.Listing> listings = new HashMap<>();
    for (Project project : known) {
      boolean asked = shown.contains(project);
      try {
        RoleFiles.Listing listing = new RoleFiles(project).list();
        List<RoleFiles.Refused> refused = new ArrayList<>(listing.refused());
        List<Read> read = read(listing.roles(), refused);
        listings.put(project, new RoleFiles.Listing(listing.roles(), refused));
        all.put(project, read);
        for (Read one : read) {
          Pickup.Source source = new Pickup.Source(project.name(), one.role().name());
          one.glance().sent().forEach(d -> waiting.add(new Waiting(source, d)));
        }
      } catch (FileException unreadable) {
        if (asked) {
          throw unreadable;
        }
      }
    }
    for (Project project : shown) {
      List<Line> lines = new ArrayList<>();
      for (Read one : all.getOrDefault(project, List.of())) {
        lines.add(line(project, one, waiting));
      }
      RoleFiles.Listing listing = listings.get(project);
      views.add(new View(project, lines, listing == null ? List.of() : listing.refused()));
    }
    return List.copyOf(views);
  }

  private static Line line(Project project, Read read, List<Waiting> waiting) {
    String role = read.role().name();
    Glance glance = read.glance();
    long coming =
        waiting.stream()
            .filter(w -> Pickup.isWaiting(w.directive(), w.source(), project.name(), role))
            .count();
    return new Line(
        role,
        read.role().file(),
        glance.l0(),
        glance.lines(),
        glance.pending() + coming,
        glance.openTasks());
  }

  /** Many files are read side by side; one that can't be is named instead. */
  private List<Read> read(List<RoleFiles.Role> roles, List<RoleFiles.Refused> refused) {
    List<Looked> looked = roles.parallelStream().map(this::look).toList();
    List<Read> read = new ArrayList<>();
    for (Looked each : looked) {
      switch (each) {
        case Looked.At(Read found) -> read.add(found);
        case Looked.Not(RoleFiles.Refused why) -> refused.add(why);
      }
    }
    return read;
  }

  private sealed interface Looked {
    record At(Read read) implements Looked {}

    record Not(RoleFiles.Refused why) implements Looked {}
  }

  private Looked look(RoleFiles.Role role) {
    try {
      return new Looked.At(new Read(role, glance(role.file())));
    } catch (FileException unreadable) {
      return new Looked.Not(
          new RoleFiles.Refused(role.name(), String.valueOf(unreadable.getMessage())));
    }
  }

  private Glance glance(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      String key = String.valueOf(now.fileKey());
      long time = now.lastModifiedTime().toMillis();
      Kept before = kept.get(file);
      if (before != null
          && before.time() == time
          && before.size() == now.size()
          && before.key().equals(key)) {
        return before.glance();
      }
      Glance glance = Glance.of(RoleFiles.bytes(file));
      long age = clock.millis() - time;
      if (age > SETTLED_MILLIS) {
        kept.put(file, new Kept(key, time, now.size(), glance));
      } else {
        kept.remove(file);
      }
      return glance;
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }
}
