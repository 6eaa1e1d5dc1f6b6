package comity.cli;

import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Removes the section from AGENTS.md, and nothing else; groups lose access, main keeps MEMORY.md. No"
          + " memory is deleted; comity memory install brings all back."
    },
    footer = {"  comity memory uninstall"})
final class MemoryUninstall implements Command {
  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          MemorySection.report(at.memoryInstall().uninstall(Workplace.now().toOffsetDateTime()));
    };
  }
}
