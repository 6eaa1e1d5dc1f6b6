package comity.cli;

import comity.json.JsonObject;
import comity.project.Audit;
import comity.project.Desk;
import comity.project.RoleFiles;
import comity.project.Served;
import comity.roles.Actor;
import comity.roles.Isolation;
import comity.roles.Place;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a command acts, and as whom.
 *
 * @param role the role that acts; empty for the owner
 * @param desk where the rules are asked for, and what is refused and written is logged
 */
record Acting(Workplace at, Optional<RoleFiles.Role> role, Desk desk) {

  /** Whether a command can act. */
  sealed interface Finding {
    record Found(Acting acting) implements Finding {}

    /** It can't; the outcome says why. */
    record Missing(Outcome outcome) implements Finding {}
  }

  /**
   * The project of the command line or the working folder, and the role of {@code --role} or of the
   * session (ROLE-17).
   */
  static Finding of(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> new Finding.Missing(outcome);
      case Workplace.Finding.Found(Workplace at) -> {
        String user = System.getProperty("user.name", "");
        Optional<String> asked = Optional.ofNullable(context.globals().role());
        yield switch (Actor.of(user, asked, context.surroundings().environment(), Actor.Door.CLI)) {
          case Actor.Finding.Refused(Actor actor, Isolation.Verdict.Refused verdict) ->
              new Finding.Missing(
                  new Acting(at, Optional.empty(), desk(at, actor))
                      .refused("nothing was done", verdict));
          case Actor.Finding.Found(Actor actor) -> as(at, actor);
        };
      }
    };
  }

  private static Finding as(Workplace at, Actor actor) {
    if (actor.role().isEmpty()) {
      return new Finding.Found(new Acting(at, Optional.empty(), desk(at, actor)));
    }
    String role = actor.role().get();
    return switch (at.roles().find(role)) {
      case RoleFiles.Finding.Found(RoleFiles.Role found) ->
          new Finding.Found(new Acting(at, Optional.of(found), desk(at, actor)));
      case RoleFiles.Finding.Missing(List<String> others) ->
          new Finding.Missing(at.noRole(role, others));
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) ->
          new Finding.Missing(Workplace.notTaken(refused));
    };
  }

  private static Desk desk(Workplace at, Actor actor) {
    return new Desk(at.home(), at.project(), actor, InstantSource.system(), ZoneId.systemDefault());
  }

  /** Why the role that acts may not give a command that is its owner's, where one acts. */
  Optional<Outcome> ownersOnly(String command, String undone) {
    return switch (desk.ownerOnly(command)) {
      case Served.NotAllowed<Boolean>(Isolation.Verdict.Refused verdict) ->
          Optional.of(outcome(undone, verdict));
      case Served.Done<Boolean> _, Served.Undone<Boolean> _ -> Optional.empty();
    };
  }

  /** Why the role that acts may not read that of another, where it may not (ROLE-16). */
  Optional<Outcome> reading(String other, String undone) {
    Isolation.Verdict verdict =
        Isolation.decide(
            role.map(RoleFiles.Role::name).orElse("").toLowerCase(Locale.ROOT),
            false,
            Isolation.Access.READ,
            new Place.RoleFileOf(other.toLowerCase(Locale.ROOT)),
            "");
    return switch (verdict) {
      case Isolation.Verdict.Allowed _ -> Optional.empty();
      case Isolation.Verdict.Refused refused -> Optional.of(refused(undone, refused));
    };
  }

  /** The refusal of a rule (ROLE-16), which is logged. */
  Outcome refused(String undone, Isolation.Verdict.Refused refused) {
    return outcome(undone, desk.guard().refuse(undone, refused));
  }

  private static Outcome outcome(String undone, Isolation.Verdict.Refused refused) {
    return new Outcome.Failure(
        ExitCode.NOT_ALLOWED,
        undone,
        refused.reason() + " (" + refused.rule() + ")",
        refused.instead(),
        JsonObject.empty().with("rule", refused.rule()).with("instead", refused.instead()));
  }

  /** Logs a file that is about to be written (ROLE-18). */
  void wrote(Path file) {
    boolean own = role.isPresent() && role.get().file().equals(file);
    boolean captured = "MEMORIES.md".equals(String.valueOf(file.getFileName()));
    String rule =
        role.isEmpty()
            ? "owner"
            : own ? "own-role-file" : captured ? "auto-capture" : "todays-notes";
    new Audit(at.home(), InstantSource.system()).wrote(desk.actor(), file, rule);
  }
}
