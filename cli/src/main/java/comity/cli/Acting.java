package comity.cli;

import comity.json.JsonObject;
import comity.project.RoleFiles;
import comity.roles.Isolation;
import comity.roles.Place;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a command acts, and as whom.
 *
 * @param role the role that acts; empty for the owner
 */
record Acting(Workplace at, Optional<RoleFiles.Role> role) {

  /** Whether a command can act. */
  sealed interface Finding {
    record Found(Acting acting) implements Finding {}

    /** It can't; the outcome says why. */
    record Missing(Outcome outcome) implements Finding {}
  }

  /** The project of the command line or the working folder, and the role that acts. */
  static Finding of(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> new Finding.Missing(outcome);
      case Workplace.Finding.Found(Workplace at) ->
          at.actor().role().isEmpty()
              ? new Finding.Found(new Acting(at, Optional.empty()))
              : as(at, at.actor().role().get());
    };
  }

  private static Finding as(Workplace at, String role) {
    return switch (at.roles().find(role)) {
      case RoleFiles.Finding.Found(RoleFiles.Role found) ->
          new Finding.Found(new Acting(at, Optional.of(found)));
      case RoleFiles.Finding.Missing(List<String> others) ->
          new Finding.Missing(at.noRole(role, others));
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) ->
          new Finding.Missing(Workplace.notTaken(refused));
    };
  }

  /** Why a role may not read that of another, where it may not (ROLE-16). */
  static Optional<Outcome> reading(RoleFiles.Role own, String other, String undone) {
    Isolation.Verdict verdict =
        Isolation.decide(
            own.name().toLowerCase(Locale.ROOT),
            false,
            Isolation.Access.READ,
            new Place.RoleFileOf(other.toLowerCase(Locale.ROOT)),
            "");
    return switch (verdict) {
      case Isolation.Verdict.Allowed _ -> Optional.empty();
      case Isolation.Verdict.Refused refused -> Optional.of(refused(undone, refused));
    };
  }

  /** The refusal of a rule (ROLE-16). */
  static Outcome refused(String undone, Isolation.Verdict.Refused refused) {
    return new Outcome.Failure(
        ExitCode.NOT_ALLOWED,
        undone,
        refused.reason() + " (" + refused.rule() + ")",
        refused.instead(),
        JsonObject.empty().with("rule", refused.rule()).with("instead", refused.instead()));
  }
}
