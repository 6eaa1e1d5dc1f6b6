package comity.tools;

import comity.mcp.InputRequest;
import comity.mcp.RpcError;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Function;

/** What an offer gives for a request. */
public sealed interface Given<T> {
  /** What was asked for. */
  record Done<T>(T value) implements Given<T> {}

  /**
   * The client has to be asked first. The same request comes again with the answers in {@link
   * Call#inputs} and the state in {@link Call#state}; a client may never come back.
   *
   * @param requests by a name that the answer comes under
   * @param state what the offer wants to know again; it is sealed, so that a client can neither
   *     change it nor bring it with another request. Empty where it needs none
   */
  record NeedsInput<T>(SequencedMap<String, InputRequest> requests, String state)
      implements Given<T> {
    public NeedsInput {
      requests = new LinkedHashMap<>(requests);
      if (requests.isEmpty() && state.isEmpty()) {
        throw new IllegalArgumentException("input that asks for nothing");
      }
    }
  }

  /** It was not to be had: the request was wrong. What a tool could not do is a result of it. */
  record Refused<T>(RpcError error) implements Given<T> {}

  /** The same with what {@code function} makes of the value. */
  default <U> Given<U> map(Function<T, U> function) {
    return switch (this) {
      case Done<T>(T value) -> new Done<>(function.apply(value));
      case NeedsInput<T>(var requests, String state) -> new NeedsInput<>(requests, state);
      case Refused<T>(RpcError error) -> new Refused<>(error);
    };
  }
}
