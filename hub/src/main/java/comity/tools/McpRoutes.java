package comity.tools;

import comity.http.Answer;
import comity.http.Body;
import comity.http.Request;
import comity.http.Route;
import comity.json.JsonNull;
import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.mcp.Message;
import comity.mcp.Revision;
import comity.mcp.RpcError;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Serves any number of clients at {@code /mcp} (Streamable HTTP): the stateless revisions, where
 * each request stands for itself, and those until 2025-11-25, which have sessions.
 *
 * <p>Streams can't be resumed: what 2026-07-28 took away again is not brought here.
 */
public final class McpRoutes implements AutoCloseable {
  /** As long as a line of the other transport. */
  static final long MAX_BODY = StdioServer.MAX_LINE;

  private static final String SESSION = "Mcp-Session-Id";

  private final Doorkeeper doorkeeper;
  private final Sessions sessions;
  private final Streams streams;
  private final Serving serving;
  private final LongSupplier nanos;

  /**
   * The routes of a server.
   *
   * @param nanos a monotonic clock
   */
  public McpRoutes(Serving serving, Doorkeeper doorkeeper, LongSupplier nanos) {
    this.serving = serving;
    this.doorkeeper = doorkeeper;
    this.nanos = nanos;
    this.sessions = new Sessions(serving, nanos);
    this.streams = new Streams();
  }

  /** What answers at {@code /mcp}; a page in somebody's browser does not reach it (ROLE-21). */
  public List<Route> routes() {
    return List.of(
        Route.of("POST", "/mcp", request -> admitted(request, this::post))
            .withOwnHost()
            .withJsonBody()
            .withProduces(Answer.JSON, Streams.EVENTS),
        Route.of("GET", "/mcp", request -> admitted(request, this::get))
            .withOwnHost()
            .withProduces(Streams.EVENTS),
        Route.of("DELETE", "/mcp", request -> admitted(request, this::delete)).withOwnHost());
  }

  /** Ends all sessions and their streams. */
  @Override
  public void close() {
    sessions.close();
  }

  /** What is done for one who is admitted. */
  private interface Doing {
    Answer answer(Request request, Doorkeeper.Admission.Admitted who) throws Exception;
  }

  private Answer admitted(Request request, Doing doing) throws Exception {
    return switch (doorkeeper.admit(request)) {
      case Doorkeeper.Admission.Admitted who -> doing.answer(request, who);
      case Doorkeeper.Admission.Refused(Answer answer) -> {
        sessions.sweep();
        yield answer;
      }
    };
  }

  private Answer post(Request request, Doorkeeper.Admission.Admitted who) throws Exception {
    return switch (request.body(MAX_BODY)) {
      case Body.Unread unread -> Answer.refusal(unread.refusal());
      case Body.Read(byte[] bytes) ->
          switch (Message.read(bytes)) {
            case Message.Reading.Refused(Message.Failure failure) -> json(400, failure);
            case Message.Reading.Read(Message.Request asked)
                when StatelessHeaders.apply(request, asked.params()) ->
                stateless(request, asked, who);
            case Message.Reading.Read(Message.Notification _)
                when StatelessHeaders.apply(request, JsonObject.empty()) ->
                Answer.empty(202);
            case Message.Reading.Read(Message message) -> inSession(request, message, who);
          };
    };
  }

  private Answer stateless(
      Request request, Message.Request asked, Doorkeeper.Admission.Admitted who)
      throws InterruptedException {
    Optional<RpcError> fault = StatelessHeaders.fault(request, asked);
    if (fault.isPresent()) {
      return json(400, new Message.Failure(asked.id(), fault.get()));
    }
    // Requests without a session share the memory that is open: that of the token.
    Principal principal = who.principal().withMemory("token:" + who.id());
    Dialogue dialogue = new Dialogue(serving, principal, Streams.NOWHERE);
    return streams.answer(request, dialogue, asked, who, dialogue::close);
  }

  private Answer inSession(Request request, Message message, Doorkeeper.Admission.Admitted who)
      throws InterruptedException {
    if (message instanceof Message.Request asked && asked.method().equals("initialize")) {
      return initialize(request, asked, who);
    }
    JsonValue id = message instanceof Message.Request asked ? asked.id() : JsonNull.NULL;
    return switch (session(request, id, who)) {
      case Finding.Missing(Answer answer) -> answer;
      case Finding.Found(Session session) -> {
        session.begin();
        boolean ends = true;
        try {
          switch (message) {
            case Message.Request asked -> {
              ends = false;
              yield streams.answer(
                  request, session.dialogue(), asked, who, () -> session.end(nanos.getAsLong()));
            }
            case Message.Notification notification ->
                session.dialogue().onNotification(notification);
            case Message.Response answer -> session.dialogue().onAnswer(answer.id(), answer);
            case Message.Failure answer -> session.dialogue().onAnswer(answer.id(), answer);
          }
        } finally {
          if (ends) {
            session.end(nanos.getAsLong());
          }
        }
        yield Answer.empty(202);
      }
    };
  }

  private Answer initialize(
      Request request, Message.Request asked, Doorkeeper.Admission.Admitted who)
      throws InterruptedException {
    Optional<Session> begun = sessions.begin(who);
    if (begun.isEmpty()) {
      return json(
          503,
          new Message.Failure(
              asked.id(),
              RpcError.of(
                  RpcError.REFUSED_HERE,
                  "There are " + Sessions.MAX_SESSIONS + " sessions; try again later")));
    }
    Session session = begun.get();
    session.begin();
    Answer answer =
        streams.answer(
            request, session.dialogue(), asked, who, () -> session.end(nanos.getAsLong()));
    if (session.dialogue().revision().isEmpty()) {
      sessions.end(session);
      return answer;
    }
    return answer.withHeader(SESSION, session.id());
  }

  /** What came of looking for the session of a request. */
  private sealed interface Finding {
    record Found(Session session) implements Finding {}

    record Missing(Answer answer) implements Finding {}
  }

  private Finding session(Request request, JsonValue id, Doorkeeper.Admission.Admitted who) {
    Optional<String> named = request.header(SESSION);
    if (named.isEmpty()) {
      return missing(400, id, "The header " + SESSION + " is missing; initialize begins a session");
    }
    Optional<Session> session = sessions.find(named.get(), who.id());
    if (session.isEmpty()) {
      return missing(404, id, "There is no such session; initialize begins a new one");
    }
    Optional<String> version = request.header(StatelessHeaders.VERSION);
    Optional<String> spoken = session.get().dialogue().revision().map(Revision::text);
    if (version.isPresent() && !version.equals(spoken)) {
      return missing(
          400,
          id,
          StatelessHeaders.VERSION + " is not the session's, which is " + spoken.orElse(""));
    }
    return new Finding.Found(session.get());
  }

  private static Finding missing(int status, JsonValue id, String why) {
    RpcError error = RpcError.of(RpcError.REFUSED_HERE, why);
    return new Finding.Missing(json(status, new Message.Failure(id, error)));
  }

  private Answer get(Request request, Doorkeeper.Admission.Admitted who) {
    if (request.method().equals("HEAD") || StatelessHeaders.apply(request, JsonObject.empty())) {
      return notAllowed();
    }
    return switch (session(request, JsonNull.NULL, who)) {
      case Finding.Missing(Answer answer) -> answer;
      case Finding.Found(Session session) -> streams.standing(session, who, nanos);
    };
  }

  private Answer delete(Request request, Doorkeeper.Admission.Admitted who) {
    if (StatelessHeaders.apply(request, JsonObject.empty())) {
      return notAllowed();
    }
    return switch (session(request, JsonNull.NULL, who)) {
      case Finding.Missing(Answer answer) -> answer;
      case Finding.Found(Session session) -> {
        sessions.end(session);
        yield Answer.empty(204);
      }
    };
  }

  private static Answer notAllowed() {
    return Answer.empty(405).withHeader("Allow", "POST");
  }

  static Answer json(int status, Message message) {
    return Answer.json(status, message.toJson());
  }
}
