package comity.tools;

import comity.files.FileException;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.mcp.ClientCapabilities;
import comity.mcp.Implementation;
import comity.mcp.LogLevel;
import comity.mcp.Message;
import comity.mcp.RequestMeta;
import comity.mcp.Revision;
import comity.mcp.RpcError;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One client's requests to one offer: a process's standard streams, an HTTP session, or a single
 * stateless request. It speaks both kinds of revision side by side: a request that names its
 * revision in {@code _meta} stands for itself, any other belongs to the handshake.
 */
final class Dialogue implements AutoCloseable {
  /** Requests of one client at one time: far more than a model makes, far fewer than would hurt. */
  static final int MAX_RUNNING = 32;

  private final Serving serving;
  private final Offer offer;
  private final Outlet standing;
  private final Asking asking = new Asking();
  private final Methods methods;
  private final ConcurrentMap<JsonValue, RunningCall> running = new ConcurrentHashMap<>();
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
  private final Listening listening;
  private volatile @Nullable Asker asker;
  private Offer.@Nullable Watch watch;
  private boolean closed;

  /**
   * @param standing where messages go that belong to no request
   */
  Dialogue(Serving serving, Principal principal, Outlet standing) {
    this.serving = serving;
    this.offer = serving.offer(principal);
    this.standing = standing;
    this.listening = new Listening(offer);
    this.methods = new Methods(offer, new InputRounds(principal, serving.seal(), asking));
  }

  /** The revision of the handshake; empty before it. */
  Optional<Revision> revision() {
    return Optional.ofNullable(asker).map(Asker::revision);
  }

  /** Whether these parameters are of a stateless revision, or of one that is not known. */
  static boolean isStateless(JsonObject params) {
    return RequestMeta.isIn(params)
        && !(RequestMeta.read(params) instanceof RequestMeta.Reading.Read(RequestMeta meta)
            && Revision.of(meta.version()).filter(each -> !each.isStateless()).isPresent());
  }

  /** What came of beginning a request. */
  sealed interface Beginning {
    /** It counts from now on, and can be cancelled; {@link #finish} does it. */
    record Begun(RunningCall call) implements Beginning {}

    /** It is answered already. */
    record Answered(Message.Failure answer) implements Beginning {}
  }

  /** Begins a request; does not block. */
  Beginning begin(Message.Request request, Outlet outlet) {
    Asker handshake = asker;
    boolean handshaking = request.method().equals("initialize") || request.method().equals("ping");
    if (!isStateless(request.params()) && (handshake != null || handshaking)) {
      return begin(request, handshake == null ? unknown() : handshake, outlet);
    }
    return switch (RequestMeta.read(request.params())) {
      case RequestMeta.Reading.Refused(RpcError error) ->
          refused(request, handshake == null ? hinted(error) : error);
      case RequestMeta.Reading.Read(RequestMeta meta) ->
          Revision.of(meta.version())
              .filter(Revision::isStateless)
              .map(known -> begin(request, Asker.of(meta, known), outlet))
              .orElseGet(() -> refused(request, RpcError.unsupportedVersion(meta.version())));
    };
  }

  private static Beginning refused(Message.Request request, RpcError error) {
    return new Beginning.Answered(new Message.Failure(request.id(), error));
  }

  private static RpcError hinted(RpcError error) {
    return RpcError.of(
        error.code(), error.message() + "; or initialize first, for a revision until 2025-11-25");
  }

  private static Asker unknown() {
    return new Asker(
        Revision.NEWEST_WITH_SESSIONS, Optional.empty(), ClientCapabilities.NONE, Optional.empty());
  }

  private Beginning begin(Message.Request request, Asker who, Outlet outlet) {
    if (running.size() >= MAX_RUNNING) {
      return refused(
          request,
          RpcError.of(
              RpcError.REFUSED_HERE,
              "There are " + MAX_RUNNING + " requests under way; wait for one of them"));
    }
    RunningCall call = new RunningCall(request, who, outlet);
    return running.putIfAbsent(request.id(), call) == null
        ? new Beginning.Begun(call)
        : refused(
            request, RpcError.of(RpcError.INVALID_REQUEST, "A request with this id is under way"));
  }

  /** The answer, once it is there; empty where it was cancelled, for then none is sent. */
  Optional<Message> finish(RunningCall call) {
    try {
      Given<JsonObject> given = guarded(call);
      call.finish();
      return call.isCancelled() ? Optional.empty() : Optional.of(message(call, given));
    } finally {
      running.remove(call.request().id(), call);
    }
  }

  private Message message(RunningCall call, Given<JsonObject> given) {
    JsonValue id = call.request().id();
    return switch (given) {
      case Given.Done<JsonObject>(JsonObject result) ->
          new Message.Response(id, call.revision().isStateless() ? signed(result) : result);
      case Given.Refused<JsonObject>(RpcError error) -> new Message.Failure(id, error);
      case Given.NeedsInput<JsonObject> _ ->
          throw new IllegalStateException("input that nobody was asked for");
    };
  }

  /** With what each result of the stateless revisions has. */
  private JsonObject signed(JsonObject result) {
    JsonObject typed =
        result.get("resultType") == null ? result.with("resultType", "complete") : result;
    JsonObject meta = typed.object("_meta").orElse(JsonObject.empty());
    return typed.with("_meta", meta.with(RequestMeta.SERVER, serving.self().toJson()));
  }

  /** A fault of ours ends the request and nothing else. */
  private Given<JsonObject> guarded(RunningCall call) {
    try {
      return call.revision().isStateless() ? stateless(call) : inSession(call);
    } catch (FileException failed) {
      return new Given.Refused<>(
          RpcError.of(RpcError.INTERNAL_ERROR, String.valueOf(failed.getMessage())));
    } catch (InterruptedException stopping) {
      return new Given.Refused<>(
          RpcError.of(RpcError.INTERNAL_ERROR, "The server is stopping; try again later"));
    } catch (Throwable fault) { // also a StackOverflowError ends a request, not the server
      String id = "%08x".formatted(ThreadLocalRandom.current().nextInt());
      // Asked for only here: setting up the JDK's logging takes longer than most requests.
      System.getLogger(Dialogue.class.getName())
          .log(System.Logger.Level.ERROR, "fault " + id + " in " + call.request().method(), fault);
      return new Given.Refused<>(
          RpcError.of(
              RpcError.INTERNAL_ERROR, "The server failed; its log has the reason under " + id));
    }
  }

  private Given<JsonObject> stateless(RunningCall call) throws Exception {
    return switch (call.request().method()) {
      case "server/discover" -> new Given.Done<>(discover(call));
      case "subscriptions/listen" -> listening.listen(call, methods.abilities());
      default -> methods.answer(call);
    };
  }

  private JsonObject discover(RunningCall call) {
    JsonObject result =
        JsonObject.empty()
            .with(
                "supportedVersions",
                JsonArray.of(Revision.texts().stream().map(JsonString::new).toList()))
            .with("capabilities", Serving.capabilities(methods.abilities(), call.revision()));
    return Methods.cacheable(serving.withInstructions(result), call);
  }

  private Given<JsonObject> inSession(RunningCall call) throws Exception {
    return switch (call.request().method()) {
      case "initialize" -> initialize(call.request().params());
      case "ping" -> new Given.Done<>(JsonObject.empty());
      case "logging/setLevel" -> setLevel(call);
      case "resources/subscribe" -> subscribe(call, true);
      case "resources/unsubscribe" -> subscribe(call, false);
      default -> methods.answer(call);
    };
  }

  private Given<JsonObject> initialize(JsonObject params) {
    if (params.string("protocolVersion").isEmpty()) {
      return new Given.Refused<>(RpcError.invalidParams("initialize needs a protocolVersion"));
    }
    Revision revision = Revision.negotiated(params.string("protocolVersion").get());
    asker =
        new Asker(
            revision,
            params.object("clientInfo").flatMap(Implementation::read),
            params
                .object("capabilities")
                .map(ClientCapabilities::new)
                .orElse(ClientCapabilities.NONE),
            Optional.of(LogLevel.INFO));
    watchOnce();
    return new Given.Done<>(
        serving.withInstructions(
            JsonObject.empty()
                .with("protocolVersion", revision.text())
                .with("capabilities", Serving.capabilities(methods.abilities(), revision))
                .with("serverInfo", serving.self().toJson())));
  }

  private synchronized void watchOnce() {
    if (watch == null && !closed && methods.abilities().contains(Ability.CHANGES)) {
      watch =
          offer.watch(change -> {
            if (!(change instanceof Change.Resource(String uri)) || subscribed.contains(uri)) {
              standing.send(change.notification(JsonObject.empty()));
            }
          });
    }
  }

  private Given<JsonObject> setLevel(RunningCall call) {
    if (!methods.abilities().contains(Ability.LOGGING)) {
      return new Given.Refused<>(RpcError.noMethod(call.request().method()));
    }
    Optional<LogLevel> level = call.request().params().string("level").flatMap(LogLevel::of);
    if (level.isEmpty()) {
      return new Given.Refused<>(RpcError.invalidParams("level must be a log level, as info"));
    }
    asker = call.asker().withLogLevel(level.get());
    return new Given.Done<>(JsonObject.empty());
  }

  private Given<JsonObject> subscribe(RunningCall call, boolean on) {
    Set<Ability> abilities = methods.abilities();
    if (!abilities.contains(Ability.RESOURCES) || !abilities.contains(Ability.CHANGES)) {
      return new Given.Refused<>(RpcError.noMethod(call.request().method()));
    }
    Optional<String> uri = call.request().params().string("uri");
    if (uri.isEmpty()) {
      return new Given.Refused<>(RpcError.invalidParams(call.request().method() + " needs a uri"));
    }
    if (!on) {
      subscribed.remove(uri.get());
    } else if (subscribed.size() >= Subscription.MAX_URIS) {
      return new Given.Refused<>(
          RpcError.of(
              RpcError.REFUSED_HERE,
              "There are " + Subscription.MAX_URIS + " subscriptions; give some of them up"));
    } else {
      subscribed.add(uri.get());
    }
    return new Given.Done<>(JsonObject.empty());
  }

  /** A notification of the client; one that is not known is passed over. */
  void onNotification(Message.Notification notification) {
    if (notification.method().equals("notifications/cancelled")) {
      JsonValue id = notification.params().get("requestId");
      RunningCall call = id == null ? null : running.get(id);
      // As the revisions with sessions have it, the handshake can't be cancelled.
      if (call != null && !call.request().method().equals("initialize")) {
        call.cancel();
      }
    }
  }

  /** An answer to a request of ours. */
  void onAnswer(JsonValue id, Message answer) {
    asking.onAnswer(id, answer);
  }

  /** Cancels a request, for a reason of the transport. */
  void cancel(JsonValue id) {
    RunningCall call = running.get(id);
    if (call != null) {
      call.cancel();
    }
  }

  /** Cancels all that is under way. */
  void cancelAll() {
    running.values().forEach(RunningCall::cancel);
  }

  /** The client sends nothing more: what waits for it ends; requests under way are answered. */
  @Override
  public void close() {
    Offer.Watch open;
    synchronized (this) {
      closed = true;
      open = watch;
      watch = null;
    }
    if (open != null) {
      open.close();
    }
    listening.close();
    asking.close();
  }
}
