package comity.cli;

import comity.files.Home;
import comity.project.Project;
import comity.project.Projects;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Forgets a project. Its files stay as they are.",
    footer = "  comity project remove DYA")
final class ProjectRemove implements Command {
  @CommandLine.Parameters(index = "0", paramLabel = "NAME", description = "its name, or its root")
  private String name = "";

  @Override
  public Outcome run(Context context) {
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) ->
          Outcome.Failure.of(ExitCode.REFUSED, "", reason, "");
      case Home.Opening.Opened(Home home) -> {
        Optional<Project> removed = new Projects(home).remove(name);
        yield removed.isPresent()
            ? new Outcome.Deed(
                ProjectAdd.json(removed.get()), List.of(removed.get().name() + " is not known now"))
            : Outcome.Failure.of(
                ExitCode.NOT_FOUND,
                "",
                "no project " + name + " is known",
                "comity project list shows those that are");
      }
    };
  }
}
