package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.Directives;
import comity.project.Project;
import comity.roles.Directive;
import comity.roles.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Lists the directives of a project: what its roles sent, and what they received.",
      "With --role only what that role sent, has received, or has waiting for it anywhere. The state"
          + " is pending or delivered where a directive was sent, pending or done where it was"
          + " received, and waiting where it is still to be picked up."
    },
    footer = {
      "  comity directive list --role build --pending",
      "  comity directive list --all",
      "  comity directive list --json"
    })
final class DirectiveList implements Command {
  @CommandLine.Option(names = "--pending", description = "leave out what is delivered or done")
  private boolean pending;

  @CommandLine.Option(names = "--all", description = "of all known projects")
  private boolean all;

  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> listed(at, context);
    };
  }

  private Outcome listed(Workplace at, Context context) {
    String role = context.globals().role();
    List<JsonObject> rows = new ArrayList<>();
    if (role != null) {
      for (Directives.Standing standing : at.directives().waiting(at.project(), role)) {
        rows.add(json(standing, "waiting"));
      }
    }
    List<Project> projects = all ? at.projects().around(at.project()) : List.of(at.project());
    for (Project project : projects) {
      for (Directives.Standing standing : at.directives().list(project)) {
        if (isMeant(standing, role) && !isIn(rows, standing)) {
          rows.add(json(standing, state(standing.directive())));
        }
      }
    }
    if (pending) {
      rows.removeIf(row -> !row.string("status").orElse("").matches("pending|waiting"));
    }
    return new Outcome.Answer(
        JsonObject.empty().with("directives", JsonArray.of(rows)),
        Table.lines(
            rows.stream().map(row -> row.with("where", where(at, row))).toList(),
            pending ? "nothing is pending" : "there are no directives",
            context.surroundings().columns(),
            List.of("id", "status", "target", "where", "title")));
  }

  private static boolean isMeant(Directives.Standing standing, @Nullable String role) {
    return role == null || Target.fold(standing.role()).equals(Target.fold(role));
  }

  /** What waits for a role may stand in its own file, to all or to itself. */
  private static boolean isIn(List<JsonObject> rows, Directives.Standing standing) {
    JsonObject same = json(standing, "waiting");
    return rows.contains(same);
  }

  private static String state(Directive directive) {
    if (directive.isPending()) {
      return "pending";
    }
    return directive.received() ? "done" : "delivered";
  }

  private static String where(Workplace at, JsonObject row) {
    return at.shown(Path.of(row.string("file").orElse(""))) + ":" + Table.text(row, "line");
  }

  /** A directive for a program. */
  static JsonObject json(Directives.Standing standing, String status) {
    Directive directive = standing.directive();
    JsonObject json =
        JsonObject.empty()
            .with("id", directive.id())
            .with("target", directive.target().toString())
            .with("status", status)
            .with("title", directive.title())
            .with("body", directive.body())
            .with("project", standing.project().name())
            .with("role", standing.role())
            .with("received", directive.received())
            .with("file", standing.file().toString())
            .with("line", directive.line() + 1);
    if (directive.from().isPresent()) {
      json = json.with("from", directive.from().get());
    }
    return directive.at().isPresent() ? json.with("at", directive.at().get()) : json;
  }
}
