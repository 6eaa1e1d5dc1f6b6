package comity.messages;

/** Whether a runner's answer is sent, and where it goes (MSG-17, MSG-47). */
public enum Replying {
  /**
   * It stays in the trace: the message was a reply itself, or the chain of messages is too long.
   */
  NONE,
  /** To an agent of this hub. */
  HERE,
  /** To the sender's hub. */
  PUSH,
  /** It waits in the conversation to be fetched: an unproven sender makes this hub call nobody. */
  WAIT;

  /**
   * The way of the answer to this message.
   *
   * @param senderIsOurs whether its sender is an agent of this hub
   * @param senderIsPeer whether a peer entry covers its sender
   */
  public static Replying to(
      Envelope message, Conversation conversation, boolean senderIsOurs, boolean senderIsPeer) {
    if (message.inReplyTo().isPresent() || message.hops() >= Envelope.MAX_HOPS) {
      return NONE;
    }
    if (senderIsOurs) {
      return HERE;
    }
    // Only under a key is the sender proven. Where its hub is on loopback, only a peer entry leads
    // there.
    boolean reachable = senderIsPeer || !message.from().isLoopback();
    return conversation.keyed() && reachable ? PUSH : WAIT;
  }
}
