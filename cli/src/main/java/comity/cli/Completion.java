package comity.cli;

import comity.json.JsonObject;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Prints the script that lets a shell complete commands and options.",
    footer = {
      "  source <(comity completion bash)",
      "  comity completion fish > ~/.config/fish/completions/comity.fish"
    })
final class Completion implements Command {
  @CommandLine.Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private String shell = "";

  @Override
  public Outcome run(Context context) {
    List<Manual> manuals = Manual.all();
    return switch (shell) {
      case "bash" -> script(BashCompletion.script(manuals));
      case "zsh" -> script(ZshCompletion.script(manuals));
      case "fish" -> script(FishCompletion.script(manuals));
      default ->
          Outcome.Failure.usage(
              "there is no completion for " + shell, "the shells are bash, zsh and fish");
    };
  }

  private Outcome script(String script) {
    return new Outcome.Answer(
        JsonObject.empty().with("shell", shell).with("script", script), script.lines().toList());
  }
}
