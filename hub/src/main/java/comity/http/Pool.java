package comity.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Connections that wait for their next request, the one used last first. */
final class Pool {
  /** To all servers together; a hub talks to few at one time. */
  static final int MAX_IDLE = 64;

  /** To one server, so that a busy peer leaves room for the others. */
  static final int MAX_IDLE_PER_ENDPOINT = 16;

  /** Servers commonly close after a minute or less; asking on a closing one costs a failure. */
  static final Duration IDLE = Duration.ofSeconds(20);

  private final Watchdog watchdog;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Wire> idle = new ArrayDeque<>();
  private boolean closed;

  Pool(Watchdog watchdog) {
    this.watchdog = watchdog;
  }

  /** A living connection to that endpoint at one of these addresses, or null. */
  @Nullable Wire take(Wire.Endpoint endpoint, List<InetAddress> addresses) {
    while (true) {
      Wire wire = remove(endpoint, addresses);
      if (wire == null) {
        return null;
      }
      watchdog.forget(wire);
      if (wire.deadline().move(Deadline.NONE) && wire.quiet()) {
        return wire;
      }
      wire.close();
    }
  }

  private @Nullable Wire remove(Wire.Endpoint endpoint, List<InetAddress> addresses) {
    lock.lock();
    try {
      for (Iterator<Wire> all = idle.iterator(); all.hasNext(); ) {
        Wire wire = all.next();
        if (wire.endpoint().equals(endpoint) && addresses.contains(wire.address())) {
          all.remove();
          return wire;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Keeps it for the next request, if there is room. */
  void give(Wire wire) {
    Wire surplus = null;
    lock.lock();
    try {
      long same = idle.stream().filter(w -> w.endpoint().equals(wire.endpoint())).count();
      if (closed || same >= MAX_IDLE_PER_ENDPOINT) {
        surplus = wire;
      } else {
        wire.deadline().idle(Watchdog.now() + IDLE.toNanos());
        watchdog.watch(wire);
        idle.addFirst(wire);
        surplus = idle.size() > MAX_IDLE ? idle.removeLast() : null;
      }
    } finally {
      lock.unlock();
    }
    if (surplus != null) {
      watchdog.forget(surplus);
      surplus.close();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      idle.forEach(Wire::close);
      idle.clear();
    } finally {
      lock.unlock();
    }
  }
}
