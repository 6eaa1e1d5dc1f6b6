package comity.cli;

import comity.sessionfiles.ProviderFiles;
import comity.sessions.CommandForm;
import comity.sessions.Launching;
import comity.sessions.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Tells whether a command can be resumed without a resume command of its own: whether what is"
          + " put at its end is an argument of the agent.",
      "One argument is a line for the shell, several are a program and its arguments. The exit code"
          + " is 0 where it can and 1 where it can't."
    },
    footer = {
      "  comity session check-command 'FOO=1 claude'",
      "  comity session check-command -- claude --model opus"
    })
final class SessionCheckCommand implements Command {
  @CommandLine.Parameters(
      arity = "1..*",
      paramLabel = "CMD",
      description = "the command, after -- where it has options")
  private List<String> words = List.of();

  @Override
  public Outcome run(Context context) {
    CommandForm command = CommandForm.of(words);
    List<String> argv =
        switch (command) {
          case CommandForm.Line(String text) ->
              List.of(
                  Launching.shell(Optional.ofNullable(context.environment("SHELL"))), "-c", text);
          case CommandForm.Words(List<String> given) -> given;
        };
    List<String> accepted = new ArrayList<>(List.of("accepted"));
    if (ProviderFiles.read(context.home())
        .providers()
        .infer(command)
        .name()
        .equals(Provider.CUSTOM)) {
      accepted.add(
          "its program is of no agent that is known: --resume says how it takes a conversation up,"
              + " or providers.toml");
    }
    return SessionChecks.answer(
        command.check(),
        accepted,
        argv,
        "give a resume command with {session_id} where the id belongs");
  }
}
