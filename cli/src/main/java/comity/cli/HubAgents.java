package comity.cli;

import comity.control.Nearest;
import comity.json.JsonObject;
import comity.messages.AgentUri;
import java.io.IOException;
import java.util.List;

/** Finds agents of the hub that is asked by what a person calls them. */
final class HubAgents {

  /** What came of looking for one. */
  sealed interface Finding {
    record Found(String address) implements Finding {}

    /** What the command comes to without it. */
    record Missing(Outcome outcome) implements Finding {}
  }

  private HubAgents() {}

  /**
   * The address of an agent: only the hub knows under which authority its own have theirs.
   *
   * @param named an id of this hub, or an address, which need not be this hub's
   * @param undone what is not done without it
   */
  static Finding find(HubClient hub, String named, String undone) throws IOException {
    if (AgentUri.read(named) instanceof AgentUri.Reading.Read(AgentUri uri)) {
      return new Finding.Found(uri.toString());
    }
    return switch (hub.get("/api/card?agent=" + HubClient.encoded(named))) {
      case Asking.Answered(JsonObject card) ->
          new Finding.Found(card.string("agent_id").orElse(named));
      case Asking.Refused(int status, JsonObject body) when status == 404 ->
          new Finding.Missing(missing(hub, named, undone, body));
      case Asking.Refused refused -> new Finding.Missing(refused.failure(undone));
      case Asking.NoHub none -> new Finding.Missing(none.failure(undone));
    };
  }

  /** The hub has no such agent; one of a name like it may be meant. */
  static Outcome missing(HubClient hub, String named, String undone, JsonObject refusal)
      throws IOException {
    String id =
        AgentUri.read(named) instanceof AgentUri.Reading.Read(AgentUri uri) ? uri.agentId() : named;
    List<String> known =
        hub.get("/api/agents") instanceof Asking.Answered(JsonObject body)
            ? Table.objects(body, "agents").stream().map(each -> Table.text(each, "id")).toList()
            : List.of();
    return new Outcome.Failure(
        ExitCode.NOT_FOUND,
        undone,
        "this hub has no agent " + id,
        Nearest.of(id, known).map(near -> "did you mean " + near + "? ").orElse("")
            + "comity agent list shows those it has",
        JsonObject.empty().with("refusal", refusal));
  }
}
