package comity.hub;

import comity.control.AgentSettings;
import comity.control.Runner;
import comity.messages.Admission;
import comity.messages.AgentProfile;
import comity.messages.AgentUri;
import comity.messages.Caller;
import comity.messages.Envelope;
import comity.messages.Ids;
import comity.messages.Refusal;
import comity.messages.Trace;
import comity.store.Appending;
import comity.store.Conversations;
import comity.store.Incoming;
import comity.store.Traces;
import java.util.Optional;
import java.util.function.Supplier;

/** Takes messages in: admits, then stores. */
final class Inbox {
  private static final String TRACE = "trace-";

  private final Supplier<Agents> agents;
  private final Conversations conversations;
  private final Traces traces;
  private final Admission admission;
  private final Clock clock;

  Inbox(
      Supplier<Agents> agents,
      Conversations conversations,
      Traces traces,
      Admission admission,
      Clock clock) {
    this.agents = agents;
    this.conversations = conversations;
    this.traces = traces;
    this.admission = admission;
    this.clock = clock;
  }

  /**
   * Takes one message. At return it is on disk, or was refused.
   *
   * @param size bytes of the message as it was sent
   */
  Appending take(Envelope envelope, long size, Caller caller) {
    Agents now = agents.get();
    Optional<String> agentId = agentId(envelope.to(), now);
    Optional<AgentProfile> receiver = agentId.flatMap(now::profile);
    Optional<Refusal> refusal =
        admission.refusal(envelope, size, caller, receiver, now.isOurs(envelope.from()));
    if (refusal.isPresent()) {
      return new Appending.Refused(refusal.get());
    }
    Optional<String> runner = agentId.filter(id -> now.settings(id).map(Inbox::runs).orElse(false));
    return conversations.append(
        new Incoming(envelope, caller, Ids.conversation(clock.uuid()), runner, clock.now()));
  }

  /**
   * The agent-id behind an address of this hub: its own, or the agent that runs a trace (MSG-6).
   */
  Optional<String> agentId(AgentUri to, Agents now) {
    if (!now.isOurs(to)) {
      return Optional.empty();
    }
    return to.agentId().startsWith(TRACE)
        ? traces.find(to.agentId()).map(Trace::agent)
        : Optional.of(to.agentId());
  }

  /** Whether a message to the agent starts a run; else it waits to be fetched. */
  static boolean runs(AgentSettings settings) {
    return switch (settings.runner()) {
      case Runner.Echo _, Runner.Command _ -> true;
      case Runner.Inbox _ -> false;
    };
  }
}
