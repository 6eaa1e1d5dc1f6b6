package comity.store;

import comity.messages.Conversation;
import comity.messages.Envelope;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides on one message: accepted, there already, or refused (MSG-3, MSG-4). Owned by the
 * accepting thread.
 */
final class Admitting {
  private final Known known;

  Admitting(Known known) {
    this.known = known;
  }

  /** The answer, and what is to be written before it is given, if anything. */
  record Decision(Appending answer, Optional<Acceptance> toWrite) {
    static Decision of(Appending answer) {
      return new Decision(answer, Optional.empty());
    }
  }

  private record Found(Conversation conversation, boolean isNew, boolean bindsRemote) {}

  /**
   * Decides on a message.
   *
   * @param identity of the envelope
   * @param digest of the envelope
   * @param body the envelope as it is stored
   */
  Decision decide(Incoming in, Known.Identity identity, byte[] digest, byte[] body)
      throws SQLException {
    Envelope envelope = in.envelope();
    Optional<Known.Prior> prior = known.message(identity);
    if (prior.isPresent()) {
      return Decision.of(again(envelope, digest, prior.get()));
    }
    Found found = find(in);
    if (found == null) {
      return Decision.of(
          new Appending.Refused(Conversation.notFound(envelope.conversationId().orElse(""))));
    }
    Optional<Refusal> refusal = current(found.conversation()).refusal(envelope, in.caller());
    if (refusal.isPresent()) {
      return Decision.of(new Appending.Refused(refusal.get()));
    }
    Acceptance acceptance =
        new Acceptance(
            found.conversation(),
            found.isNew(),
            found.bindsRemote(),
            identity.sender(),
            identity.messageId(),
            digest,
            in.runner(),
            envelope.inReplyTo().map(id -> new Acceptance.Answered(envelope.to().toString(), id)),
            in.at(),
            body);
    return new Decision(
        new Appending.Accepted(envelope.conversationId().orElse(found.conversation().id())),
        Optional.of(acceptance));
  }

  static Appending again(Envelope envelope, byte[] digest, Known.Prior prior) {
    if (MessageDigest.isEqual(digest, prior.digest())) {
      return new Appending.Replayed(envelope.conversationId().orElse(prior.conversationId()));
    }
    return new Appending.Refused(
        Refusal.at(
            ErrorCode.MESSAGE_ID_CONFLICT,
            "/message_id",
            "The sender used this message_id before, with other content"));
  }

  private Conversation current(Conversation c) {
    return known.isStopped(c.id())
        ? with(c, c.peer(), c.remoteId(), Conversation.State.STOPPED)
        : c;
  }

  private @Nullable Found find(Incoming in) throws SQLException {
    Envelope envelope = in.envelope();
    if (envelope.conversationId().isEmpty()) {
      Conversation fresh =
          new Conversation(
              in.freshConversation(),
              Optional.empty(),
              Optional.empty(),
              envelope.from(),
              envelope.to(),
              in.caller().isProven(),
              Conversation.State.OPEN,
              in.at(),
              in.at());
      return new Found(fresh, true, false);
    }
    String id = envelope.conversationId().get();
    String peer = envelope.from().authority();
    Optional<Conversation> theirs = known.remote(peer, id);
    if (theirs.isPresent()) {
      return new Found(theirs.get(), false, false);
    }
    Optional<Conversation> ours = known.conversation(id);
    if (ours.isPresent()) {
      return new Found(ours.get(), false, false);
    }
    return byReply(envelope, peer, id);
  }

  /** A peer's reply may be quicker than the answer that tells us its id of the conversation. */
  private @Nullable Found byReply(Envelope envelope, String peer, String id) throws SQLException {
    if (envelope.inReplyTo().isEmpty()) {
      return null;
    }
    Optional<Conversation> sent =
        known
            .sent(envelope.to().toString(), envelope.inReplyTo().get())
            .filter(c -> c.isBetween(envelope.from(), envelope.to()));
    if (sent.isEmpty()) {
      return null;
    }
    Conversation c = sent.get();
    return new Found(with(c, Optional.of(peer), Optional.of(id), c.state()), false, true);
  }

  private static Conversation with(
      Conversation c, Optional<String> peer, Optional<String> remoteId, Conversation.State state) {
    return new Conversation(
        c.id(),
        peer,
        remoteId,
        c.opener(),
        c.agent(),
        c.keyed(),
        state,
        c.createdAt(),
        c.lastMessageAt());
  }
}
