package comity.panes;

import comity.frames.Reply;
import comity.sessions.Session;
import comity.terminal.Size;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who views which session. Viewers stay with one whose agent is run again by itself, and see its
 * next program. For the loop's thread.
 */
final class Views implements Panes.Watcher {
  /** Those who stay until a session's next program runs, or there is none. */
  private static final class Stay implements Peer.Viewed {
    private final Map<Peer, Size> viewers = new LinkedHashMap<>();

    @Override
    public void typed(Peer by, byte[] bytes) {
      // No program takes it.
    }

    @Override
    public void resized(Peer by, Size size) {
      viewers.replace(by, size);
    }

    @Override
    public void drained(Peer by) {
      // Nothing is shown.
    }
  }

  private final Panes panes;
  private final Map<Peer, Pane> viewing = new LinkedHashMap<>();
  private final Map<String, Stay> stays = new HashMap<>();

  Views(Panes panes) {
    this.panes = panes;
    panes.watch(this);
  }

  /** One views a session whose program runs. */
  void attach(Peer peer, Session session, Pane pane, Size size) {
    Optional<Pane> before = leave(peer);
    before.ifPresent(other -> other.detach(peer));
    viewing.put(peer, pane);
    peer.reply(new Reply.Done(panes.shown(session)));
    pane.attach(peer, size);
    // What it needs is seen now, whether that changes what it is at or not.
    panes.changed(session);
  }

  /** One views a session whose next program is about to run. */
  void await(Peer peer, Session session, Size size) {
    Optional<Pane> before = leave(peer);
    before.ifPresent(other -> other.detach(peer));
    peer.reply(new Reply.Done(panes.shown(session)));
    stay(session.id(), peer, size);
  }

  /** One views nothing any more; what it viewed still has it among its viewers. */
  Optional<Pane> leave(Peer peer) {
    stays.values().forEach(stay -> stay.viewers.remove(peer));
    return Optional.ofNullable(viewing.remove(peer));
  }

  private void stay(String id, Peer peer, Size size) {
    Stay stay = stays.computeIfAbsent(id, _ -> new Stay());
    stay.viewers.put(peer, size);
    peer.views(stay);
  }

  @Override
  public void ended(Session session, Pane pane, int code) {
    viewing.values().removeIf(pane::equals);
    if (panes.isBetween(session.id())) {
      pane.sizes().forEach((peer, size) -> stay(session.id(), peer, size));
    }
  }

  @Override
  public void changed(Session session) {
    String id = session.id();
    if (!stays.containsKey(id) || panes.isBetween(id)) {
      return;
    }
    Stay stay = stays.remove(id);
    Optional<Pane> next = panes.pane(id);
    for (Map.Entry<Peer, Size> each : Map.copyOf(stay.viewers).entrySet()) {
      if (next.isPresent()) {
        viewing.put(each.getKey(), next.get());
        next.get().attach(each.getKey(), each.getValue());
      } else {
        Panes.tellEnd(each.getKey(), session);
      }
    }
  }
}
