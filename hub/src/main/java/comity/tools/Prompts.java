package comity.tools;

import comity.mcp.Prompt;
import comity.mcp.PromptResult;
import comity.mcp.RpcError;
import comity.project.Desk;
import comity.project.ProjectTexts;
import comity.project.Served;
import comity.roles.Briefing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The prompts of a project (ROLE-22): {@code resume}, {@code bye}, {@code distill}, settings. */
final class Prompts {
  private static final Prompt.Argument ROLE =
      new Prompt.Argument("role", "the role to work as (default: the role of this server)", false);

  static final List<Prompt> ALL =
      List.of(
          new Prompt(
              "resume",
              "Go on as a role",
              "Picks up what waits for the role, and shows all that it needs to go on.",
              List.of(ROLE)),
          new Prompt(
              "bye", "End the work", "Writes down what was done, and what was learned.", List.of()),
          new Prompt(
              "distill",
              "Distil the notes",
              "Keeps what matters of old notes in MEMORIES.md. The owner's.",
              List.of()),
          new Prompt(
              "settings",
              "Preferences",
              "Shows the preferences in USER.md, and how to change them. The owner's.",
              List.of()));

  private final Desk desk;

  Prompts(Desk desk) {
    this.desk = desk;
  }

  Given<PromptResult> prompt(String name, Map<String, String> arguments) {
    return switch (name) {
      case "resume" -> resume(Optional.ofNullable(arguments.get("role")));
      case "bye" -> new Given.Done<>(PromptResult.text(bye()));
      case "distill" ->
          given(
              desk.ownerOnly("distill"),
              _ ->
                  "Run `comity distill` in "
                      + desk.project().root()
                      + ". It keeps the lines of old notes that begin with Lesson:, Decision: or"
                      + " Fact: in MEMORIES.md, each with its source, and archives the notes."
                      + " Then tell me what it kept. Add nothing that the notes do not say.");
      case "settings" -> given(desk.ownerOnly("settings"), _ -> settings());
      default -> new Given.Refused<>(RpcError.invalidParams("Unknown prompt: " + name));
    };
  }

  private Given<PromptResult> resume(Optional<String> role) {
    if (role.isEmpty() && desk.actor().role().isEmpty()) {
      return new Given.Done<>(
          PromptResult.text(
              "This is where the project stands.\n\n"
                  + desk.notes().overviewReport(Briefing.USUAL_BUDGET).text()));
    }
    return given(
        desk.notes().resume(role, true, Briefing.USUAL_BUDGET),
        resumed ->
            "Go on as the role "
                + resumed.role()
                + " of "
                + desk.project().name()
                + ". Keep to its boundaries: write to no other role's file; hand work over with"
                + " muse_send_directive. First do what it received and has not done; say"
                + " directive_done when it is.\n\n"
                + (resumed.undone().isEmpty()
                    ? ""
                    : "Nothing was picked up: " + resumed.undone() + "\n\n")
                + resumed.digest().text());
  }

  private static String bye() {
    return """
    Finish the work of this session. Sum up in a few lines what was done and what is open, only as \
    it happened here. Write `Done: TASK` for each task of the role that is done, in the task's own \
    words, and at most five lines `Lesson: …`, `Decision: …` or `Fact: …` for what should be known \
    later. Then call the tool bye with that summary, and tell me what it says.\
    """;
  }

  private String settings() {
    String text =
        new String(
            new ProjectTexts(desk.project()).read("USER.md").bytes(), StandardCharsets.UTF_8);
    return "These are my preferences, in USER.md. To change one run `comity settings KEY VALUE` in "
        + desk.project().root()
        + ", which keeps CLAUDE.md in step.\n\n"
        + (text.isBlank() ? "(USER.md is empty or not there.)" : text);
  }

  private static <T> Given<PromptResult> given(Served<T> served, Function<T, String> text) {
    return switch (served) {
      case Served.Done<T>(T value) -> new Given.Done<>(PromptResult.text(text.apply(value)));
      case Served.NotAllowed<T>(var verdict) ->
          new Given.Refused<>(
              RpcError.invalidParams(
                  "Not allowed ("
                      + verdict.rule()
                      + "): "
                      + verdict.reason()
                      + ". "
                      + verdict.instead()));
      case Served.Undone<T>(var _, String why, String todo) ->
          new Given.Refused<>(RpcError.invalidParams("Not done: " + why + "; " + todo));
    };
  }
}
