package comity.project;

import comity.files.FileException;
import comity.files.Home;
import comity.json.JsonObject;
import comity.roles.Directive;
import comity.roles.RoleEdit;
import comity.roles.RoleFile;
import comity.roles.Target;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Sends directives, has them picked up and done (ROLE-11 to ROLE-14). All that any process changes
 * in role files of a home's projects is done one after the other, under one lock of the home, which
 * the system takes back from a process that ends.
 */
public final class Directives {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm xxx", Locale.ROOT);

  /** As many ids as a line names. */
  private static final int MAX_NAMED = 10;

  private final Home home;
  private final Projects projects;
  private final DirectiveIds ids;
  private final Consumer<Path> writing;

  /** What came of sending. */
  public sealed interface Sending {
    /**
     * It stands in the sender's file.
     *
     * @param warning what may keep it from being picked up; empty where nothing does
     */
    record Sent(String id, Path file, int line, String warning) implements Sending {}

    /** Nothing was written. */
    record Refused(Reason reason, String why, String todo) implements Sending {}
  }

  /** Why something was not done. */
  public enum Reason {
    /** What was asked for is wrong. */
    INVALID,
    /** There is no such role or directive. */
    NOT_FOUND,
    /** It stands in the way that something is there already. */
    CONFLICT
  }

  /** What came of finishing a directive. */
  public sealed interface Finishing {
    /**
     * It is done.
     *
     * @param before whether it had been already
     */
    record Finished(Directive directive, Path file, boolean before) implements Finishing {}

    /** Nothing was written. */
    record Refused(Reason reason, String why, String todo) implements Finishing {}
  }

  /** A directive and where it stands. */
  public record Standing(Project project, String role, Path file, Directive directive) {
    /**
     * For a program: {@code
     * {"id","target","status","title","body","project","role","received","file","line","from"?,"at"?}}.
     *
     * @param status pending, delivered, done or waiting
     */
    public JsonObject toJson(String status) {
      JsonObject json =
          JsonObject.empty()
              .with("id", directive.id())
              .with("target", directive.target().toString())
              .with("status", status)
              .with("title", directive.title())
              .with("body", directive.body())
              .with("project", project.name())
              .with("role", role)
              .with("received", directive.received())
              .with("file", file.toString())
              .with("line", directive.line() + 1);
      if (directive.from().isPresent()) {
        json = json.with("from", directive.from().get());
      }
      return directive.at().isPresent() ? json.with("at", directive.at().get()) : json;
    }
  }

  /** The directives of a home's projects. */
  public Directives(Home home, Projects projects) {
    this(home, projects, _ -> {});
  }

  /**
   * The directives of a home's projects.
   *
   * @param writing is told of each file before it is written
   */
  public Directives(Home home, Projects projects, Consumer<Path> writing) {
    this.home = home;
    this.projects = projects;
    this.writing = writing;
    this.ids = new DirectiveIds(home);
  }

  /** As times stand in role files: local, with their offset. */
  static String written(ZonedDateTime time) {
    return TIME.format(time);
  }

  /**
   * Writes a directive into its sender's file (ROLE-12).
   *
   * @param body any text; its lines end with line feeds afterwards
   * @param id empty for the next free one
   */
  public Sending send(
      Project project,
      String sender,
      String target,
      String title,
      String body,
      Optional<String> id) {
    Optional<Target> to = Target.read(target);
    if (to.isEmpty()) {
      return invalid(
          "no directive goes to " + target, "write ROLE, PROJECT/ROLE, ALL or PROJECT/ALL");
    }
    if (title.isBlank() || !isOneLine(title)) {
      return invalid("a title is one line of text", "put the rest into the body");
    }
    if (!isWellFormed(title + body)) {
      return invalid("the text is no Unicode", "send UTF-8");
    }
    if (id.isPresent() && Directive.number(id.get()).isEmpty()) {
      return invalid(id.get() + " is no id", "write S and three to nine digits, such as S041");
    }
    return switch (new RoleFiles(project).find(sender)) {
      case RoleFiles.Finding.Found(RoleFiles.Role role) ->
          RoleChanges.alone(
              home, () -> sent(project, role, to.get(), title.strip(), lines(body), id));
      case RoleFiles.Finding.Missing(List<String> others) -> {
        String there = others.isEmpty() ? "it has none" : "it has " + String.join(", ", others);
        yield new Sending.Refused(
            Reason.NOT_FOUND,
            project.name() + " has no role " + sender + " whose file it could stand in",
            there);
      }
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) ->
          new Sending.Refused(
              Reason.INVALID, "the role " + refused.name() + ": " + refused.why(), "mend that");
    };
  }

  private static Sending invalid(String why, String todo) {
    return new Sending.Refused(Reason.INVALID, why, todo);
  }

  private static boolean isOneLine(String title) {
    return title
        .codePoints()
        .noneMatch(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029');
  }

  private static boolean isWellFormed(String text) {
    return text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }

  private static String lines(String body) {
    return body.replace("\r\n", "\n").replace('\r', '\n');
  }

  private Sending sent(
      Project project,
      RoleFiles.Role sender,
      Target target,
      String title,
      String body,
      Optional<String> asked) {
    List<Project> around = projects.around(project);
    if (asked.isPresent() && !ids.isFree(asked.get(), around)) {
      return new Sending.Refused(
          Reason.CONFLICT, asked.get() + " is taken", "leave --id out to get the next free one");
    }
    asked.ifPresent(ids::chosen);
    String id = asked.map(given -> "S" + given.substring(1)).orElseGet(() -> ids.next(around));
    RoleFiles files = new RoleFiles(project, writing);
    RoleFile changed =
        files.edit(
            sender.file(),
            file -> {
              RoleFile with = RoleEdit.refreshed(RoleEdit.send(file, id, target, title, body));
              return placed(with.sent(), id, title, body).isPresent() ? with : file;
            });
    Optional<Directive> placed = placed(changed.sent(), id, title, body);
    if (placed.isEmpty()) {
      return new Sending.Refused(
          Reason.CONFLICT,
          sender.file() + " has an open code fence or comment at its end, in which nothing counts",
          "close it; comity check " + sender.name() + " says where it begins");
    }
    return new Sending.Sent(
        id, sender.file(), placed.get().line(), warning(project, sender, target, around));
  }

  private static Optional<Directive> placed(
      List<Directive> directives, String id, String title, String body) {
    return directives.stream()
        .filter(d -> d.id().equals(id) && d.title().equals(title) && d.body().equals(body))
        .findFirst();
  }

  private String warning(Project own, RoleFiles.Role sender, Target target, List<Project> around) {
    Optional<Project> project =
        target.project().isEmpty()
            ? Optional.of(own)
            : around.stream().filter(p -> p.isNamed(target.project().get())).findFirst();
    if (project.isEmpty()) {
      return "the project "
          + target.project().get()
          + " is not known here; comity project add makes it so";
    }
    if (!project.get().equals(own) && projects.named(own.name()).isEmpty()) {
      return own.name()
          + " is not known, so that roles of other projects do not look here; comity project add "
          + own.root();
    }
    List<RoleFiles.Role> roles = new RoleFiles(project.get()).list().roles();
    boolean there =
        target.isForAll()
            ? roles.stream().anyMatch(role -> !role.name().equals(sender.name()))
            : roles.stream().anyMatch(role -> role.isNamed(target.role()));
    return there ? "" : project.get().name() + " has no role " + target.role() + " yet";
  }

  /** All directives in the files of a project's roles, in their order. */
  public List<Standing> list(Project project) {
    List<Standing> all = new ArrayList<>();
    for (RoleFiles.Role role : new RoleFiles(project).list().roles()) {
      for (Directive directive : RoleFiles.read(role).directives()) {
        all.add(new Standing(project, role.name(), role.file(), directive));
      }
    }
    return List.copyOf(all);
  }

  /** What waits for a role to be picked up, wherever it stands, as far as it can be read. */
  public List<Standing> waiting(Project project, String role) {
    return waiting(project, List.of(role));
  }

  /** What waits for any of these roles, each once. */
  List<Standing> waiting(Project project, List<String> roles) {
    List<Standing> all = new ArrayList<>();
    for (Sources.Place place : Sources.around(project, projects).files()) {
      try {
        for (Directive directive : Pickups.waiting(place, project, roles)) {
          all.add(new Standing(place.project(), place.source().role(), place.file(), directive));
        }
      } catch (FileException unreadable) {
        // A pickup names it, and so does a check.
      }
    }
    return List.copyOf(all);
  }

  /**
   * Has a role take what waits for it (ROLE-13).
   *
   * @throws FileException where a file can't be changed; what was begun is finished by the next one
   */
  public Pickups.Outcome pickup(Project project, String role, ZonedDateTime now) {
    return switch (new RoleFiles(project).find(role)) {
      case RoleFiles.Finding.Found(RoleFiles.Role found) ->
          RoleChanges.alone(
              home,
              () -> new Pickups(home, projects, writing).pickup(project, found, written(now)));
      case RoleFiles.Finding.Missing(List<String> others) -> new Pickups.Outcome.NoRole(others);
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) ->
          new Pickups.Outcome.NotTaken(refused);
    };
  }

  /**
   * Marks what a role received as done (ROLE-14).
   *
   * @param from {@code PROJECT/role} of its source, where the role has more than one of that id
   */
  public Finishing done(
      Project project, String role, String id, Optional<String> from, ZonedDateTime now) {
    RoleFiles files = new RoleFiles(project, writing);
    if (!(files.find(role) instanceof RoleFiles.Finding.Found(RoleFiles.Role found))) {
      return new Finishing.Refused(
          Reason.NOT_FOUND, project.name() + " has no role " + role, "comity role list shows them");
    }
    return RoleChanges.alone(home, () -> finish(files, found, id, from, written(now)));
  }

  private static String pendingIds(RoleFile file) {
    return file.received().stream()
        .filter(Directive::isPending)
        .map(d -> d.id() + d.from().map(place -> " from " + place).orElse(""))
        .limit(MAX_NAMED)
        .collect(Collectors.joining(", "));
  }

  private static Finishing finish(
      RoleFiles files, RoleFiles.Role role, String id, Optional<String> from, String time) {
    Function<RoleFile, List<Directive>> meant =
        file ->
            file.received().stream()
                .filter(d -> d.id().equalsIgnoreCase(id))
                .filter(d ->
                    from.isEmpty() || d.from().filter(from.get()::equalsIgnoreCase).isPresent())
                .toList();
    List<Directive> there = meant.apply(RoleFiles.read(role));
    List<Directive> open = there.stream().filter(Directive::isPending).toList();
    if (there.isEmpty()) {
      String has = pendingIds(RoleFiles.read(role));
      return new Finishing.Refused(
          Reason.NOT_FOUND,
          role.name() + " has received no " + id + from.map(place -> " from " + place).orElse(""),
          has.isEmpty() ? "it has none that is not done" : "not done is " + has);
    }
    if (open.size() > 1) {
      String origins = String.join(", ", open.stream().map(d -> d.from().orElse("?")).toList());
      return new Finishing.Refused(
          Reason.CONFLICT,
          role.name() + " has " + open.size() + " open directives " + id,
          "say which with --from: " + origins);
    }
    if (open.isEmpty()) {
      return new Finishing.Finished(there.getLast(), role.file(), true);
    }
    files.edit(
        role.file(),
        file -> {
          List<Directive> now = meant.apply(file).stream().filter(Directive::isPending).toList();
          return now.isEmpty()
              ? file
              : RoleEdit.refreshed(RoleEdit.done(file, now.getFirst(), time));
        });
    return new Finishing.Finished(open.getFirst(), role.file(), false);
  }
}
