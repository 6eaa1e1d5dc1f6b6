package comity.tools;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The sessions that are open. Each belongs to whoever was admitted when it began. */
final class Sessions {
  /** Each costs some kilobytes and a watch of its offer. */
  static final int MAX_SESSIONS = 256;

  /** Of one token; the one that rested longest makes room. */
  static final int MAX_PER_OWNER = 32;

  /** A client that asks nothing for so long begins anew. */
  static final Duration IDLE = Duration.ofHours(1);

  /** 128 bits: nobody guesses a session. */
  private static final int ID_BYTES = 16;

  private final Map<String, Session> open = new HashMap<>();
  private final Serving serving;
  private final SecureRandom random = new SecureRandom();
  private final LongSupplier nanos;

  /** {@code nanos}: a monotonic clock. */
  Sessions(Serving serving, LongSupplier nanos) {
    this.serving = serving;
    this.nanos = nanos;
  }

  /** A new session; empty where there are too many of others. */
  Optional<Session> begin(Doorkeeper.Admission.Admitted owner) {
    byte[] drawn = new byte[ID_BYTES];
    random.nextBytes(drawn);
    String id = HexFormat.of().formatHex(drawn);
    Session session = new Session(id, owner, serving, nanos.getAsLong());
    List<Session> gone = new ArrayList<>();
    boolean begun;
    synchronized (this) {
      gone.addAll(take(this::isOver));
      List<Session> theirs =
          open.values().stream()
              .filter(each -> each.owner().equals(owner.id()))
              .sorted(Comparator.comparingLong(Session::lastUsed))
              .toList();
      if (theirs.size() >= MAX_PER_OWNER) {
        Session longest = theirs.getFirst();
        gone.addAll(take(each -> each == longest));
      }
      begun = open.size() < MAX_SESSIONS;
      if (begun) {
        open.put(session.id(), session);
      }
    }
    gone.forEach(Session::close);
    if (!begun) {
      session.close();
    }
    return begun ? Optional.of(session) : Optional.empty();
  }

  /** The session of this id and owner. */
  Optional<Session> find(String id, String owner) {
    List<Session> gone;
    Session found;
    synchronized (this) {
      gone = take(this::isOver);
      found = open.get(id);
    }
    gone.forEach(Session::close);
    return Optional.ofNullable(found).filter(each -> each.owner().equals(owner));
  }

  /** Ends a session. */
  void end(Session session) {
    endAll(each -> each == session);
  }

  /** Ends those that are over, or whose owner is no longer admitted. */
  void sweep() {
    endAll(this::isOver);
  }

  /** Ends all. */
  void close() {
    endAll(each -> true);
  }

  private void endAll(Predicate<Session> which) {
    List<Session> gone;
    synchronized (this) {
      gone = take(which);
    }
    gone.forEach(Session::close);
  }

  private synchronized List<Session> take(Predicate<Session> which) {
    List<Session> taken = open.values().stream().filter(which).toList();
    taken.forEach(each -> open.remove(each.id()));
    return taken;
  }

  private boolean isOver(Session session) {
    long last = session.lastUsed();
    boolean rested = last != Long.MAX_VALUE && nanos.getAsLong() - last > IDLE.toNanos();
    return rested || !session.isValid();
  }

  synchronized int size() {
    return open.size();
  }
}
