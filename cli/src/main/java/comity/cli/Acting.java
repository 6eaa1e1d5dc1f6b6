package comity.cli;

import comity.project.RoleFiles;
import comity.roles.Isolation;
import comity.roles.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a command acts, and as which role.
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

  /** The project and the role of the command line or of the session, which must have a file. */
  static Finding of(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome.Failure failure) -> new Finding.Missing(failure);
      case Workplace.Finding.Found(Workplace at) -> {
        Optional<String> role = at.actor().role();
        yield role.isEmpty()
            ? new Finding.Found(new Acting(at, Optional.empty()))
            : as(at, role.get());
      }
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

  /** Why the role that acts may not read that of another, where it may not (ROLE-16). */
  Optional<Outcome> reading(String other) {
    Isolation.Verdict verdict =
        Isolation.decide(
            role.map(RoleFiles.Role::name).orElse("").toLowerCase(Locale.ROOT),
            false,
            Isolation.Access.READ,
            new Place.RoleFileOf(other.toLowerCase(Locale.ROOT)),
            "");
    return switch (verdict) {
      case Isolation.Verdict.Allowed _ -> Optional.empty();
      case Isolation.Verdict.Refused refused ->
          Optional.of(
              Workplace.notAllowed(at.desk().guard().refuse(".muse/" + other + ".md", refused)));
    };
  }

  /** Logs a file that is about to be written (ROLE-18). */
  void wrote(Path file) {
    // A role writes nothing but its own file through this: check --fix.
    String rule = role.isEmpty() ? "owner" : "own-role-file";
    Workplace.audit(at.home()).wrote(at.actor(), file, rule);
  }
}
