package comity.project;

import comity.files.Home;
import comity.memory.Scope;
import comity.roles.Actor;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import comity.roles.RoleFile;
import comity.roles.Target;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * All that one actor may do with the roles of a project (ROLE-16, ROLE-17): every door comes here,
 * so that the rules are the same at each. What is written is in the audit log before it is written,
 * and so is each refusal (ROLE-18).
 */
public final class Desk {
  private final Home home;
  private final Projects projects;
  private final Project project;
  private final Actor actor;
  private final InstantSource clock;
  private final ZoneId zone;
  private final Audit audit;
  private final Overview overview;
  private final Directives directives;
  private final Supplier<Optional<Scope>> open;

  /**
   * The desk of an actor.
   *
   * @param home opened
   * @param zone in which times are written, and a day begins
   */
  public Desk(Home home, Project project, Actor actor, InstantSource clock, ZoneId zone) {
    this(home, project, actor, clock, zone, new Overview(clock), Optional::empty);
  }

  /**
   * One that shares with others what was read of files.
   *
   * @param open the memory that is open where the actor works: while it is a group's, the notes are
   *     closed (MEM-2)
   */
  public Desk(
      Home home,
      Project project,
      Actor actor,
      InstantSource clock,
      ZoneId zone,
      Overview overview,
      Supplier<Optional<Scope>> open) {
    this.home = home;
    this.projects = new Projects(home);
    this.project = project;
    this.actor = actor;
    this.clock = clock;
    this.zone = zone;
    this.audit = new Audit(home, clock);
    this.overview = overview;
    this.open = open;
    this.directives = new Directives(home, projects, writes("directive"));
  }

  public Home home() {
    return home;
  }

  public Projects projects() {
    return projects;
  }

  public Project project() {
    return project;
  }

  public Actor actor() {
    return actor;
  }

  public ZonedDateTime now() {
    return clock.instant().atZone(zone);
  }

  /** A guard for a question or few that come together. */
  public Guard guard() {
    return guard(actor);
  }

  /** A guard of what is shown to a role, whoever asks for it. */
  Guard guardOf(String role) {
    return guard(actor.as(role));
  }

  private Guard guard(Actor acting) {
    return new Guard(
        project, acting, audit, () -> LocalDate.ofInstant(clock.instant(), zone), open);
  }

  /** Whether a file may be read or written. */
  public Verdict may(Access access, Path folder, String path) {
    return guard().check(access, folder, path);
  }

  /** Roles at a glance: the header of each may be read by all. */
  public List<Overview.View> overview(boolean all) {
    List<Project> known = projects.around(project);
    return overview.of(all ? known : List.of(project), known);
  }

  /** The role that acts, or that is named by the owner. */
  public Served<String> acting(Optional<String> named) {
    if (actor.role().isPresent()) {
      return named.filter(name -> !isSame(name, actor.role().get())).isPresent()
          ? refuse(
              named.get(),
              new Verdict.Refused(
                  "own-role",
                  "The role " + actor.role().get() + " can't act as " + named.get(),
                  "Leave the role out; another role works for itself"))
          : new Served.Done<>(actor.role().get());
    }
    return named.isPresent()
        ? new Served.Done<>(named.get())
        : new Served.Undone<>(
            Directives.Reason.INVALID, "no role is named", "name the role that it is about");
  }

  /** Refuses something that is about no path, and logs it. */
  public <T> Served<T> refuse(String what, Verdict.Refused verdict) {
    return new Served.NotAllowed<>(guard().refuse(what, verdict));
  }

  /** Logs that something was done. */
  public void did(String action, String path, String rule, String detail) {
    audit.did(actor, action, path, rule, detail);
  }

  /** What is the owner's alone (ROLE-16), such as {@code distill}. */
  public Served<Boolean> ownerOnly(String command) {
    return actor.role().isEmpty()
        ? new Served.Done<>(true)
        : refuse(
            command,
            new Verdict.Refused(
                "owner-only",
                command + " is its owner's command, not that of the role " + actor.role().get(),
                "Ask the owner to run it outside of a role"));
  }

  /** A role's file. */
  public Served<RoleFiles.Role> find(String name, Access access) {
    return switch (new RoleFiles(project).find(name)) {
      case RoleFiles.Finding.Found(RoleFiles.Role role) ->
          guard().check(access, role.file()) instanceof Verdict.Refused refused
              ? new Served.NotAllowed<>(refused)
              : new Served.Done<>(role);
      case RoleFiles.Finding.Missing(List<String> others) -> missing(name, others, access);
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) ->
          refuse(
              ".muse/" + refused.name() + ".md",
              new Verdict.Refused(
                  "role-link",
                  "The role " + refused.name() + " is not taken: " + refused.why(),
                  "Put the file itself into .muse"));
    };
  }

  /** A role learns of another only what its header says; that one is not there is no secret. */
  private Served<RoleFiles.Role> missing(String name, List<String> others, Access access) {
    boolean isName = Target.read(name).filter(target -> target.project().isEmpty()).isPresent();
    if (!isName) {
      Verdict verdict = guard().check(access, project.roles(), name + ".md");
      if (verdict instanceof Verdict.Refused refused) {
        return new Served.NotAllowed<>(refused);
      }
    }
    return new Served.Undone<>(
        Directives.Reason.NOT_FOUND,
        project.name() + " has no role " + name,
        others.isEmpty()
            ? "a role is a file such as " + project.roles().resolve("build.md")
            : "it has " + String.join(", ", others));
  }

  private static <T> Served<T> meanwhile(RoleFiles.Role role) {
    return new Served.Undone<>(
        Directives.Reason.CONFLICT, role.file() + " was taken away meanwhile", "try again");
  }

  /** What a role's file says. */
  public Served<RoleFile> read(String name) {
    return find(name, Access.READ)
        .then(role ->
            switch (guard().read(project.root(), role.file().toString(), RoleFiles.MAX_BYTES)) {
              case Guard.Reading.Read(byte[] bytes) -> new Served.Done<>(RoleFile.read(bytes));
              case Guard.Reading.Missing _ -> meanwhile(role);
              case Guard.Reading.Refused(Verdict.Refused verdict) ->
                  new Served.NotAllowed<>(verdict);
            });
  }

  /**
   * Changes a role's file.
   *
   * @param change as {@link RoleChanges#change} takes it
   */
  public Served<RoleChanges.Changing.Changed> change(String name, UnaryOperator<RoleFile> change) {
    return find(name, Access.WRITE)
        .then(role -> {
          return switch (new RoleChanges(home, writes("role-file"))
              .change(project, role.name(), change)) {
            case RoleChanges.Changing.Changed changed -> new Served.Done<>(changed);
            case RoleChanges.Changing.NoRole _, RoleChanges.Changing.NotTaken _ -> meanwhile(role);
          };
        });
  }

  /** Sends a directive from the role that acts, or the owner names. */
  public Served<Directives.Sending.Sent> send(
      Optional<String> sender, String target, String title, String body, Optional<String> id) {
    return acting(sender)
        .then(name -> find(name, Access.WRITE))
        .then(role -> {
          return switch (directives.send(project, role.name(), target, title, body, id)) {
            case Directives.Sending.Sent sent -> new Served.Done<>(sent);
            case Directives.Sending.Refused(Directives.Reason reason, String why, String todo) ->
                new Served.Undone<>(reason, why, todo);
          };
        });
  }

  /** Picks up what waits for the role that acts, or the owner names. */
  public Served<Pickups.Outcome.PickedUp> pickup(Optional<String> named) {
    return acting(named)
        .then(name -> find(name, Access.WRITE))
        .then(role -> {
          return switch (directives.pickup(project, role.name(), now())) {
            case Pickups.Outcome.PickedUp picked -> new Served.Done<>(picked);
            case Pickups.Outcome.NoRole _, Pickups.Outcome.NotTaken _ -> meanwhile(role);
            case Pickups.Outcome.NoPlace(Path file) ->
                new Served.Undone<>(
                    Directives.Reason.CONFLICT,
                    file + " has an open code fence or comment, in which nothing counts",
                    "close it; comity check " + role.name() + " says where it begins");
          };
        });
  }

  /** Marks what the role that acts, or the owner names, received as done. */
  public Served<Directives.Finishing.Finished> done(
      Optional<String> named, String id, Optional<String> from) {
    return acting(named)
        .then(name -> find(name, Access.WRITE))
        .then(role -> {
          return switch (directives.done(project, role.name(), id, from, now())) {
            case Directives.Finishing.Finished finished -> new Served.Done<>(finished);
            case Directives.Finishing.Refused(Directives.Reason reason, String why, String todo) ->
                new Served.Undone<>(reason, why, todo);
          };
        });
  }

  /** A directive and how it stands: waiting, pending, delivered or done. */
  public record Listed(Directives.Standing standing, String state) {}

  /**
   * Directives, of one role or for the owner of all.
   *
   * @param all for the owner: of all known projects
   */
  public Served<List<Listed>> directives(Optional<String> named, boolean all) {
    if (named.isEmpty() && actor.role().isEmpty()) {
      return new Served.Done<>(listed(Optional.empty(), all));
    }
    return acting(named)
        .then(name -> find(name, Access.READ))
        .map(role -> listed(Optional.of(role.name()), false));
  }

  private List<Listed> listed(Optional<String> role, boolean all) {
    List<Listed> listed = new ArrayList<>();
    List<Directives.Standing> waiting =
        role.isPresent() ? directives.waiting(project, role.get()) : List.of();
    waiting.forEach(standing -> listed.add(new Listed(standing, "waiting")));
    for (Project each : all ? projects.around(project) : List.of(project)) {
      for (Directives.Standing standing : directives.list(each)) {
        boolean meant = role.isEmpty() || isSame(standing.role(), role.get());
        if (meant && !waiting.contains(standing)) {
          listed.add(new Listed(standing, state(standing)));
        }
      }
    }
    return List.copyOf(listed);
  }

  private static String state(Directives.Standing standing) {
    if (standing.directive().isPending()) {
      return "pending";
    }
    return standing.directive().received() ? "done" : "delivered";
  }

  private static boolean isSame(String one, String other) {
    return Target.fold(one.strip()).equals(Target.fold(other.strip()));
  }

  /** The notes, and the reports made of them. */
  public NoteDesk notes() {
    return new NoteDesk(this);
  }

  /** Logs each file before it is written. */
  public Consumer<Path> writes(String rule) {
    return file -> audit.wrote(actor, file, rule);
  }

  Directives allDirectives() {
    return directives;
  }
}
