package comity.cli;

import comity.json.JsonObject;
import java.util.function.Function;

/** What came of asking the hub. */
sealed interface Asking {
  /** It answered with success. */
  record Answered(JsonObject body) implements Asking {}

  /** It answered with an error. */
  record Refused(int status, JsonObject body) implements Asking {}

  /** It did not answer; {@code why} for a person. */
  record NoHub(String why) implements Asking {}

  /**
   * What the command comes to.
   *
   * @param undone what was not done where there is no success, for instance {@code no key was made}
   */
  default Outcome outcome(String undone, Function<JsonObject, Outcome> done) {
    return switch (this) {
      case Answered(JsonObject body) -> done.apply(body);
      case NoHub(String why) ->
          Outcome.Failure.of(ExitCode.UNREACHABLE, undone, why, "comity up starts a hub");
      case Refused(int status, JsonObject body) ->
          new Outcome.Failure(
              code(status),
              undone,
              body.string("message").orElse("the hub answered with status " + status),
              "",
              JsonObject.empty().with("refusal", body));
    };
  }

  private static ExitCode code(int status) {
    return switch (status) {
      case 401, 403 -> ExitCode.NOT_ALLOWED;
      case 404 -> ExitCode.NOT_FOUND;
      default -> ExitCode.REFUSED;
    };
  }
}
