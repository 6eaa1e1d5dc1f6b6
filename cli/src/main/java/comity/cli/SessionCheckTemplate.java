package comity.cli;

import comity.sessions.CommandCheck;
import comity.sessions.Launching;
import comity.sessions.ResumeTemplate;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Tells whether a resume command is fit: whether an id that is put in arrives as one argument.",
      "The exit code is 0 where it is and 1 where it is not."
    },
    footer = {
      "  comity session check-template 'a -r {session_id} | tee x'",
      "  comity session check-template 'agent --continue'"
    })
final class SessionCheckTemplate implements Command {
  @CommandLine.Parameters(
      paramLabel = "TEMPLATE",
      description = "a line for the shell; without {session_id} the id is its last argument")
  private String template = "";

  @Override
  public Outcome run(Context context) {
    CommandCheck check = ResumeTemplate.check(template);
    List<String> argv =
        check instanceof CommandCheck.Accepted
            ? List.of(
                Launching.shell(Optional.ofNullable(context.environment("SHELL"))),
                "-c",
                ResumeTemplate.filled(template, ResumeTemplate.PLACEHOLDER))
            : List.of();
    List<String> accepted =
        List.of("accepted" + (argv.isEmpty() ? "" : "; it runs: " + argv.getLast()));
    return SessionChecks.answer(
        check, accepted, argv, "put {session_id} where it is a word of its own");
  }
}
