package comity.cli;

import comity.files.Home;
import comity.json.JsonObject;
import comity.project.Project;
import comity.project.Projects;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Makes a project known by a name, so that its roles and those of other known projects can"
          + " send directives to one another.",
      "Files of projects that are not known are never looked into."
    },
    footer = {"  comity project add", "  comity project add ~/src/dya --name DYA"})
final class ProjectAdd implements Command {
  @CommandLine.Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIR",
      description = "a folder of the project (default: the working folder)")
  private @Nullable Path folder;

  @CommandLine.Option(
      names = "--name",
      paramLabel = "NAME",
      description = "how directives name it (default: the name of its folder)")
  private @Nullable String name;

  @Override
  public Outcome run(Context context) {
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) ->
          Outcome.Failure.of(ExitCode.REFUSED, "", reason, "");
      case Home.Opening.Opened(Home home) -> {
        Path asked = folder == null ? Path.of("") : folder;
        String given = context.globals().projectRoot();
        Path base = context.surroundings().folder();
        Path from = given == null ? base : base.resolve(given);
        yield switch (new Projects(home).add(from.resolve(asked), Optional.ofNullable(name))) {
          case Projects.Adding.Added(Project project, boolean isNew) ->
              new Outcome.Deed(
                  json(project),
                  List.of(
                      project.name() + (isNew ? " is " : " was known already: ") + project.root()));
          case Projects.Adding.Refused(String why, String todo) ->
              Outcome.Failure.of(ExitCode.REFUSED, "the project was not added", why, todo);
        };
      }
    };
  }

  static JsonObject json(Project project) {
    return JsonObject.empty().with("name", project.name()).with("root", project.root().toString());
  }
}
