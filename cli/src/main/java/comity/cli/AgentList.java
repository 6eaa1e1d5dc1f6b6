package comity.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the agents of this hub and their addresses.",
    footer = "  comity agent list")
final class AgentList implements Command {
  @Override
  public Outcome run(Context context) throws IOException {
    return new Listing(
            "/api/agents",
            "agents",
            "the agents are not known",
            "there are no agents",
            List.of("id", "address", "runner", "require_auth", "default"))
        .show(context);
  }
}
