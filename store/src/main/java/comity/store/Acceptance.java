package comity.store;

import comity.messages.AgentUri;
import comity.messages.Conversation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One accepted message as the {@link Journal} keeps it.
 *
 * <p>Version (1), flags (1: new, binds a remote id, keyed), when the conversation began and when
 * the message came (8 each); then, each after its length (2), in UTF-8: the conversation's id,
 * peer, remote id, opener and agent, the sender, the message's id, the runner, the sender and id of
 * the message that is answered; the digest; and to the end the message.
 *
 * @param conversation as it is with this message
 * @param isNew whether this message opens the conversation
 * @param bindsRemote whether the sender's hub gave the conversation its id with this message
 * @param sender as {@code Known.Identity} has it
 * @param runner the agent-id whose run the message starts, or empty
 * @param answers the message of ours that this one is the reply to, or empty
 * @param digest of {@code Envelope.digest}
 * @param body the message, without its key
 */
record Acceptance(
    Conversation conversation,
    boolean isNew,
    boolean bindsRemote,
    String sender,
    String messageId,
    byte[] digest,
    Optional<String> runner,
    Optional<Answered> answers,
    long at,
    byte[] body) {
  /** The message that this one is the reply to. */
  record Answered(String sender, String messageId) {}

  private static final int VERSION = 1;
  private static final int NEW = 1;
  private static final int BINDS_REMOTE = 2;
  private static final int KEYED = 4;

  byte[] encode() {
    byte[][] texts = {
      utf8(conversation.id()),
      utf8(conversation.peer().orElse("")),
      utf8(conversation.remoteId().orElse("")),
      utf8(conversation.opener().toString()),
      utf8(conversation.agent().toString()),
      utf8(sender),
      utf8(messageId),
      utf8(runner.orElse("")),
      utf8(answers.map(Answered::sender).orElse("")),
      utf8(answers.map(Answered::messageId).orElse("")),
      digest
    };
    int size = 1 + 1 + 8 + 8 + body.length;
    for (byte[] text : texts) {
      size += Short.BYTES + text.length;
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put((byte) VERSION);
    out.put(
        (byte)
            ((isNew ? NEW : 0)
                | (bindsRemote ? BINDS_REMOTE : 0)
                | (conversation.keyed() ? KEYED : 0)));
    out.putLong(conversation.createdAt()).putLong(at);
    for (byte[] text : texts) {
      out.putShort((short) text.length).put(text);
    }
    return out.put(body).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Reads an entry, which was checked to be as it was written. */
  static Acceptance decode(Path folder, Journal.Entry entry) throws DamagedException {
    ByteBuffer in = ByteBuffer.wrap(entry.payload());
    int version = in.get();
    if (version != VERSION) {
      throw new DamagedException(
          folder,
          "entry " + entry.number() + " was written by a later version of Comity: start that one");
    }
    int flags = in.get();
    long createdAt = in.getLong();
    long at = in.getLong();
    String id = text(in);
    Optional<String> peer = maybe(text(in));
    Optional<String> remoteId = maybe(text(in));
    AgentUri opener = AgentUri.of(text(in));
    AgentUri agent = AgentUri.of(text(in));
    String sender = text(in);
    String messageId = text(in);
    Optional<String> runner = maybe(text(in));
    Optional<String> answeredSender = maybe(text(in));
    String answeredId = text(in);
    byte[] digest = bytes(in);
    byte[] body = new byte[in.remaining()];
    in.get(body);
    Conversation conversation =
        new Conversation(
            id,
            peer,
            remoteId,
            opener,
            agent,
            (flags & KEYED) != 0,
            Conversation.State.OPEN,
            createdAt,
            at);
    return new Acceptance(
        conversation,
        (flags & NEW) != 0,
        (flags & BINDS_REMOTE) != 0,
        sender,
        messageId,
        digest,
        runner,
        answeredSender.map(by -> new Answered(by, answeredId)),
        at,
        body);
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xFFFF];
    in.get(bytes);
    return bytes;
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static Optional<String> maybe(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
