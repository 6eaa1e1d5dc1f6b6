package comity.tools;

import comity.json.JsonNull;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.mcp.InputRequest;
import comity.mcp.Message;
import comity.mcp.RpcError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;

/**
 * Gets an offer the input it needs. A stateless client is told and comes back with it; another is
 * asked while its request waits.
 */
final class InputRounds {
  /** No honest request asks so often; an offer that never has enough would go on for ever. */
  static final int MAX_ROUNDS = 16;

  /** More text than any offer has to remember. */
  static final int MAX_STATE = 64 << 10;

  private final Principal principal;
  private final StateSeal seal;
  private final Asking asking;

  InputRounds(Principal principal, StateSeal seal, Asking asking) {
    this.principal = principal;
    this.seal = seal;
    this.asking = asking;
  }

  Given<JsonObject> run(RunningCall call, Callable<Given<JsonObject>> work) throws Exception {
    return call.revision().isStateless() ? once(call, work) : asked(call, work);
  }

  private Given<JsonObject> once(RunningCall call, Callable<Given<JsonObject>> work)
      throws Exception {
    JsonObject params = call.request().params();
    byte[] digest = StateSeal.digest(principal, call.request().method(), params);
    Map<String, JsonObject> answers = new LinkedHashMap<>();
    JsonValue given = params.get("inputResponses");
    if (given != null) {
      if (!(given instanceof JsonObject object)) {
        return wrong("inputResponses must be an object");
      }
      for (Map.Entry<String, JsonValue> each : object.members().entrySet()) {
        if (!(each.getValue() instanceof JsonObject answer)) {
          return wrong("inputResponses." + each.getKey() + " must be an object");
        }
        answers.put(each.getKey(), answer);
      }
    }
    Optional<String> state = Optional.empty();
    JsonValue sealed = params.get("requestState");
    if (sealed != null && sealed != JsonNull.NULL) {
      state =
          sealed instanceof JsonString(String text) && text.length() <= 2 * MAX_STATE
              ? seal.open(digest, text)
              : Optional.empty();
      if (state.isEmpty()) {
        return wrong("requestState is not what this server gave for this request, or too old");
      }
    }
    call.again(answers, state);
    return switch (work.call()) {
      case Given.NeedsInput<JsonObject>(var requests, String kept) ->
          lacking(requests, call)
              .<Given<JsonObject>>map(Given.Refused::new)
              .orElseGet(() -> new Given.Done<>(inputRequired(requests, kept, digest)));
      case Given<JsonObject> done -> done;
    };
  }

  private JsonObject inputRequired(
      SequencedMap<String, InputRequest> requests, String state, byte[] digest) {
    JsonObject result = JsonObject.empty().with("resultType", "input_required");
    if (!requests.isEmpty()) {
      LinkedHashMap<String, JsonValue> all = new LinkedHashMap<>();
      requests.forEach((name, request) -> all.put(name, request.toJson()));
      result = result.with("inputRequests", JsonObject.of(all));
    }
    return state.isEmpty()
        ? result
        : result.with("requestState", seal.seal(digest, checked(state)));
  }

  private static String checked(String state) {
    if (state.length() > MAX_STATE) {
      throw new IllegalStateException("a state of " + state.length() + " characters");
    }
    return state;
  }

  private Given<JsonObject> asked(RunningCall call, Callable<Given<JsonObject>> work)
      throws Exception {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Given<JsonObject> given = work.call();
      if (!(given instanceof Given.NeedsInput<JsonObject>(var requests, String state))) {
        return given;
      }
      Optional<RpcError> lacking = lacking(requests, call);
      if (lacking.isPresent()) {
        return new Given.Refused<>(lacking.get());
      }
      Map<String, JsonObject> answers = new LinkedHashMap<>();
      for (Map.Entry<String, InputRequest> each : requests.entrySet()) {
        switch (asking.ask(each.getValue(), call)) {
          case Message.Response(JsonValue _, JsonObject result) ->
              answers.put(each.getKey(), result);
          case Message.Failure(JsonValue _, RpcError error) -> {
            return new Given.Refused<>(
                RpcError.of(
                    RpcError.REFUSED_HERE,
                    "The client did not answer "
                        + each.getValue().method()
                        + ": "
                        + error.message()));
          }
          case Message.Request _, Message.Notification _ ->
              throw new IllegalStateException("no answer to " + each.getValue().method());
        }
      }
      call.again(answers, state.isEmpty() ? Optional.empty() : Optional.of(state));
    }
    throw new IllegalStateException("it asked " + MAX_ROUNDS + " times and has not enough");
  }

  /** Why the client can't be asked this. */
  private static Optional<RpcError> lacking(
      SequencedMap<String, InputRequest> requests, RunningCall call) {
    return requests.values().stream()
        .map(InputRequest::capability)
        .filter(capability -> !call.capabilities().has(capability))
        .findFirst()
        .map(RpcError::missingCapability);
  }

  private static Given<JsonObject> wrong(String why) {
    return new Given.Refused<>(RpcError.invalidParams(why));
  }
}
