package comity.cli;

import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the latest traces: what the agents of this hub did, by conversation.",
    footer = "  comity trace list --limit 10")
final class TraceList implements Command {
  @CommandLine.Option(
      names = "--limit",
      paramLabel = "N",
      description = "at most so many (default: 50)")
  private int limit = 50;

  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/traces?limit=" + limit)
        .outcome(
            "the traces are not known",
            body ->
                new Outcome.Answer(
                    body,
                    Table.lines(
                        Table.objects(body, "traces"),
                        "there are no traces",
                        "trace_id",
                        "agent",
                        "status",
                        "last_at",
                        "conversation_id")));
  }
}
