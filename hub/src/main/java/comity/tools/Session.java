package comity.tools;

import comity.mcp.Message;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A client of a revision with sessions, over HTTP. */
final class Session implements AutoCloseable {
  private final String id;
  private final Doorkeeper.Admission.Admitted owner;
  private final Dialogue dialogue;
  private final AtomicReference<@Nullable EventQueue> standing = new AtomicReference<>();
  private final AtomicInteger inUse = new AtomicInteger();
  private volatile long lastUsed;

  /**
   * @param owner what its requests must be admitted as
   */
  Session(String id, Doorkeeper.Admission.Admitted owner, Serving serving, long now) {
    this.id = id;
    this.owner = owner;
    this.lastUsed = now;
    this.dialogue = new Dialogue(serving, owner.principal(), new Standing());
  }

  /** The stream that the client has opened for what belongs to no request, where it has. */
  private final class Standing implements Outlet {
    @Override
    public void send(Message message) {
      EventQueue queue = standing.get();
      if (queue != null) {
        queue.send(message);
      }
    }

    @Override
    public boolean takesRequests() {
      return standing.get() != null;
    }
  }

  String id() {
    return id;
  }

  String owner() {
    return owner.id();
  }

  /** Whether whoever began it is still admitted. */
  boolean isValid() {
    return owner.valid().getAsBoolean();
  }

  Dialogue dialogue() {
    return dialogue;
  }

  /** When a request of it began or ended last; {@link Long#MAX_VALUE} while one is under way. */
  long lastUsed() {
    return inUse.get() > 0 ? Long.MAX_VALUE : lastUsed;
  }

  void begin() {
    inUse.incrementAndGet();
  }

  void end(long now) {
    lastUsed = now;
    inUse.decrementAndGet();
  }

  /** Takes the place of the stream before, which ends: the client has lost it. */
  EventQueue open() {
    EventQueue queue = new EventQueue(true);
    EventQueue before = standing.getAndSet(queue);
    if (before != null) {
      before.end(Optional.empty());
    }
    return queue;
  }

  /** The stream has ended. */
  void closed(EventQueue queue) {
    standing.compareAndSet(queue, null);
  }

  @Override
  public void close() {
    dialogue.close();
    dialogue.cancelAll();
    EventQueue queue = standing.getAndSet(null);
    if (queue != null) {
      queue.end(Optional.empty());
    }
  }
}
