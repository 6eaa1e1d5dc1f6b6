package comity.tools;

import comity.mcp.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What waits to be written to a stream of Server-Sent Events. */
final class EventQueue implements Outlet {
  /** More than a client that reads at all has outstanding; what comes then is dropped. */
  static final int MAX_WAITING = 256;

  private final boolean streams;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Message> waiting = new ArrayDeque<>();
  private boolean ended;

  /** {@code streams}: whether the client takes a stream at all; else only the answer gets there. */
  EventQueue(boolean streams) {
    this.streams = streams;
  }

  /** What is next. */
  sealed interface Next {
    /** A message. */
    record Event(Message message) implements Next {}

    /** Nothing has come in the time. */
    record Quiet() implements Next {}

    /** Nothing will come any more. */
    record End() implements Next {}
  }

  @Override
  public void send(Message message) {
    lock.lock();
    try {
      // An answer ends its stream and comes once; a request of ours is waited for.
      boolean droppable = message instanceof Message.Notification;
      if (!ended && (!droppable || (streams && waiting.size() < MAX_WAITING))) {
        waiting.add(message);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean takesRequests() {
    return streams;
  }

  /** Sends the last message, if there is one. */
  void end(Optional<Message> last) {
    lock.lock();
    try {
      last.ifPresent(this::send);
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next message, once there is one, at most so long. */
  Next next(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (waiting.isEmpty() && !ended && left > 0) {
        left = changed.awaitNanos(left);
      }
      @Nullable Message first = waiting.poll();
      return first != null ? new Next.Event(first) : ended ? new Next.End() : new Next.Quiet();
    } finally {
      lock.unlock();
    }
  }

  /** An event's bytes; a message is one line. */
  static byte[] event(Message message) {
    byte[] text = message.write();
    byte[] head = "event: message\ndata: ".getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[head.length + text.length + 2];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(text, 0, all, head.length, text.length);
    all[all.length - 2] = '\n';
    all[all.length - 1] = '\n';
    return all;
  }
}
