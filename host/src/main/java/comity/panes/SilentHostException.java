package comity.panes;

import comity.files.Home;
import comity.host.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Somebody listens where the host of sessions does, and does not answer: the host, which was
 * stopped or has too much to do, or a program that is none.
 */
public final class SilentHostException extends IOException {
  private static final long serialVersionUID = 1;

  private final String why;
  private final String todo;

  private SilentHostException(String why, String todo) {
    super(why + "; " + todo);
    this.why = why;
    this.todo = todo;
  }

  /** Looks who it is. */
  static SilentHostException of(Home home, Duration waited) {
    Path socket = HostPlace.socket(home);
    String time = waited.plusMillis(999).toSeconds() + " s";
    Optional<Listener> listener = Listener.of(socket);
    if (listener.isEmpty()) {
      return new SilentHostException(
          "what listens at " + socket + " has not answered within " + time,
          "see which process it is, and end it where it is no host of sessions: fuser " + socket);
    }
    long pid = listener.get().pid();
    // It has its lock open for as long as it runs.
    boolean isHost = listener.get().files().contains(HostPlace.lock(home));
    if (!isHost) {
      return new SilentHostException(
          "process %d (%s) listens at %s, and is no host of sessions: it has not answered within %s"
              .formatted(pid, listener.get().program(), socket, time),
          "end it: kill " + (listener.get().isStopped() ? "-KILL " : "") + pid);
    }
    return listener.get().isStopped()
        ? new SilentHostException(
            "the host of sessions, process %d, which listens at %s, is stopped"
                .formatted(pid, socket),
            "let it go on: kill -CONT %d, or end it, and what runs in its sessions: kill -KILL %d"
                .formatted(pid, pid))
        : new SilentHostException(
            "the host of sessions, process %d, which listens at %s, has not answered within %s"
                .formatted(pid, socket, time),
            "it may be very busy: try again, or end it, and what runs in its sessions: kill "
                + pid);
  }

  /** What is wrong. */
  public String why() {
    return why;
  }

  /** What a person can do about it. */
  public String todo() {
    return todo;
  }
}
