package comity.cli;

import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows the card of an agent: what it is and what it takes.",
      "The card of another hub's agent is fetched from there."
    },
    footer = {"  comity agent card echo", "  comity agent card agent://example.org/qa --json"})
final class AgentCard implements Command {
  @CommandLine.Parameters(
      arity = "0..1",
      paramLabel = "AGENT",
      converter = Forms.Agent.class,
      description = "an agent-id of this hub, or agent://…; the default agent where none is given")
  private @Nullable String agent;

  @Override
  public Outcome run(Context context) throws IOException {
    String query = "";
    if (agent != null) {
      query = (agent.contains("://") ? "?uri=" : "?agent=") + HubClient.encoded(agent);
    }
    HubClient hub = context.hub();
    Asking asking = hub.get("/api/card" + query);
    if (agent != null
        && !agent.contains("://")
        && asking instanceof Asking.Refused(int status, JsonObject body)
        && status == 404) {
      return HubAgents.missing(hub, agent, "there is no card", body);
    }
    return asking.outcome("there is no card", card -> new Outcome.Answer(card, lines(card)));
  }

  private static List<String> lines(JsonObject card) {
    List<String> lines = new ArrayList<>();
    add(lines, "", card);
    return lines;
  }

  private static void add(List<String> lines, String prefix, JsonObject object) {
    object
        .members()
        .forEach((name, value) -> {
          if (value instanceof JsonObject inner) {
            add(lines, prefix + name + ".", inner);
          } else {
            lines.add(prefix + name + ": " + Table.text(object, name));
          }
        });
    if (lines.isEmpty()) {
      lines.add(Json.text(object));
    }
  }
}
