package comity.panes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * A desktop without a screen: a real message bus of its own, and on it the service that shows
 * notifications, which keeps what it is told. It speaks as much of D-Bus as that takes.
 */
final class Desktop implements AutoCloseable {
  private static final String SERVICE = "org.freedesktop.Notifications";
  private static final String BUS = "org.freedesktop.DBus";
  private static final int PATIENCE_SECONDS = 30;
  private static final int LARGEST = 4096;

  /** Kinds of messages. */
  private static final byte CALL = 1;

  private static final byte RETURN = 2;
  private static final byte ERROR = 3;

  /** Fields of a header. */
  private static final byte PATH = 1;

  private static final byte MEMBER = 3;
  private static final byte ERROR_NAME = 4;
  private static final byte ANSWERS = 5;
  private static final byte DESTINATION = 6;
  private static final byte SENDER = 7;
  private static final byte SIGNATURE = 8;

  /** One notification. */
  record Told(long nanos, String application, String title, String text) {}

  private record Message(byte kind, int serial, Map<Byte, String> fields, ByteBuffer body) {}

  private final Process bus;
  private final String address;
  private final SocketChannel channel;
  private final DataInputStream in;
  private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
  private int serial;

  /** Skips the test where there is no bus or no notify-send. */
  Desktop() throws IOException {
    String _ = firstLine(start("notify-send", "--version"));
    bus = start("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address");
    address = firstLine(bus);
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(address.replaceFirst("unix:path=([^,]+).*", "$1")));
    in = new DataInputStream(Channels.newInputStream(channel));
    try {
      greet();
    } catch (IOException refused) {
      close();
      throw refused;
    }
    Thread.ofPlatform().daemon().name("desktop").start(this::serve);
  }

  /** Comes in, and takes the service's name. */
  private void greet() throws IOException {
    String uid = String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    write(ByteBuffer.wrap(("\0AUTH EXTERNAL " + hex(uid) + "\r\n").getBytes(UTF_8)));
    // It answers with one line.
    byte answered = in.readByte();
    while (answered != '\n') {
      answered = in.readByte();
    }
    write(ByteBuffer.wrap("BEGIN\r\n".getBytes(UTF_8)));
    send(
        CALL, Map.of(PATH, "/org/freedesktop/DBus", MEMBER, "Hello", DESTINATION, BUS), 0, empty());
    ByteBuffer name = align(string(empty(), SERVICE), 4).putInt(0);
    send(
        CALL,
        Map.of(
            PATH,
            "/org/freedesktop/DBus",
            MEMBER,
            "RequestName",
            DESTINATION,
            BUS,
            SIGNATURE,
            "su"),
        0,
        name);
    // The answers to both, and the name that it has acquired.
    Message answer = read();
    while (answer.kind() != RETURN || !"u".equals(answer.fields().get(SIGNATURE))) {
      answer = read();
    }
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(UTF_8));
  }

  private static Process start(String... command) {
    try {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException none) {
      throw new TestAbortedException(command[0] + " is not here", none);
    }
  }

  private static String firstLine(Process process) throws IOException {
    return Objects.requireNonNull(
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine());
  }

  String address() {
    return address;
  }

  /** The next that it is told. */
  Told next() throws InterruptedException {
    return Objects.requireNonNull(told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "nothing is told");
  }

  private void serve() {
    try {
      while (true) {
        Message message = read();
        if (message.kind() == CALL) {
          answer(message);
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void answer(Message call) throws IOException {
    String caller = Objects.requireNonNull(call.fields().get(SENDER));
    switch (Objects.requireNonNull(call.fields().get(MEMBER))) {
      case "GetServerInformation" -> {
        ByteBuffer what = empty();
        for (String each : new String[] {"comity-test", "comity", "1", "1.2"}) {
          string(what, each);
        }
        send(RETURN, Map.of(DESTINATION, caller, SIGNATURE, "ssss"), call.serial(), what);
      }
      case "Notify" -> {
        ByteBuffer body = call.body();
        String application = string(body);
        align(body, 4).getInt();
        String _ = string(body);
        told.add(new Told(System.nanoTime(), application, string(body), string(body)));
        send(RETURN, Map.of(DESTINATION, caller, SIGNATURE, "u"), call.serial(), empty().putInt(1));
      }
      default ->
          send(
              ERROR,
              Map.of(DESTINATION, caller, ERROR_NAME, BUS + ".Error.UnknownMethod"),
              call.serial(),
              empty());
    }
  }

  private static ByteBuffer empty() {
    return ByteBuffer.allocate(LARGEST).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer align(ByteBuffer buffer, int to) {
    return buffer.position((buffer.position() + to - 1) / to * to);
  }

  private static ByteBuffer string(ByteBuffer to, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return align(to, 4).putInt(bytes.length).put(bytes).put((byte) 0);
  }

  private static String string(ByteBuffer from) {
    byte[] bytes = new byte[align(from, 4).getInt()];
    from.get(bytes).get();
    return new String(bytes, UTF_8);
  }

  private void send(byte kind, Map<Byte, String> fields, int answers, ByteBuffer body)
      throws IOException {
    ByteBuffer message = empty();
    message.put((byte) 'l').put(kind).put((byte) 0).put((byte) 1);
    body.flip();
    message.putInt(body.remaining()).putInt(++serial).putInt(0);
    for (Map.Entry<Byte, String> each : fields.entrySet()) {
      byte code = each.getKey();
      align(message, 8).put(code).put((byte) 1);
      if (code == SIGNATURE) {
        message.put((byte) 'g').put((byte) 0);
        message.put((byte) each.getValue().length()).put(each.getValue().getBytes(UTF_8));
        message.put((byte) 0);
      } else {
        message.put((byte) (code == PATH ? 'o' : 's')).put((byte) 0);
        string(message, each.getValue());
      }
    }
    if (answers != 0) {
      align(message, 8).put(ANSWERS).put((byte) 1).put((byte) 'u').put((byte) 0);
      align(message, 4).putInt(answers);
    }
    message.putInt(12, message.position() - 16);
    align(message, 8).put(body).flip();
    write(message);
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private Message read() throws IOException {
    ByteBuffer head = bytes(16);
    byte kind = head.get(1);
    int length = head.getInt(4);
    ByteBuffer fields = bytes((head.getInt(12) + 7) / 8 * 8);
    int end = head.getInt(12);
    Map<Byte, String> read = new LinkedHashMap<>();
    // The fields begin at a multiple of eight, so that places in them are those of the message.
    while (align(fields, 8).position() < end) {
      byte code = fields.get();
      fields.get();
      byte type = fields.get();
      fields.get();
      if (type == 'g') {
        byte[] signature = new byte[fields.get()];
        fields.get(signature).get();
        read.put(code, new String(signature, UTF_8));
      } else if (type == 'u') {
        read.put(code, String.valueOf(align(fields, 4).getInt()));
      } else {
        read.put(code, string(fields));
      }
    }
    return new Message(kind, head.getInt(8), read, bytes(length));
  }

  private ByteBuffer bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the bus has ended");
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    // One that is killed leaves its socket behind.
    bus.destroy();
    bus.onExit().join();
  }
}
