package comity.tools;

import comity.json.JsonNull;
import comity.mcp.Message;
import comity.mcp.RpcError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Serves one client over two streams of bytes, a message a line. The reader never waits for a
 * request: each has a virtual thread of its own, so that a slow one holds up neither a ping nor its
 * own cancellation.
 */
public final class StdioServer {
  /**
   * The longest line: larger than anything a tool is given, and small enough that what JSON makes
   * of it (some thirty times as much, at the worst) fits the heap.
   */
  public static final int MAX_LINE = 4 << 20;

  /** Bytes of requests under way, all together; one alone may have as many. */
  private static final long MAX_PENDING = MAX_LINE;

  /** How long requests under way get once the client sends nothing more. */
  private static final Duration DRAIN = Duration.ofSeconds(30);

  private final Lines lines;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private final Dialogue dialogue;
  private final Condition quiet = writing.newCondition();
  private int underWay;
  private final AtomicLong pending = new AtomicLong();
  private volatile boolean gone;

  /** A server for that principal; {@link #run} starts it. */
  public StdioServer(Serving serving, Principal principal, InputStream in, OutputStream out) {
    this.lines = new Lines(in, MAX_LINE);
    this.out = out;
    this.dialogue = new Dialogue(serving, principal, new Standard());
  }

  /** All that goes out is a line of standard output. */
  private final class Standard implements Outlet {
    @Override
    public void send(Message message) {
      write(message);
    }

    @Override
    public boolean takesRequests() {
      return !gone;
    }
  }

  /**
   * Answers until {@code in} ends, and then what is under way.
   *
   * @throws IOException where reading fails; a client that no longer reads ends it in silence
   */
  public void run() throws IOException {
    Outlet outlet = new Standard();
    for (Lines.Line line = lines.next(); !gone; line = lines.next()) {
      switch (line) {
        case Lines.Line.End _ -> {
          stop(DRAIN);
          return;
        }
        case Lines.Line.TooLong _ ->
            write(
                new Message.Failure(
                    JsonNull.NULL,
                    RpcError.of(
                        RpcError.INVALID_REQUEST,
                        "A line is over " + (MAX_LINE >> 20) + " MiB; it was passed over")));
        case Lines.Line.Read(byte[] bytes) -> take(bytes, outlet);
      }
    }
  }

  /**
   * Takes nothing more and waits for what is under way; what is not done by then is cancelled. What
   * was answered is written when this returns.
   */
  public void stop(Duration patience) {
    dialogue.close();
    writing.lock();
    try {
      long left = patience.toNanos();
      while (underWay > 0 && left > 0) {
        left = quiet.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      writing.unlock();
    }
    dialogue.cancelAll();
  }

  private void take(byte[] bytes, Outlet outlet) {
    if (isBlank(bytes)) {
      return;
    }
    switch (Message.read(bytes)) {
      case Message.Reading.Refused(Message.Failure answer) -> write(answer);
      case Message.Reading.Read(Message.Notification notification) ->
          dialogue.onNotification(notification);
      case Message.Reading.Read(Message.Response answer) -> dialogue.onAnswer(answer.id(), answer);
      case Message.Reading.Read(Message.Failure answer) -> dialogue.onAnswer(answer.id(), answer);
      case Message.Reading.Read(Message.Request request) -> start(request, bytes.length, outlet);
    }
  }

  private void start(Message.Request request, int length, Outlet outlet) {
    long before = pending.getAndAdd(length);
    if (before > 0 && before + length > MAX_PENDING) {
      pending.addAndGet(-length);
      write(
          new Message.Failure(
              request.id(),
              RpcError.of(
                  RpcError.REFUSED_HERE,
                  "The requests under way are over "
                      + (MAX_PENDING >> 20)
                      + " MiB; wait for one of them")));
      return;
    }
    switch (dialogue.begin(request, outlet)) {
      case Dialogue.Beginning.Answered(Message.Failure answer) -> {
        pending.addAndGet(-length);
        write(answer);
      }
      case Dialogue.Beginning.Begun(RunningCall call) when request.method().equals("initialize") ->
          // What comes after it depends on it, also where a client does not wait for the answer.
          finish(call, length);
      case Dialogue.Beginning.Begun(RunningCall call) -> {
        count(1);
        Thread.ofVirtual()
            .start(() -> {
              try {
                finish(call, length);
              } finally {
                count(-1);
              }
            });
      }
    }
  }

  private void count(int more) {
    writing.lock();
    try {
      underWay += more;
      quiet.signalAll();
    } finally {
      writing.unlock();
    }
  }

  private void finish(RunningCall call, int length) {
    try {
      dialogue.finish(call).ifPresent(this::write);
    } finally {
      pending.addAndGet(-length);
    }
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  private void write(Message message) {
    byte[] bytes = message.write();
    writing.lock();
    try {
      out.write(bytes);
      out.write('\n');
      out.flush();
    } catch (IOException nobodyReads) {
      gone = true;
      dialogue.cancelAll();
    } finally {
      writing.unlock();
    }
  }
}
