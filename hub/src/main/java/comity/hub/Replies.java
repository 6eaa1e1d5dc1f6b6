package comity.hub;

import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.AgentUri;
import comity.messages.Conversation;
import comity.messages.Envelope;
import comity.messages.Ids;
import comity.messages.Replying;
import comity.messages.SafeText;
import comity.store.Destination;
import comity.store.Outcome;
import comity.store.Run;
import java.util.Optional;

/** Makes the answers to messages and finds where they go. */
final class Replies {
  /** Of a summary: it is one line in a list. */
  private static final int MAX_SUMMARY = 200;

  private final Clock clock;

  Replies(Clock clock) {
    this.clock = clock;
  }

  /** The agent's answer, where one is sent. */
  Optional<Outcome.Reply> answer(Run run, JsonValue content, Agents agents) {
    return reply(run, content, JsonObject.empty(), agents);
  }

  /** What the sender is told where the agent did not answer. */
  Optional<Outcome.Reply> failure(Run run, String reason, Agents agents) {
    JsonObject error = JsonObject.empty().with("error", "run_failed").with("message", reason);
    return reply(run, new JsonString(reason), JsonObject.empty().with("error", error), agents);
  }

  private Optional<Outcome.Reply> reply(
      Run run, JsonValue content, JsonObject metadata, Agents agents) {
    Envelope message = run.envelope();
    Conversation conversation = run.conversation();
    AgentUri sender = message.from();
    Replying way = Replying.to(message, conversation, agents.isOurs(sender), agents.isPeer(sender));
    Optional<Destination> destination =
        switch (way) {
          case NONE -> Optional.empty();
          case HERE -> Optional.of(here(sender, agents));
          case PUSH -> Optional.of(new Destination.Push(sender));
          case WAIT -> Optional.of(new Destination.Wait());
        };
    if (destination.isEmpty()) {
      return Optional.empty();
    }
    Envelope.Reading reply =
        message.reply(Ids.message(clock.uuid()), conversation.id(), content, metadata, clock.now());
    return switch (reply) {
      case Envelope.Reading.Accepted(Envelope envelope, _) ->
          Optional.of(new Outcome.Reply(envelope, destination.get()));
      case Envelope.Reading.Refused(var refusal) ->
          throw new IllegalStateException("our own reply is no message: " + refusal);
    };
  }

  /** Where a message to an agent of this hub goes. */
  static Destination here(AgentUri receiver, Agents agents) {
    return agents.settings(receiver.agentId()).filter(Inbox::runs).isPresent()
        ? new Destination.Run(receiver.agentId())
        : new Destination.Wait();
  }

  /** One line on an answer. */
  String summary(JsonValue content) {
    String text = content instanceof JsonString(String plain) ? plain : content.toString();
    String line = SafeText.line(text);
    int length = line.codePointCount(0, line.length());
    return length <= MAX_SUMMARY
        ? line
        : line.substring(0, line.offsetByCodePoints(0, MAX_SUMMARY)) + "…";
  }
}
