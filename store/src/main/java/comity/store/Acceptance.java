package comity.store;

import comity.messages.AgentUri;
import comity.messages.Conversation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * One accepted message as the {@link Journal} keeps it.
 *
 * @param conversation as it is with this message
 * @param isNew whether this message opens the conversation
 * @param bindsRemote whether the sender's hub gave the conversation its id with this message
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

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length + 512);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeBoolean(isNew);
      out.writeBoolean(bindsRemote);
      out.writeUTF(conversation.id());
      out.writeUTF(conversation.peer().orElse(""));
      out.writeUTF(conversation.remoteId().orElse(""));
      out.writeUTF(conversation.opener().toString());
      out.writeUTF(conversation.agent().toString());
      out.writeBoolean(conversation.keyed());
      out.writeLong(conversation.createdAt());
      out.writeUTF(sender);
      out.writeUTF(messageId);
      out.writeByte(digest.length);
      out.write(digest);
      out.writeUTF(runner.orElse(""));
      out.writeUTF(answers.map(Answered::sender).orElse(""));
      out.writeUTF(answers.map(Answered::messageId).orElse(""));
      out.writeLong(at);
      out.writeInt(body.length);
      out.write(body);
    } catch (IOException neverInMemory) {
      throw new UncheckedIOException(neverInMemory);
    }
    return bytes.toByteArray();
  }

  static Acceptance decode(byte[] payload) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException("entry of version " + version);
    }
    boolean isNew = in.readBoolean();
    boolean bindsRemote = in.readBoolean();
    String id = in.readUTF();
    Optional<String> peer = maybe(in.readUTF());
    Optional<String> remoteId = maybe(in.readUTF());
    AgentUri opener = AgentUri.of(in.readUTF());
    AgentUri agent = AgentUri.of(in.readUTF());
    boolean keyed = in.readBoolean();
    long createdAt = in.readLong();
    String sender = in.readUTF();
    String messageId = in.readUTF();
    byte[] digest = in.readNBytes(in.readUnsignedByte());
    Optional<String> runner = maybe(in.readUTF());
    Optional<String> answeredSender = maybe(in.readUTF());
    String answeredId = in.readUTF();
    Optional<Answered> answers = answeredSender.map(by -> new Answered(by, answeredId));
    long at = in.readLong();
    byte[] body = in.readNBytes(in.readInt());
    Conversation conversation =
        new Conversation(
            id, peer, remoteId, opener, agent, keyed, Conversation.State.OPEN, createdAt, at);
    return new Acceptance(
        conversation, isNew, bindsRemote, sender, messageId, digest, runner, answers, at, body);
  }

  private static Optional<String> maybe(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
