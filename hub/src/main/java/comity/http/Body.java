package comity.http;

import comity.messages.ErrorCode;
import comity.messages.Refusal;

/** What came of reading a request's body. */
public sealed interface Body {
  /** All of it; empty where the request has none. */
  record Read(byte[] bytes) implements Body {}

  /** It was not read to its end; the connection is closed after the answer. */
  sealed interface Unread extends Body {
    /** What to tell the client. */
    Refusal refusal();
  }

  /** Over the limit, by its declared length or by what came. */
  record TooLarge(long limit) implements Unread {
    @Override
    public Refusal refusal() {
      return Refusal.of(
          ErrorCode.MESSAGE_TOO_LARGE, "The body is over the limit of " + limit + " bytes.");
    }
  }

  /** The client took longer than {@link HttpSettings.Deadlines#body}. */
  record TooSlow() implements Unread {
    @Override
    public Refusal refusal() {
      return Refusal.of(ErrorCode.REQUEST_TIMEOUT, "The body came too slowly.");
    }
  }

  /** The connection ended within the body. */
  record CutOff() implements Unread {
    @Override
    public Refusal refusal() {
      return Refusal.of(ErrorCode.BAD_REQUEST, "The body is shorter than was announced.");
    }
  }

  /** Its chunks are not as RFC 9112 has them. */
  record Malformed(String reason) implements Unread {
    @Override
    public Refusal refusal() {
      return Refusal.of(ErrorCode.BAD_REQUEST, "The chunked body has " + reason + ".");
    }
  }

  /** The bodies being read take all the memory they may ({@link HttpSettings#bodyMemory}). */
  record Busy() implements Unread {
    @Override
    public Refusal refusal() {
      return Refusal.of(
          ErrorCode.UNAVAILABLE, "Too many large bodies are being received; try again later.");
    }
  }
}
