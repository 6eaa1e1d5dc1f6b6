package comity.panes;

import comity.control.SessionSettings;
import comity.files.FileException;
import comity.files.Home;
import comity.files.PrivateFile;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.pty.Descriptor;
import comity.pty.Door;
import comity.pty.Poller;
import comity.pty.Terminals;
import comity.sessionfiles.CaptureInbox;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.Session;
import comity.terminal.Size;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The host of a home: see the package. Its sessions are files in the home; what it is asked comes
 * over its socket.
 */
public final class SessionHost implements Peer.Desk, Panes.Watcher {
  /** Reads of terminals are of 4 KiB at most, those of sockets larger. */
  private static final int BUFFER = 64 << 10;

  /** After the last session was closed and the last viewer left. */
  private static final Duration IDLE = Duration.ofSeconds(2);

  /** Where nobody can be let in: the door tells of them without end. */
  private static final Duration DOOR_AGAIN = Duration.ofSeconds(1);

  /** What came of opening it. */
  public sealed interface Opening {
    /** It takes questions once it {@link SessionHost#run runs}. */
    record Opened(SessionHost host) implements Opening {}

    /** Another runs for this home already. */
    record Running() implements Opening {}

    /** It can't be opened. */
    record Refused(String why) implements Opening {}
  }

  private final FileChannel lock;
  private final Path socket;
  private final HostParts parts;
  private final Door door;

  /** Which file the socket is. */
  private final Optional<Object> own;

  private final Panes panes;
  private final Starter starter;
  private final Endings endings;
  private final Ladder ladder;
  private final Captures captures;
  private final Backlog backlog = new Backlog();
  private final Set<Peer> peers = new HashSet<>();
  private final Set<Peer> watchers = new HashSet<>();
  private final Views views;
  private final Waiters waiters;
  private final Logs logs;
  private boolean used;

  /** Whether somebody could not be let in, and nobody was since. */
  private boolean stuck;

  private SessionHost(
      FileChannel lock,
      Path socket,
      HostParts parts,
      Door door,
      List<Session> kept,
      CaptureInbox inbox,
      Map<String, String> environment) {
    this.lock = lock;
    this.socket = socket;
    this.parts = parts;
    this.door = door;
    this.own = made(socket);
    this.panes = new Panes(parts, kept);
    // Before whoever takes the next step for a session: its viewers stay with it by then.
    this.views = new Views(panes);
    this.waiters = new Waiters(panes);
    this.logs = new Logs(parts, panes);
    this.starter = new Starter(parts, panes);
    this.endings = new Endings(parts, panes);
    this.ladder = new Ladder(parts, panes, starter, endings);
    this.captures = new Captures(parts, panes, inbox);
    panes.watch(this);
    panes.closeUnstarted();
    endings.endLeft();
    // Nobody is answered yet, so that nobody waits for the look at all processes.
    panes.living(Shown.living(parts.home(), kept));
    endings.follow();
    Reread<SessionSettings> settings =
        Reread.settings(parts.home(), parts.loop(), parts.aside().files(), parts.log());
    Notifier _ = new Notifier(parts, panes, settings, environment);
    new ClosedOnes(parts, panes, settings).start();
  }

  /**
   * Opens the host of an open home.
   *
   * @param launcher Comity's own, absolute, which hooks call
   * @param environment of this process
   * @param log takes lines on what went wrong
   */
  public static Opening open(
      Home home, String launcher, Map<String, String> environment, Consumer<String> log) {
    try {
      FileChannel lock = lockFile(lock(home));
      if (lock.tryLock() == null) {
        lock.close();
        return new Opening.Running();
      }
      if (!(CaptureInbox.open(home.root().toFile())
          instanceof CaptureInbox.Opening.Opened(CaptureInbox inbox))) {
        lock.close();
        return new Opening.Refused("the inbox of hooks can't be used: " + home.sessions());
      }
      SessionFiles.All kept = new SessionFiles(home).takeOver();
      kept.problems().forEach(log);
      Path socket = HostPlace.socket(home);
      // It is ours: whoever made it has ended, or we would not have the lock.
      HostPlace.clear(socket);
      Terminals terminals = new Terminals();
      Poller poller = terminals.poller();
      Loop loop = new Loop(poller, fault -> log.accept("a fault of our own: " + trace(fault)));
      Aside aside = new Aside();
      HostParts parts =
          new HostParts(
              home,
              launcher,
              loop,
              terminals,
              new Keeper(loop, new SessionFiles(home), log),
              Reread.providers(home, loop, aside.files(), log),
              new SessionIds(new SecureRandom()),
              () -> UUID.randomUUID().toString(),
              InstantSource.system(),
              aside,
              ScreenBudget.of(Runtime.getRuntime().maxMemory()),
              new byte[BUFFER],
              log);
      SessionHost host =
          new SessionHost(
              lock, socket, parts, terminals.door(socket), kept.sessions(), inbox, environment);
      host.captures.take();
      return new Opening.Opened(host);
    } catch (OverlappingFileLockException here) {
      return new Opening.Running();
    } catch (IOException e) {
      return new Opening.Refused(
          String.valueOf(FileException.of("Opening the host in", home.run(), e).getMessage()));
    } catch (FileException | IllegalStateException e) {
      return new Opening.Refused(String.valueOf(e.getMessage()));
    }
  }

  /** Locked by the one host of a home for as long as it runs. */
  public static Path lock(Home home) {
    return HostPlace.lock(home);
  }

  private static FileChannel lockFile(Path file) {
    try {
      return PrivateFile.toLock(file);
    } catch (IOException e) {
      throw FileException.of("Locking", file, e);
    }
  }

  private static String trace(Throwable fault) {
    StringWriter text = new StringWriter();
    fault.printStackTrace(new PrintWriter(text));
    return text.toString().strip();
  }

  /**
   * Serves until its last session is closed and nobody is attached, or it is {@link #end ended}.
   */
  public void run() throws InterruptedException {
    watchDoor();
    parts.loop().later(Duration.ofMinutes(1), this::endIfIdle);
    try {
      parts.loop().run();
    } finally {
      try {
        // Nobody comes in any more, and whoever starts the next one waits for the lock. Where the
        // home was moved, another one's socket may be there.
        if (own.equals(made(socket))) {
          Files.deleteIfExists(socket);
        }
        door.close();
        captures.close();
        parts.keeper().close();
        lock.close();
      } catch (IOException e) {
        parts.log().accept("tidying up: " + e.getMessage());
      }
    }
  }

  /** Tells a file from another of that name; empty where there is none. */
  private static Optional<Object> made(Path file) {
    try {
      return Optional.ofNullable(
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey());
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** Ends it, from any thread; its sessions' terminals are hung up. */
  public void end() {
    parts.loop().end();
  }

  private void watchDoor() {
    parts.loop().watch(door.number(), (_, _) -> accept());
  }

  private void accept() {
    while (true) {
      switch (door.accept()) {
        case Door.Coming.Came(Descriptor came) -> {
          stuck = false;
          peers.add(new Peer(parts.loop(), came, this, parts.buffer(), backlog));
        }
        case Door.Coming.Nobody() -> {
          return;
        }
        case Door.Coming.Stuck(String reason) -> {
          if (!stuck) {
            stuck = true;
            parts.log().accept(reason);
          }
          parts.loop().forget(door.number());
          parts.loop().later(DOOR_AGAIN, this::watchDoor);
          return;
        }
      }
    }
  }

  private void endIfIdle() {
    if (panes.isNeeded() || !watchers.containsAll(peers)) {
      return;
    }
    if (parts.keeper().isBehind()) {
      // What a full disk did not take would be lost: a stopped session would be open again.
      parts.loop().later(IDLE, this::endIfIdle);
    } else {
      parts.log().accept("it ends, since no session is open");
      end();
    }
  }

  @Override
  public void left(Peer peer) {
    peers.remove(peer);
    watchers.remove(peer);
    waiters.leave(peer);
    views.leave(peer).ifPresent(viewed -> viewed.detach(peer));
    // Who only looked whether it is there is followed by the one who started it.
    if (used) {
      parts.loop().later(IDLE, this::endIfIdle);
    }
  }

  @Override
  public void asked(Peer peer, Ask ask) {
    used = true;
    switch (ask) {
      case Ask.Sessions() ->
          peer.reply(new Reply.Done(JsonObject.empty().with("sessions", panes.shown())));
      case Ask.Begin(var wanted) -> starter.begin(wanted, peer::reply);
      case Ask.Attach(String called, Size size) ->
          with(peer, called, session -> attach(peer, session, size));
      case Ask.Detach() -> detach(peer);
      case Ask.Show(String called) ->
          with(peer, called, session -> peer.reply(new Reply.Done(panes.shown(session))));
      case Ask.Stop(String called, Ask.Ending how) ->
          with(peer, called, session -> endings.stop(session, how, peer::reply));
      case Ask.Restore restore -> restore(peer, restore);
      case Ask.Logs(String called, int most) ->
          with(peer, called, each -> logs.of(each, most, peer::reply));
      case Ask.Screen(String called) ->
          withPane(
              peer,
              called,
              (session, pane) ->
                  peer.reply(
                      new Reply.Done(panes.shown(session).with("text", pane.screen().text()))));
      case Ask.Await(String called, Set<Activity.State> until) ->
          with(peer, called, session -> waiters.add(peer, session, until));
      case Ask.Watch() -> {
        watchers.add(peer);
        peer.reply(new Reply.Done(JsonObject.empty().with("sessions", panes.shown())));
      }
    }
  }

  private void with(Peer peer, String called, Consumer<Session> found) {
    panes.one(called, peer::reply, found);
  }

  private void withPane(Peer peer, String called, BiConsumer<Session, Pane> found) {
    with(peer, called, session -> withPane(peer, session, pane -> found.accept(session, pane)));
  }

  private void withPane(Peer peer, Session session, Consumer<Pane> found) {
    String id = session.id();
    panes
        .pane(id)
        .ifPresentOrElse(
            found,
            () ->
                peer.reply(
                    Panes.refused(
                        (panes.outlives(id)
                                ? "the terminal went with the host of session "
                                : "nothing runs in session ")
                            + id,
                        "see what it printed last: comity session logs "
                            + id
                            + ", or run its agent again: comity session restore "
                            + id)));
  }

  private void attach(Peer peer, Session session, Size size) {
    if (panes.isBetween(session.id())) {
      views.await(peer, session, size);
    } else {
      withPane(peer, session, pane -> views.attach(peer, session, pane, size));
    }
  }

  private void detach(Peer peer) {
    Optional<Pane> viewed = views.leave(peer);
    peer.viewsNothing();
    if (viewed.isPresent()) {
      viewed.get().part(peer);
    }
    peer.reply(new Reply.Done(JsonObject.empty()));
  }

  private void restore(Peer peer, Ask.Restore restore) {
    // With what is said of the makers of agents now.
    parts.providers().now(_ -> restoreNow(peer, restore));
  }

  private void restoreNow(Peer peer, Ask.Restore restore) {
    Starter.Surroundings in = new Starter.Surroundings(restore.environment(), Size.USUAL);
    if (restore.session().isPresent()) {
      with(
          peer,
          restore.session().get(),
          session -> ladder.restore(session, restore.when(), in, peer::reply));
    } else {
      ladder.restoreAll(in, peer::reply);
    }
  }

  @Override
  public void changed(Session session) {
    JsonObject shown = panes.shown(session);
    watchers.forEach(peer -> peer.event(shown.with("event", "changed")));
    waiters.changed(session);
    if (!panes.isNeeded()) {
      parts.loop().later(IDLE, this::endIfIdle);
    }
  }
}
