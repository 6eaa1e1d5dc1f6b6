package comity.cli;

import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Adds the section to AGENTS.md that tells agents how to begin with memory, between two markers, and"
          + " gives groups access where it was taken."
    },
    footer = {"  comity memory install"})
final class MemoryInstallation implements Command {
  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          MemorySection.report(at.memoryInstall().install());
    };
  }
}
