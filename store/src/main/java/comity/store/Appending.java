package comity.store;

import comity.messages.Refusal;

/** What came of adding a message that came in. */
public sealed interface Appending {
  /** It is on disk; {@code conversationId} is what its sender is told. */
  record Accepted(String conversationId) implements Appending {}

  /** The same message was accepted before, with this answer. */
  record Replayed(String conversationId) implements Appending {}

  /** It was not taken. */
  record Refused(Refusal refusal) implements Appending {}
}
