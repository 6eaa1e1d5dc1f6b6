package comity.hub;

import comity.http.Answer;
import comity.http.Body;
import comity.http.Handler;
import comity.http.Request;
import comity.http.Route;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import comity.messages.Caller;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import java.util.Optional;

/** Makes routes that only the token of the home opens. */
final class OwnerDoor {
  private final Callers callers;

  OwnerDoor(Callers callers) {
    this.callers = callers;
  }

  /** A handler of a JSON object. */
  interface Doing {
    Answer handle(Request request, JsonObject body) throws Exception;
  }

  Route get(String template, Handler handler) {
    return Route.of("GET", template, owned(handler)).withOwnHost().withProduces(Answer.JSON);
  }

  Route post(String template, Doing doing) {
    Handler handler =
        request ->
            switch (request.body()) {
              case Body.Read(byte[] bytes) -> doing(request, bytes, doing);
              case Body.Unread unread -> Answer.refusal(unread.refusal());
            };
    return Route.of("POST", template, owned(handler))
        .withOwnHost()
        .withJsonBody()
        .withProduces(Answer.JSON);
  }

  private static Answer doing(Request request, byte[] bytes, Doing doing) throws Exception {
    if (bytes.length == 0) {
      return doing.handle(request, JsonObject.empty());
    }
    return switch (Json.read(bytes)) {
      case JsonReading.Read(JsonObject body) -> doing.handle(request, body);
      case JsonReading.Read(JsonValue value) ->
          refusal(ErrorCode.INVALID_MESSAGE, "The body must be an object, not " + value.kind());
      case JsonReading.Malformed(String reason, long offset) ->
          refusal(ErrorCode.INVALID_JSON, reason + " at byte " + offset);
    };
  }

  private Handler owned(Handler handler) {
    return request ->
        switch (callers.identify(request, Optional.empty())) {
          case Callers.Identity.Known(Caller.Owner _) -> handler.handle(request);
          case Callers.Identity.Known(_), Callers.Identity.Refused(_) ->
              refusal(ErrorCode.UNAUTHORIZED, "The token of this hub's home is needed");
        };
  }

  private static Answer refusal(ErrorCode code, String message) {
    return Answer.refusal(Refusal.of(code, message));
  }
}
