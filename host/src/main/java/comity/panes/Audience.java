package comity.panes;

import comity.terminal.QueryFilter;
import comity.terminal.Screen;
import comity.terminal.Size;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Those who view a pane. Each is shown what its program prints; one that is behind, or whose
 * terminal has another size, the screen as it then is. For the loop's thread.
 */
final class Audience {
  /** How long the rest of a sequence is waited for before a viewer sees the screen. */
  private static final Duration HALF_SEQUENCE = Duration.ofMillis(200);

  /** As often as an eye can tell. */
  private static final Duration REPAINT = Duration.ofMillis(40);

  private final Loop loop;
  private final Screen screen;
  private final BooleanSupplier between;
  private final TitleMark mark;
  private final Map<Peer, Size> viewers = new LinkedHashMap<>();

  /** Those that see the screen when the output is between two sequences. */
  private final Set<Peer> behind = new LinkedHashSet<>();

  /** Those that were shown something: their terminals may be in any mode when they are behind. */
  private final Set<Peer> drawn = new HashSet<>();

  /** Those of another size, that see the screen anew soon. */
  private final Set<Peer> repaints = new LinkedHashSet<>();

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private QueryFilter filter = new QueryFilter();
  private boolean repaintWaits;

  /**
   * @param between whether the output is between two sequences
   */
  Audience(Loop loop, Screen screen, BooleanSupplier between) {
    this.loop = loop;
    this.screen = screen;
    this.between = between;
    this.mark = new TitleMark(screen, between, this::say);
  }

  TitleMark mark() {
    return mark;
  }

  int size() {
    return viewers.size();
  }

  List<Peer> peers() {
    return List.copyOf(viewers.keySet());
  }

  /** They, with the size of the terminal of each. */
  Map<Peer, Size> sizes() {
    return new LinkedHashMap<>(viewers);
  }

  /** What fits into the terminal of each; where there is nobody, this. */
  Size fits(Size otherwise) {
    return new Size(
        viewers.values().stream().mapToInt(Size::columns).min().orElse(otherwise.columns()),
        viewers.values().stream().mapToInt(Size::rows).min().orElse(otherwise.rows()));
  }

  /** One comes, and {@link #showSoon sees} nothing yet. */
  void join(Peer viewer, Size its) {
    if (viewers.isEmpty()) {
      filter = new QueryFilter();
    }
    viewers.put(viewer, its);
    behind.add(viewer);
  }

  /** False where it was not there. */
  boolean leave(Peer viewer) {
    behind.remove(viewer);
    drawn.remove(viewer);
    return viewers.remove(viewer) != null;
  }

  /**
   * Gives its terminal back.
   *
   * @param bytes what does that where it shows the screen as it is
   */
  void part(Peer viewer, byte[] bytes) {
    if (behind.contains(viewer) || !viewer.output(bytes, 0, bytes.length)) {
      viewer.last(Screen.reset());
      viewer.last(bytes);
    }
  }

  void resized(Peer viewer, Size its) {
    viewers.replace(viewer, its);
  }

  /** All of them see the screen anew. */
  void redraw() {
    behind.addAll(viewers.keySet());
    showNow();
  }

  /** One that was behind has taken what waited for it. */
  void drained(Peer viewer) {
    if (behind.contains(viewer)) {
      showNow();
    }
  }

  /** Shows the screen to those that are behind, where it can be shown. */
  private void showNow() {
    if (between.getAsBoolean()) {
      catchUp();
    }
  }

  /** The same, and at last although a sequence has no end. */
  void showSoon() {
    if (between.getAsBoolean()) {
      catchUp();
    } else {
      loop.later(HALF_SEQUENCE, this::catchUp);
    }
  }

  /** The program has printed this, and the screen shows it. */
  void printed(byte[] bytes, int count, Size size) {
    if (viewers.isEmpty()) {
      return;
    }
    filter.take(bytes, 0, count, shown);
    if (shown.size() > 0) {
      byte[] all = shown.toByteArray();
      shown.reset();
      for (Map.Entry<Peer, Size> each : viewers.entrySet()) {
        Peer viewer = each.getKey();
        if (!each.getValue().equals(size)) {
          // Its lines would end elsewhere: it is shown what is on the screen instead.
          repaint(viewer);
        } else {
          send(viewer, all);
        }
      }
    }
    if (between.getAsBoolean()) {
      catchUp();
      mark.show();
    }
  }

  /** What one takes too slowly is lost to it: it sees the screen anew once it has room. */
  private void send(Peer viewer, byte[] bytes) {
    if (!behind.contains(viewer) && !viewer.output(bytes, 0, bytes.length)) {
      behind.add(viewer);
    }
  }

  /** It sees the screen anew, not more often than makes sense. */
  void repaint(Peer viewer) {
    repaints.add(viewer);
    if (!repaintWaits) {
      repaintWaits = true;
      loop.later(
          REPAINT,
          () -> {
            repaintWaits = false;
            takeRepaints();
            catchUp();
          });
    }
  }

  private void takeRepaints() {
    repaints.retainAll(viewers.keySet());
    behind.addAll(repaints);
    repaints.clear();
  }

  /** Shows the screen to viewers that have not seen it as it is. */
  private void catchUp() {
    draw(behind.stream().filter(Peer::isDrained).toList());
  }

  /** Nothing will be printed any more: there is no later time at which they could see it. */
  void showLast() {
    takeRepaints();
    draw(List.copyOf(behind));
  }

  private void draw(List<Peer> viewing) {
    if (viewing.isEmpty()) {
      return;
    }
    byte[] bytes = viewing.getFirst().hasRoom() ? screen.redraw() : new byte[0];
    for (Peer viewer : viewing) {
      if (viewer.hasRoom()) {
        behind.remove(viewer);
        if (!drawn.add(viewer)) {
          send(viewer, Screen.reset());
        }
        send(viewer, bytes);
      } else {
        // Nothing that it does tells when there is room.
        repaint(viewer);
      }
    }
    mark.covered();
    mark.show();
  }

  /** Sends something to them that is not of the program and draws nothing. */
  void say(byte[] bytes) {
    if (between.getAsBoolean()) {
      for (Peer viewer : viewers.keySet()) {
        send(viewer, bytes);
      }
    }
  }
}
