package comity.hub;

import comity.control.Resolution;
import comity.http.Exchanged;
import comity.http.Outgoing;
import comity.http.OutgoingRequest;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.AgentUri;
import comity.messages.Block;
import comity.messages.Envelope;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The cards of other hubs' agents, fetched before the first message to them (MSG-31). */
final class Cards {
  /** A card is a page of text. */
  private static final int MAX_CARD = 256 << 10;

  private static final int MAX_KEPT = 1_000;
  private static final long KEPT_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration TOTAL = Duration.ofSeconds(5);

  private record Kept(JsonObject card, long at) {}

  private final Supplier<Agents> agents;
  private final Outgoing outgoing;
  private final Clock clock;
  private final LinkedHashMap<AgentUri, Kept> kept = new LinkedHashMap<>();

  Cards(Supplier<Agents> agents, Outgoing outgoing, Clock clock) {
    this.agents = agents;
    this.outgoing = outgoing;
    this.clock = clock;
  }

  /** What came of asking for a card. */
  sealed interface Fetching {
    record Fetched(JsonObject card) implements Fetching {}

    record Failed(String reason) implements Fetching {}
  }

  /** The agent's card, at most ten minutes old. */
  Fetching fetch(AgentUri agent) {
    synchronized (kept) {
      Kept known = kept.get(agent);
      if (known != null && Math.abs(clock.now() - known.at()) < KEPT_MILLIS) {
        return new Fetching.Fetched(known.card());
      }
    }
    Resolution where = Resolution.of(agent, agents.get().peers());
    String id = URLEncoder.encode(agent.agentId(), StandardCharsets.UTF_8);
    Exchanged answer =
        outgoing.exchange(
            new OutgoingRequest(
                "GET",
                URI.create(where.url() + "/mamp/v1/card?agent=" + id),
                Courier.headers(where.peer()),
                new byte[0],
                MAX_CARD,
                CONNECT,
                TOTAL),
            Courier.rule(where));
    return switch (answer) {
      case Exchanged.Answered(int status, _, byte[] body) ->
          status == 200 && Json.read(body) instanceof JsonReading.Read(JsonObject card)
              ? keep(agent, card)
              : new Fetching.Failed("its hub answered " + Courier.error(status, body));
      case Exchanged.Refused(String reason) -> new Fetching.Failed(reason);
      case Exchanged.Failed(String reason, _) -> new Fetching.Failed(reason);
    };
  }

  private Fetching keep(AgentUri agent, JsonObject card) {
    synchronized (kept) {
      kept.put(agent, new Kept(card, clock.now()));
      if (kept.size() > MAX_KEPT) {
        kept.pollFirstEntry();
      }
    }
    return new Fetching.Fetched(card);
  }

  /** Why the agent can't take this, as far as its card says; a hub out of reach refuses nothing. */
  Optional<Refusal> refusal(Envelope envelope, long size) {
    if (!(fetch(envelope.to()) instanceof Fetching.Fetched(JsonObject card))) {
      return Optional.empty();
    }
    JsonObject capabilities = card.object("capabilities").orElse(JsonObject.empty());
    if (capabilities.get("max_message_size") instanceof JsonNumber number) {
      OptionalLong most = number.asLong();
      if (most.isPresent() && size > most.getAsLong()) {
        return Optional.of(
            Refusal.of(
                ErrorCode.MESSAGE_TOO_LARGE,
                "The message has " + size + " bytes; the agent's card allows " + most.getAsLong()));
      }
    }
    if (!(capabilities.get("content_types") instanceof JsonArray types)) {
      return Optional.empty();
    }
    return types(envelope.content(), types.elements());
  }

  private static Optional<Refusal> types(List<Block> content, List<JsonValue> taken) {
    for (int i = 0; i < content.size(); i++) {
      String type = content.get(i).type();
      if (!taken.contains(new JsonString(type)) && !taken.contains(new JsonString("*"))) {
        return Optional.of(
            Refusal.at(
                ErrorCode.UNSUPPORTED_CONTENT_TYPE,
                "/content/" + i + "/type",
                "The agent's card does not list " + type));
      }
    }
    return Optional.empty();
  }
}
