package comity.hub;

import comity.files.Home;
import comity.files.HomeLock;
import comity.host.Listener;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;

/** Why a hub can't have the port it wants, and what to do about it. */
public final class TakenPort {
  /** A port of this machine takes a connection at once, or nobody listens at it. */
  private static final int CONNECT_MILLIS = 1_000;

  private TakenPort() {}

  /**
   * Tries the port; empty where it could be had now.
   *
   * @param home of the hub that wants it
   */
  public static Optional<String> why(InetAddress bind, int port, Home home) {
    try (ServerSocket _ = new ServerSocket(port, 1, bind)) {
      return Optional.empty();
    } catch (BindException refused) {
      String where = "port " + port + " on " + bind.getHostAddress();
      String choose =
          "choose another port with --port, or for good with port under [hub] in " + home.config();
      Optional<Listener> listener = Listener.of(port);
      if (listener.isPresent()) {
        return Optional.of(
            where
                + " is taken by "
                + holder(listener.get())
                + "; "
                + todo(listener.get())
                + choose);
      }
      return Optional.of(
          answers(bind, port)
              ? where + " is taken, perhaps by another user's hub; " + choose
              : where + " can't be had: " + refused.getMessage() + "; " + choose);
    } catch (IOException other) {
      return Optional.empty();
    }
  }

  private static boolean answers(InetAddress bind, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(bind, port), CONNECT_MILLIS);
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }

  private static String holder(Listener listener) {
    String process = "process " + listener.pid();
    return hub(listener)
        .map(home -> "the hub of " + home + " (" + process + ")")
        .orElse(process + (listener.program().isEmpty() ? "" : " (" + listener.program() + ")"));
  }

  private static String todo(Listener listener) {
    return hub(listener).map(home -> "end it with comity --home " + home + " down, or ").orElse("");
  }

  /** The home of a hub: its process has the lock of one open. */
  private static Optional<Path> hub(Listener listener) {
    return listener.files().stream()
        .filter(file ->
            file.endsWith(HomeLock.FILE) && file.getNameCount() > HomeLock.FILE.getNameCount())
        .map(file -> file.resolve("../..").normalize())
        .findFirst();
  }
}
