package comity.cli;

import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the agents of this hub and their addresses.",
    footer = "  comity agent list")
final class AgentList implements Command {
  @Override
  public Outcome run(Context context) throws IOException {
    return context
        .hub()
        .get("/api/agents")
        .outcome(
            "the agents are not known",
            body ->
                new Outcome.Answer(
                    body,
                    Table.lines(
                        Table.objects(body, "agents"),
                        "there are no agents",
                        "id",
                        "address",
                        "runner",
                        "require_auth",
                        "default")));
  }
}
