package comity.hub;

import comity.http.Answer;
import comity.http.Body;
import comity.http.RateLimits;
import comity.http.Request;
import comity.http.Route;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.messages.AgentProfile;
import comity.messages.AgentUri;
import comity.messages.Caller;
import comity.messages.Card;
import comity.messages.Conversation;
import comity.messages.Envelope;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.messages.Sha256;
import comity.store.Appending;
import comity.store.Conversations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What other hubs and programs reach under {@code /mamp/v1}. */
final class MampRoutes {
  /** A long poll: proxies cut what lasts longer. */
  private static final int MAX_WAIT_SECONDS = 60;

  private static final int DEFAULT_PAGE = 50;

  private final Supplier<Agents> agents;
  private final Callers callers;
  private final Supplier<RateLimits> limits;
  private final Inbox inbox;
  private final Conversations conversations;
  private final Pages pages;

  MampRoutes(
      Supplier<Agents> agents,
      Callers callers,
      Supplier<RateLimits> limits,
      Inbox inbox,
      Conversations conversations,
      Pages pages) {
    this.agents = agents;
    this.callers = callers;
    this.limits = limits;
    this.inbox = inbox;
    this.conversations = conversations;
    this.pages = pages;
  }

  List<Route> routes() {
    return List.of(
        Route.of("POST", "/mamp/v1/messages", this::post).withJsonBody().withProduces(Answer.JSON),
        Route.of("GET", "/mamp/v1/card", this::card).withProduces(Answer.JSON),
        Route.of("GET", "/mamp/v1/agents", this::list).withProduces(Answer.JSON),
        Route.of("GET", "/mamp/v1/conversations/{id}", this::conversation)
            .withProduces(Answer.JSON),
        Route.of("GET", "/mamp/v1/conversations/{id}/messages", this::messages)
            .withProduces(Answer.JSON));
  }

  /** An answer for the caller, once it is known who that is and that it does not ask too often. */
  private interface Answering {
    Answer answer(Caller caller) throws InterruptedException;
  }

  private Answer known(Request request, Answering answering) throws InterruptedException {
    return known(request, callers.identify(request, Optional.empty()), answering);
  }

  private Answer known(Request request, Callers.Identity identity, Answering answering)
      throws InterruptedException {
    Optional<String> key =
        identity instanceof Callers.Identity.Known(Caller.Keyed keyed)
            ? Optional.of(keyed.keyId())
            : Optional.empty();
    RateLimits.Verdict verdict = limits.get().take(key, request.remote(), request.isLoopback());
    if (verdict instanceof RateLimits.Verdict.Limited(long seconds)) {
      return Answer.refusal(Refusal.of(ErrorCode.RATE_LIMITED, "Too many requests"))
          .withHeader("Retry-After", Long.toString(seconds));
    }
    return switch (identity) {
      case Callers.Identity.Known(Caller caller) -> answering.answer(caller);
      case Callers.Identity.Refused(Refusal refusal) ->
          Answer.refusal(refusal).withHeader("WWW-Authenticate", "Bearer");
    };
  }

  /** The limit and a key in the header come first: a large body is not read for just anyone. */
  private Answer post(Request request) throws InterruptedException {
    return known(request, caller -> read(request, caller));
  }

  private Answer read(Request request, Caller caller) throws InterruptedException {
    byte[] bytes;
    switch (request.body()) {
      case Body.Read(byte[] read) -> bytes = read;
      case Body.Unread unread -> {
        return Answer.refusal(unread.refusal());
      }
    }
    return switch (Envelope.read(bytes)) {
      case Envelope.Reading.Refused(Refusal refusal) -> Answer.refusal(refusal);
      case Envelope.Reading.Accepted(Envelope envelope, Optional<String> authToken) ->
          authToken.isEmpty()
              ? take(envelope, bytes.length, caller)
              : known(
                  request,
                  callers.identify(request, authToken),
                  proven -> take(envelope, bytes.length, proven));
    };
  }

  private Answer take(Envelope envelope, long size, Caller caller) {
    return switch (inbox.take(envelope, size, caller)) {
      case Appending.Accepted(String id) -> received(envelope, id);
      case Appending.Replayed(String id) ->
          received(envelope, id).withHeader("Idempotency-Replayed", "true");
      case Appending.Refused(Refusal refusal) -> Answer.refusal(refusal);
    };
  }

  private static Answer received(Envelope envelope, String conversationId) {
    return Answer.json(
        JsonObject.empty()
            .with("conversation_id", conversationId)
            .with("message_id", envelope.messageId())
            .with("status", "received"));
  }

  private Answer card(Request request) throws InterruptedException {
    return known(
        request,
        caller -> {
          Agents now = agents.get();
          Optional<AgentProfile> profile =
              request
                  .query("agent")
                  .map(now::profile)
                  .orElseGet(() -> Optional.of(now.configuration().defaultAgent().profile()));
          return profile.isPresent()
              ? tagged(request, now.card(profile.get()).toJson(caller))
              : Answer.refusal(Refusal.of(ErrorCode.AGENT_NOT_FOUND, "No such agent here"));
        });
  }

  private Answer list(Request request) throws InterruptedException {
    return known(
        request,
        caller -> {
          Agents now = agents.get();
          List<JsonValue> cards = new ArrayList<>();
          for (var settings : now.configuration().agents()) {
            Card card = now.card(settings.profile());
            if (card.isListedFor(caller)) {
              cards.add(card.toJson(caller));
            }
          }
          return tagged(request, JsonObject.empty().with("agents", JsonArray.of(cards)));
        });
  }

  /** What a caller has already is not sent again; tags are compared weakly (RFC 9110, 13.1.2). */
  private static Answer tagged(Request request, JsonObject json) {
    Answer.Whole answer = Answer.json(json);
    String tag = "\"" + hash(answer.body()) + "\"";
    List<String> same = List.of("*", tag, "W/" + tag);
    boolean has =
        request.headers().all("If-None-Match").stream()
            .flatMap(line -> Arrays.stream(line.split(",", -1)))
            .map(String::strip)
            .anyMatch(same::contains);
    Answer.Whole given = has ? Answer.empty(304) : answer;
    return given
        .withHeader("ETag", tag)
        .withHeader("Cache-Control", "private, max-age=60")
        .withHeader("Vary", "Authorization");
  }

  private static String hash(byte[] body) {
    return HexFormat.of().formatHex(Sha256.of(body), 0, 12);
  }

  /** The conversation, under our id or the caller's own, where the caller may read it. */
  private Optional<Conversation> readable(String id, Caller caller) {
    return conversations.findAny(id).stream().filter(c -> c.mayRead(caller)).findFirst();
  }

  private Answer conversation(Request request) throws InterruptedException {
    String id = request.parameter("id");
    return known(
        request,
        caller ->
            readable(id, caller)
                .<Answer>map(c -> Answer.json(c.toJson()))
                .orElseGet(() -> Answer.refusal(Conversation.notFound(id))));
  }

  private Answer messages(Request request) throws InterruptedException {
    String id = request.parameter("id");
    Query query = Query.of(request, DEFAULT_PAGE, MAX_WAIT_SECONDS);
    if (query.refusal().isPresent()) {
      return Answer.refusal(query.refusal().get());
    }
    return known(
        request,
        caller -> {
          Optional<Conversation> found = readable(id, caller);
          if (found.isEmpty()) {
            return Answer.refusal(Conversation.notFound(id));
          }
          AgentUri reader =
              caller.speaksFor(found.get().agent()) && !caller.speaksFor(found.get().opener())
                  ? found.get().agent()
                  : found.get().opener();
          return Answer.json(pages.page(found.get(), query, reader));
        });
  }
}
