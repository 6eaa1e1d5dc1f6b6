package comity.store;

import comity.messages.AgentUri;

/** Where a message of our own goes next. */
public sealed interface Destination {
  /** An agent of this hub runs with it. */
  record Run(String agentId) implements Destination {}

  /** It waits to be fetched by its receiver. */
  record Wait() implements Destination {}

  /** The outbox brings it to the receiver's hub. */
  record Push(AgentUri target) implements Destination {}
}
