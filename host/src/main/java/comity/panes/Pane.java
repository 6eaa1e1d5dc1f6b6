package comity.panes;

import comity.pty.Child;
import comity.pty.Descriptor;
import comity.sessions.Activity;
import comity.sessions.Fallback;
import comity.terminal.Answers;
import comity.terminal.Both;
import comity.terminal.Parser;
import comity.terminal.Screen;
import comity.terminal.Signal;
import comity.terminal.Signals;
import comity.terminal.Size;
import comity.terminal.Widths;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * A program in its terminal: what it prints is parsed once, for its screen and for what it is at;
 * its questions are answered here, and viewers are shown the rest (SES-13, SES-24). It has ended
 * once its process has, and all that it printed was read.
 */
final class Pane implements Peer.Viewed {
  /** Of what was printed last: what fits a session's share of memory. */
  static final int SCROLL_BACK = 64 << 10;

  /** One who prints without end must let the others be read. */
  private static final int READS = 16;

  private static final int HANG_UP = 1;

  /** Programs in the background may keep a terminal open for ever. */
  private static final Duration REST = Duration.ofMillis(300);

  /** What a program in the background goes on to print is not waited for. */
  private static final int MAX_RESTS = 10;

  private static final Answers ANSWERS = new Answers("comity");

  /** Is told of what happens in it. */
  interface Listener {
    void changed(Pane pane, Activity.Reading reading);

    /** All that it printed has been read. */
    void ended(Pane pane, int code);
  }

  private final Loop loop;
  private final Child child;
  private final Listener listener;
  private final InstantSource clock;

  /** For what is read, shared by all on this thread. */
  private final byte[] buffer;

  private final ScreenBudget screens;
  private final Ring ring = new Ring(SCROLL_BACK);
  private final Screen screen;
  private final Parser parser;
  private final Signals signals;
  private final Activity activity;
  private final Audience viewers;
  private final Keys keys;
  private Size size;
  private Activity.Reading told;
  private boolean exited;
  private boolean hooked;
  private boolean over;
  private boolean waitsToChange;
  private long prints;

  /**
   * @param size as it was taken from the budget
   */
  Pane(HostParts parts, Child child, Fallback fallback, Size size, Listener listener) {
    this.loop = parts.loop();
    this.child = child;
    this.size = size;
    this.listener = listener;
    this.clock = parts.clock();
    this.buffer = parts.buffer();
    this.screens = parts.screens();
    this.screen = new Screen(size, Widths.CURRENT, screens.looks());
    this.signals = new Signals(this::told);
    // To the screen first, since an answer may be about it.
    this.parser = new Parser(new Both(screen, signals));
    this.keys = new Keys(loop, child.terminal());
    this.viewers = new Audience(loop, screen, parser::isBetween);
    this.activity = new Activity(fallback, clock.instant());
    this.told = activity.at(clock.instant());
    loop.watch(child.terminal().number(), this::ready);
    loop.watch(child.exitNumber(), (_, _) -> exit());
  }

  int pid() {
    return child.pid();
  }

  Size size() {
    return size;
  }

  /** Whether a hook of its agent was called. */
  boolean isHooked() {
    return hooked;
  }

  Screen screen() {
    return screen;
  }

  byte[] last(int most) {
    return ring.last(most);
  }

  Activity.Reading reading() {
    return told;
  }

  int viewers() {
    return viewers.size();
  }

  /** Those who view it, with the size of the terminal of each. */
  Map<Peer, Size> sizes() {
    return viewers.sizes();
  }

  TitleMark mark() {
    return viewers.mark();
  }

  private void told(Signal signal) {
    viewers.mark().told(signal);
    if (signal instanceof Signal.Asked(var query)) {
      send(ANSWERS.to(query, screen));
    } else {
      activity.told(signal, clock.instant());
    }
  }

  /** A hook of its agent was called. */
  void hooked(Activity.Hook hook, Instant at) {
    hooked = true;
    activity.hooked(hook, at);
    tellChange();
  }

  private void ready(boolean readable, boolean writable) {
    if (writable) {
      keys.write();
    }
    for (int i = 0; readable && i < READS && !over; i++) {
      int count = child.terminal().read(buffer);
      if (count == Descriptor.ENDED) {
        // What is written and closed while Linux looks is there with the next read alone.
        count = child.terminal().read(buffer);
      }
      if (count == Descriptor.ENDED) {
        // No program has the terminal open any more.
        loop.forget(child.terminal().number());
        over = true;
        finishIfEnded();
        return;
      }
      if (count == Descriptor.NOT_NOW) {
        break;
      }
      printed(count);
    }
    tellChange();
  }

  private void printed(int count) {
    prints++;
    ring.add(buffer, count);
    parser.take(buffer, 0, count);
    if (signals.takeVisible()) {
      activity.shown(clock.instant());
    }
    viewers.printed(buffer, count, size);
  }

  private void tellChange() {
    Activity.Reading now = activity.at(clock.instant());
    if (!now.equals(told)) {
      told = now;
      listener.changed(this, now);
    }
    if (!waitsToChange) {
      activity
          .changes(clock.instant())
          .ifPresent(at -> {
            waitsToChange = true;
            loop.later(
                Duration.between(clock.instant(), at).plusMillis(1),
                () -> {
                  waitsToChange = false;
                  tellChange();
                });
          });
    }
  }

  void attach(Peer viewer, Size its) {
    viewers.join(viewer, its);
    viewer.views(this);
    fit();
    activity.seen();
    tellChange();
    viewers.showSoon();
  }

  /** It leaves, and its terminal is given back. */
  void part(Peer viewer) {
    part(viewer, screen.undo());
    detach(viewer);
  }

  /**
   * Gives a viewer's terminal back.
   *
   * @param bytes what does that where it shows this screen
   */
  void part(Peer viewer, byte[] bytes) {
    viewers.part(viewer, bytes);
  }

  void detach(Peer viewer) {
    if (viewers.leave(viewer) && viewers.size() > 0) {
      fit();
    }
  }

  /** All of it fits into the terminal of each viewer. */
  private void fit() {
    if (exited && over) {
      return;
    }
    Size fits = screens.change(size, viewers.fits(size));
    if (!fits.equals(size)) {
      size = fits;
      screen.resize(size.columns(), size.rows());
      if (!over) {
        child.resize(size);
      }
      viewers.redraw();
    }
  }

  @Override
  public void typed(Peer by, byte[] bytes) {
    activity.typed(clock.instant());
    send(bytes);
    tellChange();
  }

  @Override
  public void resized(Peer by, Size its) {
    Size before = size;
    viewers.resized(by, its);
    fit();
    if (size.equals(before)) {
      // The viewer's terminal may show something else now.
      viewers.repaint(by);
    }
  }

  @Override
  public void drained(Peer by) {
    viewers.drained(by);
  }

  private void send(byte[] bytes) {
    if (!over) {
      keys.type(bytes);
    }
  }

  private void exit() {
    if (child.exitCode().isPresent() && !exited) {
      exited = true;
      loop.forget(child.exitNumber());
      finishIfEnded();
      if (!over) {
        awaitRest(prints, 0);
      }
    }
  }

  /** What it printed before it ended may still be on its way. */
  private void awaitRest(long before, int times) {
    loop.later(
        REST,
        () -> {
          // The machine may have had no time for what came meanwhile.
          ready(true, false);
          if (over) {
            return;
          }
          if (prints != before && times < MAX_RESTS) {
            awaitRest(prints, times + 1);
            return;
          }
          loop.forget(child.terminal().number());
          over = true;
          finishIfEnded();
        });
  }

  private void finishIfEnded() {
    if (!exited || !over) {
      return;
    }
    int code = child.exitCode().orElseThrow();
    viewers.showLast();
    child.close();
    screens.give(size);
    activity.exited(code, clock.instant());
    // Told with its exit code, not before it.
    told = activity.at(clock.instant());
    listener.ended(this, code);
    screen.release();
  }

  /** Its terminal is gone, as where a window is closed: shells end at that, and not at TERM. */
  void hangUp() {
    child.signal(HANG_UP);
  }

  /** Sends something to those who view it that is not of its program and draws nothing. */
  void say(byte[] bytes) {
    viewers.say(bytes);
  }

  List<Peer> peers() {
    return viewers.peers();
  }
}
