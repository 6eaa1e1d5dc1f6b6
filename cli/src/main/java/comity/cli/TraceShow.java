package comity.cli;

import comity.json.JsonObject;
import comity.messages.SafeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Shows one trace: its goals and the steps that were taken.",
    footer = "  comity trace show trace-018f…")
final class TraceShow implements Command {
  @CommandLine.Parameters(
      paramLabel = "ID",
      converter = Forms.Id.class,
      description = "the id of the trace, or of its conversation")
  private String id = "";

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/traces/" + HubClient.encoded(id))
        .outcome(
            "trace " + id + " is not shown",
            Asking.trace(id),
            body -> new Outcome.Answer(body, lines(body, context.surroundings().columns())));
  }

  private static List<String> lines(JsonObject trace, int width) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Table.text(trace, "trace_id")
            + "  "
            + Table.text(trace, "agent")
            + "  "
            + Table.text(trace, "status"));
    for (JsonObject goal : Table.objects(trace, "goals")) {
      lines.addAll(
          Indented.behind(
              "goal " + Table.text(goal, "id") + " " + Table.text(goal, "status") + ": ",
              Table.text(goal, "description"),
              width));
    }
    Table.objects(trace, "events").forEach(event -> lines.addAll(event(event, width)));
    return lines;
  }

  /** One step; its further lines are indented, so that none can look like a step. */
  static List<String> event(JsonObject event, int width) {
    String head =
        "#"
            + Table.text(event, "number")
            + " "
            + Amounts.local(Table.text(event, "at"))
            + " "
            + Table.text(event, "kind")
            + "  ";
    String text = SafeText.shown(event.string("text").orElse("")).stripTrailing();
    return Indented.behind(head, text, width);
  }
}
