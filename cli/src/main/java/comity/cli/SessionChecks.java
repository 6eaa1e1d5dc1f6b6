package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.sessions.CommandCheck;
import java.util.List;

/** What came of looking at a line for the shell. */
final class SessionChecks {
  private SessionChecks() {}

  /**
   * As an answer.
   *
   * @param accepted what is said where it is fit
   * @param argv what is run then
   * @param todo what a person can do where it is not
   */
  static Outcome answer(CommandCheck check, List<String> accepted, List<String> argv, String todo) {
    return switch (check) {
      case CommandCheck.Accepted() ->
          new Outcome.Answer(
              JsonObject.empty()
                  .with("accepted", true)
                  .with("argv", JsonArray.of(argv.stream().map(JsonString::new).toList())),
              accepted);
      case CommandCheck.Refused(int column, String why) ->
          new Outcome.Answer(
              ExitCode.REFUSED,
              JsonObject.empty().with("accepted", false).with("column", column).with("reason", why),
              List.of("refused, column " + column + ": " + why, todo));
    };
  }
}
