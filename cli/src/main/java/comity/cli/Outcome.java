package comity.cli;

import comity.json.JsonObject;
import java.util.List;

/** What came of a command. {@link Program} prints it. */
sealed interface Outcome {

  /**
   * What was asked for; printed with {@code --quiet} too.
   *
   * @param code where it is not DONE, the answer is one that scripts ask for by the exit code
   * @param json what {@code --json} prints
   * @param lines the same for a person
   */
  record Answer(ExitCode code, JsonObject json, List<String> lines) implements Outcome {
    public Answer {
      lines = List.copyOf(lines);
    }

    Answer(JsonObject json, List<String> lines) {
      this(ExitCode.DONE, json, lines);
    }
  }

  /** Something was done; {@code lines} confirm it and {@code --quiet} leaves them out. */
  record Deed(JsonObject json, List<String> lines) implements Outcome {
    public Deed {
      lines = List.copyOf(lines);
    }
  }

  /** It was printed as it came. */
  record Streamed(JsonObject last) implements Outcome {}

  /**
   * It was not done. The line on standard error says what, why and what to do; only a log or a list
   * of faults takes more than one.
   *
   * @param what what was not done, for instance {@code key work-laptop was not revoked}
   * @param todo what the person can do about it; may be empty
   * @param json what {@code --json} prints beside the error
   */
  record Failure(ExitCode code, String what, String why, String todo, JsonObject json)
      implements Outcome {

    static Failure of(ExitCode code, String what, String why, String todo) {
      return new Failure(code, what, why, todo, JsonObject.empty());
    }

    static Failure usage(String why, String todo) {
      return of(ExitCode.USAGE, "", why, todo);
    }

    String line() {
      StringBuilder line = new StringBuilder(what);
      if (!line.isEmpty()) {
        line.append(": ");
      }
      line.append(why);
      if (!todo.isEmpty()) {
        line.append("; ").append(todo);
      }
      return line.toString();
    }
  }
}
