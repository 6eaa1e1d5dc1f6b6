package comity.http;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An answer that is being written, one part at a time, each sent at once. */
public final class Stream {
  /** Sends a part; throws when the client is gone or does not take it in time. */
  @FunctionalInterface
  interface Sink {
    void send(byte[] part) throws IOException;
  }

  private final Sink sink;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean gone;
  private @Nullable Runnable whenGone;

  Stream(Sink sink) {
    this.sink = sink;
  }

  /**
   * Sends this part; false when nobody takes it any more: the client left, did not read for {@link
   * HttpSettings.Deadlines#answer}, or the server stops. Only for the producer's thread.
   */
  public boolean send(byte[] part) {
    if (gone) {
      return false;
    }
    if (part.length == 0) {
      return true; // as a chunk it would end the answer
    }
    try {
      sink.send(part);
      return !gone;
    } catch (IOException e) {
      leave();
      return false;
    }
  }

  /** Whether nobody takes what would be sent. Known at once when the client closes. */
  public boolean gone() {
    return gone;
  }

  /**
   * Runs {@code action} once, on another thread, when {@link #gone} becomes true; at once where it
   * is already: so that a producer which waits for something to send can be woken.
   */
  public void whenGone(Runnable action) {
    lock.lock();
    try {
      if (!gone) {
        whenGone = action;
        return;
      }
    } finally {
      lock.unlock();
    }
    action.run();
  }

  void leave() {
    Runnable action;
    lock.lock();
    try {
      gone = true;
      action = whenGone;
      whenGone = null;
    } finally {
      lock.unlock();
    }
    if (action != null) {
      action.run();
    }
  }
}
