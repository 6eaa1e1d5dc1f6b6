package comity.cli;

import comity.roles.Actor;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Tells whether a role may read or write a file, and by which rule.",
      "The exit code is 0 where it may and 4 where it may not. Without a role it is the owner, who"
          + " may do anything."
    },
    footer = {
      "  comity role may --role qa write src/Main.java",
      "  comity role may --role build read .muse/qa.md --json"
    })
final class RoleMay implements Command {
  /** What is to be done. */
  enum What {
    read,
    write
  }

  @CommandLine.Parameters(
      index = "0",
      paramLabel = "read|write",
      description = "what is to be done")
  private What what = What.read;

  @CommandLine.Parameters(index = "1", paramLabel = "PATH", description = "with which file")
  private String path = "";

  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context, Actor.Door.CLI)) {
      case Workplace.Finding.Missing(Outcome.Failure failure) -> failure;
      case Workplace.Finding.Found(Workplace acting) ->
          answer(
              acting
                  .desk()
                  .guard()
                  .check(
                      what == What.read ? Access.READ : Access.WRITE,
                      context.surroundings().folder(),
                      path));
    };
  }

  private Outcome answer(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allowed(String rule) ->
          new Outcome.Answer(verdict.toJson(), List.of("allowed by the rule " + rule));
      case Verdict.Refused(String rule, String reason, String instead) ->
          new Outcome.Answer(
              ExitCode.NOT_ALLOWED,
              verdict.toJson(),
              List.of("not allowed by the rule " + rule + ": " + reason, instead));
    };
  }
}
