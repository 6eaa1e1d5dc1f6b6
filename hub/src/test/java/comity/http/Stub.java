package comity.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;

/** A server that answers each connection's first head with whatever a test has it do. */
final class Stub implements AutoCloseable {
  private final ServerSocket listener;
  private final Behaviour behaviour;
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  /** The heads that were asked, in their order. */
  final List<String> asked = new CopyOnWriteArrayList<>();

  @FunctionalInterface
  interface Behaviour {
    void answer(String head, InputStream in, OutputStream out) throws IOException;
  }

  Stub(Behaviour behaviour) throws IOException {
    this(behaviour, ServerSocketFactory.getDefault());
  }

  Stub(Behaviour behaviour, ServerSocketFactory sockets) throws IOException {
    this.behaviour = behaviour;
    listener = sockets.createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    Thread.ofVirtual().start(this::accept);
  }

  /** One that says this and closes. */
  static Stub saying(String answer) throws IOException {
    return new Stub((_, _, out) -> out.write(answer.getBytes(StandardCharsets.ISO_8859_1)));
  }

  int port() {
    return listener.getLocalPort();
  }

  int connections() {
    return open.size();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // by the test's end
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      String head = head(in);
      asked.add(head);
      behaviour.answer(head, in, socket.getOutputStream());
    } catch (IOException gone) {
      // the client has seen what it wanted
    }
  }

  /** The next head of a connection that stays open. */
  String next(InputStream in) throws IOException {
    String head = head(in);
    asked.add(head);
    return head;
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        throw new IOException("no whole head");
      }
      head.append((char) c);
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
