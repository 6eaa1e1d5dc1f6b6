package comity.cli;

import comity.json.JsonBoolean;
import comity.json.JsonObject;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Ends what runs for a trace, with all its processes; the sender is told.",
    footer = "  comity trace stop trace-018f…")
final class TraceStop implements Command {
  @CommandLine.Parameters(
      paramLabel = "ID",
      converter = Forms.Id.class,
      description = "the id of the trace, or of its conversation")
  private String id = "";

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .post("/api/traces/" + HubClient.encoded(id) + "/stop", JsonObject.empty())
        .outcome(
            "trace " + id + " was not stopped",
            Asking.trace(id),
            body -> new Outcome.Deed(body, lines(body)));
  }

  private static List<String> lines(JsonObject body) {
    boolean stopped = body.get("stopped") instanceof JsonBoolean truth && truth.value();
    return List.of(
        "trace " + Table.text(body, "trace_id") + (stopped ? " was stopped" : " was not running"));
  }
}
