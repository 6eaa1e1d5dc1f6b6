package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.SafeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Shows whether the hub of this home runs, and what waits in it.",
    footer = {"  comity status", "  comity status --json"})
final class Status implements Command {
  @Override
  public Outcome run(Context context) throws IOException {
    return switch (context.hub().get("/api/status")) {
      case Asking.Answered(JsonObject body) ->
          new Outcome.Answer(JsonObject.empty().with("hub", body), lines(body));
      case Asking.NoHub(String why) ->
          new Outcome.Answer(
              JsonObject.empty().with("hub", JsonObject.empty().with("running", false)),
              List.of("hub      not running (" + why + ")"));
      case Asking.Refused refused ->
          refused.outcome(
              "the hub's state is not known", _ -> new Outcome.Answer(refused.body(), List.of()));
    };
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
            + ", since "
            + Table.text(hub, "uptime_seconds")
            + " s");
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
            "         " + (fault instanceof JsonString(String text) ? SafeText.line(text) : ""));
      }
    }
    return lines;
  }
}
