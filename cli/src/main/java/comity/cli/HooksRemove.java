package comity.cli;

import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Takes the hooks out that `hooks setup` put in. Where nothing else was changed since, a file"
          + " is then as it was before, to the byte."
    },
    footer = {"  comity hooks remove", "  comity hooks remove claude --dry-run"})
final class HooksRemove implements Command {
  @CommandLine.Parameters(
      arity = "0..*",
      paramLabel = "PROVIDER",
      description = "whose (default: of all agents that have a folder in your home)")
  private List<String> names = List.of();

  @CommandLine.Option(names = "--dry-run", description = "only show what would change")
  private boolean dry;

  @Override
  public Outcome run(Context context) {
    return HookChanges.make(context, names, false, dry);
  }
}
