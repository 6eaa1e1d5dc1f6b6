package comity.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the latest traces: what the agents of this hub did, by conversation.",
    footer = "  comity trace list --limit 10")
final class TraceList implements Command {
  @CommandLine.Mixin private Limit limit = new Limit();

  @Override
  public Outcome run(Context context) throws IOException {
    return new Listing(
            "/api/traces?" + limit.query(),
            "traces",
            "the traces are not known",
            "there are no traces; an agent that runs leaves one",
            List.of("trace_id", "agent", "status", "last_at", "conversation_id"))
        .show(context);
  }
}
