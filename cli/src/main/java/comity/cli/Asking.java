package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;

/** What came of asking the hub. */
sealed interface Asking {
  /** It answered with success. */
  record Answered(JsonObject body) implements Asking {}

  /** It answered with an error. */
  record Refused(int status, JsonObject body) implements Asking {
    /** What the command comes to, with what the hub says. */
    Outcome.Failure failure(String undone) {
      String why = body.string("message").orElse("the hub answered with status " + status);
      return new Outcome.Failure(code(), undone, why, "", JsonObject.empty().with("refusal", body));
    }

    private ExitCode code() {
      return switch (status) {
        case 401, 403 -> ExitCode.NOT_ALLOWED;
        case 404 -> ExitCode.NOT_FOUND;
        default -> ExitCode.REFUSED;
      };
    }
  }

  /**
   * It did not answer.
   *
   * @param why for a person
   * @param todo what starts one
   */
  record NoHub(String why, String todo) implements Asking {
    Outcome.Failure failure(String undone) {
      return Outcome.Failure.of(ExitCode.UNREACHABLE, undone, why, todo);
    }
  }

  /** What is done with an answer. */
  interface Doing {
    Outcome with(JsonObject body) throws IOException;
  }

  /**
   * What it means that the hub does not have what the command names.
   *
   * @param todo how one finds what it has
   */
  record Missing(String why, String todo) {}

  /**
   * What the command comes to.
   *
   * @param undone what was not done where there is no success, for instance {@code no key was made}
   */
  default Outcome outcome(String undone, Doing done) throws IOException {
    return switch (this) {
      case Answered(JsonObject body) -> done.with(body);
      case NoHub none -> none.failure(undone);
      case Refused refused -> refused.failure(undone);
    };
  }

  /** As {@link #outcome(String, Doing)}, where what was asked for may not be there. */
  default Outcome outcome(String undone, Missing missing, Doing done) throws IOException {
    return this instanceof Refused(int status, JsonObject body) && status == 404
        ? new Outcome.Failure(
            ExitCode.NOT_FOUND,
            "",
            missing.why(),
            missing.todo(),
            JsonObject.empty().with("refusal", body))
        : outcome(undone, done);
  }

  /** The conversation of this id is not there. */
  static Missing conversation(String id) {
    return new Missing(
        "there is no conversation " + id, "comity conversation list shows the latest");
  }

  /** The trace of this id is not there. */
  static Missing trace(String id) {
    return new Missing("there is no trace " + id, "comity trace list shows the latest");
  }
}
