package comity.hub;

import comity.control.Resolution;
import comity.http.Answer;
import comity.http.Handler;
import comity.http.Request;
import comity.http.Route;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.AgentUri;
import comity.messages.Caller;
import comity.messages.Conversation;
import comity.messages.Delivery;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.messages.StoredMessage;
import comity.messages.Trace;
import comity.panes.SilentHostException;
import comity.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the owner's commands and page reach under {@code /api}, with the token of the home. */
final class OwnerRoutes {
  /** A reply may take an agent that long. */
  private static final int MAX_WAIT_SECONDS = 600;

  private static final int DEFAULT_PAGE = 50;

  private final Supplier<Agents> agents;
  private final OwnerDoor door;
  private final Sender sender;
  private final Cards cards;
  private final Dispatch dispatch;
  private final KeyRing keyRing;
  private final Store store;
  private final Pages pages;
  private final Clock clock;
  private final Supplier<JsonObject> status;
  private final Supplier<JsonObject> readAgain;
  private final SessionLink sessions;

  OwnerRoutes(
      Supplier<Agents> agents,
      OwnerDoor door,
      Sender sender,
      Cards cards,
      Dispatch dispatch,
      KeyRing keyRing,
      Store store,
      Pages pages,
      Clock clock,
      Supplier<JsonObject> status,
      Supplier<JsonObject> readAgain,
      SessionLink sessions) {
    this.agents = agents;
    this.door = door;
    this.sender = sender;
    this.cards = cards;
    this.dispatch = dispatch;
    this.keyRing = keyRing;
    this.store = store;
    this.pages = pages;
    this.clock = clock;
    this.status = status;
    this.readAgain = readAgain;
    this.sessions = sessions;
  }

  List<Route> routes() {
    return List.of(
        get("/api/status", _ -> Answer.json(status.get())),
        get("/api/sessions", this::sessions),
        post("/api/reload", (_, _) -> Answer.json(readAgain.get())),
        post("/api/send", this::send),
        get("/api/agents", this::agents),
        get("/api/card", this::card),
        get("/api/peers", this::peers),
        get("/api/resolve", this::resolve),
        get("/api/keys", _ -> Answer.json(keyRing.list())),
        post("/api/keys", (_, body) -> keyRing.add(body)),
        post("/api/keys/{id}/revoke", (request, _) -> keyRing.revoke(request.parameter("id"))),
        get("/api/conversations", this::conversations),
        get("/api/conversations/{id}", this::conversation),
        get("/api/conversations/{id}/messages", this::messages),
        post("/api/conversations/{id}/stop", this::stopConversation),
        get("/api/outbox", this::outbox),
        post("/api/outbox/retry", this::retry),
        get("/api/traces", this::traces),
        get("/api/traces/{id}", this::trace),
        post("/api/traces/{id}/stop", this::stopTrace));
  }

  /** With {@code all=true} also those that were closed. */
  private Answer sessions(Request request) {
    try {
      return Answer.json(sessions.sessions(request.query("all").equals(Optional.of("true"))));
    } catch (SilentHostException silent) {
      return refusal(ErrorCode.UNAVAILABLE, silent.why() + "; " + silent.todo());
    }
  }

  private Route get(String template, Handler handler) {
    return door.get(template, handler);
  }

  private Route post(String template, OwnerDoor.Doing doing) {
    return door.post(template, doing);
  }

  private static Answer refusal(ErrorCode code, String message) {
    return Answer.refusal(Refusal.of(code, message));
  }

  private static <T> JsonObject listing(String name, List<T> items, Function<T, JsonObject> json) {
    List<JsonValue> values = new ArrayList<>();
    for (T item : items) {
      values.add(json.apply(item));
    }
    return JsonObject.empty().with(name, JsonArray.of(values));
  }

  private Answer send(Request request, JsonObject body) throws InterruptedException {
    Optional<String> to = body.string("to");
    Optional<String> from = body.string("from");
    JsonValue content = body.get("content");
    if (to.isEmpty() || content == null) {
      return refusal(ErrorCode.INVALID_MESSAGE, "to and content are needed");
    }
    if (!(AgentUri.read(to.get()) instanceof AgentUri.Reading.Read(AgentUri target))) {
      return uriFault("/to", to.get());
    }
    Optional<AgentUri> source = Optional.empty();
    if (from.isPresent()) {
      if (!(AgentUri.read(from.get()) instanceof AgentUri.Reading.Read(AgentUri given))) {
        return uriFault("/from", from.get());
      }
      source = Optional.of(given);
    }
    Sender.Order order =
        new Sender.Order(
            target,
            content,
            body.string("conversation_id"),
            source,
            body.string("message_id"),
            body.object("metadata").orElse(JsonObject.empty()));
    return switch (sender.send(order)) {
      case Sender.Sending.Refused(Refusal refusal) -> Answer.refusal(refusal);
      case Sender.Sending.Sent sent -> Answer.json(sent(sent, waitSeconds(body)));
    };
  }

  private static Answer uriFault(String pointer, String text) {
    String reason =
        AgentUri.read(text) instanceof AgentUri.Reading.Malformed(String why) ? why : "";
    return Answer.refusal(
        Refusal.at(ErrorCode.INVALID_AGENT_URI, pointer, text + " is no agent URI: it " + reason));
  }

  private static long waitSeconds(JsonObject body) {
    return body.get("wait") instanceof JsonNumber number
        ? Math.clamp(number.asLong().orElse(0), 0, MAX_WAIT_SECONDS)
        : 0;
  }

  private JsonObject sent(Sender.Sending.Sent sent, long wait) throws InterruptedException {
    JsonObject answer =
        JsonObject.empty()
            .with("conversation_id", sent.conversationId())
            .with("message_id", sent.messageId())
            .with("status", sent.here() ? "received" : "queued");
    if (wait == 0) {
      return answer;
    }
    String id = sent.conversationId();
    return switch (sender.awaitReply(
        id, sent.from(), sent.to(), sent.messageId(), Duration.ofSeconds(wait))) {
      case Sender.Awaiting.Unanswered(Delivery delivery) -> {
        var entry = store.outbox().find(sent.from().toString(), sent.messageId());
        yield OwnerShapes.unanswered(answer, delivery, entry);
      }
      case Sender.Awaiting.Replied(StoredMessage reply) -> {
        String reader = reply.envelope().to().toString();
        long at = reply.sequence();
        store.conversations().read(id, reader, at - 1, at, clock.now());
        yield answer.with("reply", reply.toJson(id));
      }
    };
  }

  private Answer agents(Request request) {
    Agents now = agents.get();
    return Answer.json(
        listing(
            "agents",
            now.configuration().agents(),
            a -> OwnerShapes.agent(a, now.address(a.id()))));
  }

  private Answer card(Request request) {
    Optional<String> uri = request.query("uri");
    if (uri.isPresent()) {
      if (!(AgentUri.read(uri.get()) instanceof AgentUri.Reading.Read(AgentUri agent))) {
        return uriFault("/uri", uri.get());
      }
      if (!agents.get().isOurs(agent)) {
        return switch (cards.fetch(agent)) {
          case Cards.Fetching.Fetched(JsonObject card) -> Answer.json(card);
          case Cards.Fetching.Failed(String reason) ->
              refusal(ErrorCode.AGENT_NOT_FOUND, "No card of " + agent + ": " + reason);
        };
      }
      return ourCard(agent.agentId());
    }
    return ourCard(request.query("agent").orElse(agents.get().configuration().defaultAgent().id()));
  }

  private Answer ourCard(String id) {
    Agents now = agents.get();
    return now.profile(id)
        .<Answer>map(profile -> Answer.json(now.card(profile).toJson(new Caller.Owner())))
        .orElseGet(() -> refusal(ErrorCode.AGENT_NOT_FOUND, "No agent here is " + id));
  }

  private Answer peers(Request request) {
    return Answer.json(listing("peers", agents.get().peers(), OwnerShapes::peer));
  }

  private Answer resolve(Request request) {
    String text = request.query("uri").orElse("");
    if (!(AgentUri.read(text) instanceof AgentUri.Reading.Read(AgentUri uri))) {
      return uriFault("/uri", text);
    }
    Resolution resolution = Resolution.of(uri, agents.get().peers());
    JsonObject json =
        JsonObject.empty()
            .with("uri", uri.toString())
            .with("url", resolution.url())
            .with("rule", resolution.rule());
    return Answer.json(
        resolution.peer().isPresent()
            ? json.with("peer", resolution.peer().get().match().toString())
            : json);
  }

  private Answer conversations(Request request) {
    Query query = Query.of(request, DEFAULT_PAGE, 0);
    return query.refusal().isPresent()
        ? Answer.refusal(query.refusal().get())
        : Answer.json(
            listing(
                "conversations",
                store.conversations().latest(query.limit()),
                Conversation::toJson));
  }

  /** Our id, or another hub's where it is the only one of that name. */
  private Optional<Conversation> found(Request request) {
    List<Conversation> all = store.conversations().findAny(request.parameter("id"));
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }

  private static Answer noConversation(Request request) {
    return Answer.refusal(Conversation.notFound(request.parameter("id")));
  }

  private Answer conversation(Request request) {
    return found(request)
        .<Answer>map(c -> Answer.json(c.toJson()))
        .orElseGet(() -> noConversation(request));
  }

  private Answer messages(Request request) throws InterruptedException {
    Query query = Query.of(request, DEFAULT_PAGE, MAX_WAIT_SECONDS);
    Optional<Conversation> found = found(request);
    if (query.refusal().isPresent()) {
      return Answer.refusal(query.refusal().get());
    }
    if (found.isEmpty()) {
      return noConversation(request);
    }
    String id = found.get().id();
    JsonObject page = pages.page(found.get(), query, agents.get().address(Agents.OWNER));
    // It may have been stopped while the page was waited for.
    Conversation now = store.conversations().find(id).orElse(found.get());
    return Answer.json(page.with("state", now.state().word()));
  }

  private Answer stopConversation(Request request, JsonObject body) {
    Optional<Conversation> found = found(request);
    if (found.isEmpty()) {
      return noConversation(request);
    }
    String id = found.get().id();
    boolean stopped = store.conversations().stop(id, clock.now());
    dispatch.stop(id, "");
    return Answer.json(
        JsonObject.empty()
            .with("conversation_id", id)
            .with("state", stopped ? "stopped" : found.get().state().word()));
  }

  private Answer outbox(Request request) {
    Query query = Query.of(request, DEFAULT_PAGE, 0);
    return query.refusal().isPresent()
        ? Answer.refusal(query.refusal().get())
        : Answer.json(listing("entries", store.outbox().list(query.limit()), OwnerShapes::entry));
  }

  private Answer retry(Request request, JsonObject body) {
    int retried = store.outbox().retry(body.string("message_id"), clock.now());
    return retried == 0 && body.get("message_id") instanceof JsonString(String id)
        ? refusal(ErrorCode.NOT_FOUND, "No dead letter has the message_id " + id)
        : Answer.json(JsonObject.empty().with("retried", retried));
  }

  private Answer traces(Request request) {
    Query query = Query.of(request, DEFAULT_PAGE, 0);
    return query.refusal().isPresent()
        ? Answer.refusal(query.refusal().get())
        : Answer.json(listing("traces", store.traces().latest(query.limit()), Trace::toJson));
  }

  /** By its own id, or by that of its conversation. */
  private Optional<Trace> foundTrace(Request request) {
    return store
        .traces()
        .find(request.parameter("id"))
        .or(() -> found(request).flatMap(c -> store.traces().ofConversation(c.id())));
  }

  private static Answer noTrace(Request request) {
    return refusal(ErrorCode.NOT_FOUND, "No trace " + request.parameter("id"));
  }

  private Answer trace(Request request) throws InterruptedException {
    Query query = Query.of(request, DEFAULT_PAGE, MAX_WAIT_SECONDS);
    if (query.refusal().isPresent()) {
      return Answer.refusal(query.refusal().get());
    }
    Optional<Trace> found = foundTrace(request);
    if (found.isEmpty()) {
      return noTrace(request);
    }
    String id = found.get().id();
    List<Trace.Event> events =
        store.traces().await(id, query.after(), Duration.ofSeconds(query.waitSeconds()));
    Trace trace = store.traces().find(id).orElseThrow();
    return Answer.json(trace.toJson(store.traces().goals(id), events));
  }

  private Answer stopTrace(Request request, JsonObject body) {
    Optional<Trace> trace = foundTrace(request);
    if (trace.isEmpty()) {
      return noTrace(request);
    }
    String id = trace.get().id();
    boolean stopped = dispatch.stop(trace.get().conversation(), trace.get().agent());
    return Answer.json(JsonObject.empty().with("trace_id", id).with("stopped", stopped));
  }
}
