package comity.cli;

import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Sets up the hooks by which agents that you start by hand tell Comity what they do. Other"
          + " hooks, comments and the manner of the file stay; a file that is malformed is not"
          + " touched, and what it had before is kept in Comity's home.",
      "In a session of a role, or of a project with memory, they also ask the guard before each"
          + " tool, and bring what was said into memory. A hook starts nothing outside of a session"
          + " of Comity. Doing it again changes nothing."
    },
    footer = {"  comity hooks setup --dry-run", "  comity hooks setup claude codex"})
final class HooksSetup implements Command {
  @CommandLine.Parameters(
      arity = "0..*",
      paramLabel = "PROVIDER",
      description = "whose (default: of all agents that have a folder in your home)")
  private List<String> names = List.of();

  @CommandLine.Option(names = "--dry-run", description = "only show what would change")
  private boolean dry;

  @Override
  public Outcome run(Context context) {
    return HookChanges.make(context, names, true, dry);
  }
}
