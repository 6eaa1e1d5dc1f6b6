package comity.cli;

import comity.files.Home;
import comity.files.HomeLock;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.SafeText;
import comity.project.Overview;
import comity.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows the roles of the project at a glance, and whether the hub of this home runs.",
      "Roles are read from their files; no hub needs to run. The exit code is 0, but outside of any"
          + " project 5 where no hub runs."
    },
    footer = {
      "  comity status",
      "  comity status --all",
      "  comity status --json",
      "  comity --home ~/.comity status --hub --quiet || comity up"
    })
final class Status implements Command {
  @CommandLine.Option(names = "--all", description = "the roles of all known projects")
  private boolean all;

  @CommandLine.Option(
      names = "--hub",
      description = "the hub alone; the exit code is 5 where none runs")
  private boolean hubAlone;

  @Override
  public Outcome run(Context context) throws IOException {
    Outcome hub = hub(context);
    if (hubAlone
        || !(hub instanceof Outcome.Answer(ExitCode _, JsonObject json, List<String> lines))) {
      return hub;
    }
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome missing) ->
          context.globals().projectRoot() == null ? hub : missing;
      case Workplace.Finding.Found(Workplace at) -> withRoles(at, json, lines, context);
    };
  }

  private Outcome withRoles(Workplace at, JsonObject hub, List<String> hubLines, Context context) {
    List<Project> projects = all ? at.projects().around(at.project()) : List.of(at.project());
    List<String> lines = new ArrayList<>();
    List<JsonObject> views = new ArrayList<>();
    for (Overview.View view : at.overview(projects)) {
      RoleTable.refusals(view).forEach(context::warn);
      lines.add(view.project().name() + "  " + view.project().root());
      lines.addAll(RoleTable.lines(view, context.surroundings().columns()));
      lines.add("");
      views.add(
          JsonObject.empty()
              .with("project", view.project().name())
              .with("root", view.project().root().toString())
              .with("roles", JsonArray.of(RoleTable.json(view))));
    }
    lines.addAll(hubLines);
    JsonObject json = views.getFirst().with("sessions", JsonArray.of(List.of()));
    if (all) {
      json = json.with("projects", JsonArray.of(views));
    }
    return new Outcome.Answer(
        json.with("hub", hub.object("hub").orElse(JsonObject.empty())),
        context.globals().quiet() ? List.of() : lines);
  }

  private static Outcome hub(Context context) throws IOException {
    return switch (context.hub().get("/api/status")) {
      case Asking.Answered(JsonObject body) ->
          new Outcome.Answer(
              JsonObject.empty().with("hub", body),
              context.globals().quiet() ? List.of() : lines(body));
      case Asking.NoHub none -> silent(none, context);
      case Asking.Refused refused ->
          refused.outcome(
              "the hub's state is not known", _ -> new Outcome.Answer(refused.body(), List.of()));
    };
  }

  /** Either no process has the home, or one has it and does not answer. */
  private static Outcome silent(Asking.NoHub none, Context context) {
    Home home = context.home();
    Optional<HomeLock.Holder> holder =
        Files.isDirectory(home.run()) ? HomeLock.holder(home) : Optional.empty();
    JsonObject hub = JsonObject.empty().with("running", holder.isPresent());
    String line = "hub      not running for " + home.root() + "; " + none.todo();
    if (holder.isPresent()) {
      String pid = holder.get().pid().isPresent() ? " " + holder.get().pid().getAsLong() : "";
      hub = hub.with("why", none.why());
      line =
          "hub      process" + pid + " has " + home.root() + " but does not answer: " + none.why();
    }
    return new Outcome.Answer(
        ExitCode.UNREACHABLE,
        JsonObject.empty().with("hub", hub),
        context.globals().quiet() ? List.of() : List.of(line));
  }

  static List<String> lines(JsonObject hub) {
    JsonObject outbox = hub.object("outbox").orElse(JsonObject.empty());
    JsonObject runs = hub.object("runs").orElse(JsonObject.empty());
    List<String> lines = new ArrayList<>();
    lines.add(
        "hub      running at "
            + Table.text(hub, "url")
            + ", process "
            + Table.text(hub, "pid")
            + ", for "
            + uptime(hub));
    lines.add("agents   " + Table.text(hub, "agents"));
    lines.add(
        "runs     "
            + Table.text(runs, "running")
            + " running, "
            + Table.text(runs, "queued")
            + " queued");
    lines.add(
        "outbox   "
            + Table.text(outbox, "pending")
            + " waiting, "
            + Table.text(outbox, "dead")
            + " given up");
    if (hub.get("config_faults") instanceof JsonArray faults && !faults.elements().isEmpty()) {
      lines.add("config   wrong, what was in force stays:");
      for (JsonValue fault : faults.elements()) {
        lines.add(
            "         "
                + (fault instanceof JsonString(String text) ? SafeText.shownLine(text) : ""));
      }
    }
    return lines;
  }

  private static String uptime(JsonObject hub) {
    return hub.get("uptime_seconds") instanceof JsonNumber seconds
        ? Amounts.span(seconds.asLong().orElse(0))
        : "an unknown time";
  }
}
