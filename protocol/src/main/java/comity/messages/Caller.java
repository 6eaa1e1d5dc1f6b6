package comity.messages;

import java.util.List;

/** Who makes a request, as far as it was proven (MSG-22, MSG-24). */
public sealed interface Caller {
  /** The owner of the hub, by the token in its home. */
  record Owner() implements Caller {}

  /** The holder of a key, who may send as any agent that {@code senders} cover. */
  record Keyed(String keyId, List<AgentPattern> senders) implements Caller {
    public Keyed {
      senders = List.copyOf(senders);
    }
  }

  /** Some program on this machine, without a key. */
  record Loopback() implements Caller {}

  /** Anyone else, without a key. */
  record Stranger() implements Caller {}

  /** Whether a key or the owner's token was shown. */
  default boolean isProven() {
    return switch (this) {
      case Owner _, Keyed _ -> true;
      case Loopback _, Stranger _ -> false;
    };
  }

  /** Whether the caller may speak as, or read for, this address. */
  default boolean speaksFor(AgentUri uri) {
    return switch (this) {
      case Owner _ -> true;
      case Keyed(_, List<AgentPattern> senders) -> senders.stream().anyMatch(p -> p.covers(uri));
      case Loopback _, Stranger _ -> false;
    };
  }
}
