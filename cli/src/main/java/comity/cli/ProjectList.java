package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.Projects;
import comity.project.RoleFiles;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the projects that are known, with the number of their roles.",
    footer = "  comity project list")
final class ProjectList implements Command {
  @Override
  public Outcome run(Context context) {
    List<JsonObject> projects =
        new Projects(context.home())
            .list().stream()
                .map(project ->
                    ProjectAdd.json(project)
                        .with("roles", new RoleFiles(project).list().roles().size())
                        .with("state", Files.isDirectory(project.root()) ? "there" : "gone"))
                .toList();
    return new Outcome.Answer(
        JsonObject.empty().with("projects", JsonArray.of(projects)),
        Table.lines(
            projects,
            "no project is known; comity project add makes one so",
            context.surroundings().columns(),
            List.of("name", "roles", "state", "root")));
  }
}
