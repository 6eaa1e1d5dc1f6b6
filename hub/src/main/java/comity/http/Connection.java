package comity.http;

import comity.messages.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: reads a request, has it answered, and again. All of it on one virtual
 * thread; other threads only expire it, tell its stream to end, or close it.
 */
final class Connection implements Runnable, Watchdog.Waiting {
  /** For a client that is still sending what nobody reads: so long it may, to get to the answer. */
  static final Duration LINGER = Duration.ofSeconds(2);

  /** Of that, so many bytes are thrown away; a fast sender of more is cut off. */
  private static final long LINGER_BYTES = 64L << 20;

  private final SocketChannel channel;
  private final InetAddress remote;
  private final HttpServer server;
  private final HttpSettings settings;
  private final Gate gate;
  private final Memory memory;
  private final Input input;
  private final Output output;
  private final Deadline deadline;
  private ByteBuffer receiving = ByteBuffer.allocate(0);
  private volatile boolean writing;
  private volatile @Nullable Stream stream;
  private volatile @Nullable Thread thread;

  Connection(
      SocketChannel channel, InetAddress remote, HttpServer server, Gate gate, Memory memory) {
    this.channel = channel;
    this.remote = remote;
    this.server = server;
    this.settings = server.settings();
    this.gate = gate;
    this.memory = memory;
    input = new Input(this::receive);
    output = new Output(channel);
    deadline = new Deadline(in(settings.deadlines().head()));
    deadline.idle(in(settings.deadlines().head()));
  }

  InetAddress remote() {
    return remote;
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  @Override
  public void expire() {
    try {
      if (writing) {
        channel.close();
      } else {
        channel.shutdownInput(); // the answer 408 still has its way out
      }
    } catch (IOException gone) {
      // It is closed already, which is what was wanted.
    }
  }

  /** The server stops: nothing new is begun. */
  void stopping() {
    if (deadline.expireIfIdle()) {
      expire();
    }
    Stream current = stream;
    if (current != null) {
      current.leave();
    }
  }

  /** The server has stopped: what is still under way ends now. */
  void abort() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
    try {
      channel.close();
    } catch (IOException gone) {
      // It is closed already, which is what was wanted.
    }
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    try (channel) {
      while (next()) {
        // a request was answered, and the client may send another
      }
    } catch (IOException gone) {
      // The client left or was cut off: there is nobody to tell.
    } catch (Throwable bug) { // ends this connection, and nothing else
      gate.fault("a connection", bug);
    } finally {
      server.closed(this);
    }
  }

  /** Reads and answers a request; false when the connection is at its end. */
  private boolean next() throws IOException {
    if (server.stopping()) {
      return false;
    }
    RequestHead.Reading reading = readHead();
    return switch (reading) {
      case null -> false;
      case RequestHead.Reading.Refused(var code, var message) -> {
        answerAndClose(Gate.refuse(code, message));
        yield false;
      }
      case RequestHead.Reading.Read(RequestHead head) -> exchange(head);
    };
  }

  /** Waits for a head; null where the client sent none. */
  private RequestHead.@Nullable Reading readHead() throws IOException {
    boolean timed = false;
    int scanned = 0;
    while (true) {
      scanned = Math.max(0, scanned - skipEmptyLines());
      int from = input.from();
      int end = RequestHead.end(input.bytes(), from, from + scanned, input.to());
      if (end >= 0) {
        if (!deadline.move(Deadline.NONE)) {
          return tooSlow();
        }
        RequestHead.Reading reading = RequestHead.read(input.bytes(), from, end);
        input.skip(end - from);
        return reading;
      }
      RequestHead.Reading.Refused over = RequestHead.overLimit(input.bytes(), from, input.to());
      if (over != null) {
        return over;
      }
      scanned = input.available();
      if (scanned > 0 && !timed) {
        timed = true;
        if (!deadline.move(in(settings.deadlines().head()))) {
          return tooSlow();
        }
      }
      if (!input.fill()) {
        return deadline.expired() ? tooSlow() : cutOff();
      }
    }
  }

  private RequestHead.@Nullable Reading tooSlow() {
    return input.available() == 0
        ? null
        : new RequestHead.Reading.Refused(
            ErrorCode.REQUEST_TIMEOUT, "The request's headers came too slowly.");
  }

  private RequestHead.@Nullable Reading cutOff() {
    return input.available() == 0
        ? null
        : new RequestHead.Reading.Refused(ErrorCode.BAD_REQUEST, "The headers are cut off.");
  }

  /** RFC 9112, section 2.2: an empty line before a request is passed over. */
  private int skipEmptyLines() {
    int skipped = 0;
    while (input.available() >= 2
        && input.bytes()[input.from()] == '\r'
        && input.bytes()[input.from() + 1] == '\n') {
      input.skip(2);
      skipped += 2;
    }
    return skipped;
  }

  private boolean exchange(RequestHead head) throws IOException {
    Framing framing = Framing.of(head);
    if (framing instanceof Framing.Refused(String reason)) {
      answerAndClose(Gate.refuse(ErrorCode.BAD_REQUEST, reason));
      return false;
    }
    Entity entity = new Entity(input, framing, deadline, memory, () -> beforeBody(head));
    switch (HostAndTarget.of(head)) {
      case HostAndTarget.Malformed(String reason) -> {
        answerAndClose(Gate.refuse(ErrorCode.BAD_REQUEST, reason));
        return false;
      }
      case HostAndTarget.Read(var host, var target) -> {
        Request request = new Request(head, target, host, remote, entity, settings.bodyCeiling());
        try {
          return answer(request, entity, gate.answer(request));
        } finally {
          entity.release();
        }
      }
    }
  }

  private long beforeBody(RequestHead head) throws IOException {
    if (input.available() == 0 && head.minor() > 0 && head.headers().has("Expect")) {
      output.goOn();
    }
    return in(settings.deadlines().body());
  }

  private boolean answer(Request request, Entity entity, Answer answer) throws IOException {
    boolean headOnly = request.method().equals("HEAD");
    boolean readAll = entity.finished();
    switch (answer) {
      case Answer.Whole whole -> {
        Output.After after = readAll ? after(request.head()) : Output.After.CLOSE;
        beginWriting(whole.body().length);
        output.whole(whole, after, headOnly);
        endWriting();
        if (!readAll) {
          linger();
        }
        if (after == Output.After.CLOSE) {
          return false;
        }
        return deadline.idle(in(settings.deadlines().idle()));
      }
      case Answer.Streaming streaming -> {
        stream(request, streaming, headOnly);
        return false;
      }
    }
  }

  private Output.After after(RequestHead head) {
    if (server.stopping() || head.headers().hasToken("Connection", "close")) {
      return Output.After.CLOSE;
    }
    if (head.minor() > 0) {
      return Output.After.NEXT;
    }
    return head.headers().hasToken("Connection", "keep-alive")
        ? Output.After.NEXT_IF_TOLD
        : Output.After.CLOSE;
  }

  private void answerAndClose(Answer.Whole answer) throws IOException {
    deadline.move(Deadline.NONE);
    beginWriting(answer.body().length);
    output.whole(answer, Output.After.CLOSE, false);
    endWriting();
    linger();
  }

  /** After an expired wait for the client the last answer has no deadline: it fits a buffer. */
  private void beginWriting(long bytes) throws IOException {
    writing = true;
    long more = bytes * 1_000_000_000L / Entity.SLOWEST_RATE;
    if (!deadline.move(in(settings.deadlines().answer()) + more) && bytes > Input.USUAL) {
      throw new ClosedChannelException();
    }
  }

  private void endWriting() {
    writing = false;
  }

  /**
   * Throws away what the client still sends. Closing over unread bytes would reset the connection,
   * and the client might never see the answer.
   */
  private void linger() throws IOException {
    if (!deadline.move(in(LINGER))) {
      return;
    }
    channel.shutdownOutput();
    long left = LINGER_BYTES - input.available();
    input.skip(input.available());
    while (left > 0 && input.fill()) {
      left -= input.available();
      input.skip(input.available());
    }
  }

  private void stream(Request request, Answer.Streaming answer, boolean headOnly)
      throws IOException {
    boolean chunked = request.head().minor() > 0;
    beginWriting(0);
    output.streamHead(answer, chunked);
    deadline.move(Deadline.NONE);
    if (headOnly) {
      return;
    }
    Stream current = new Stream(part -> part(part, chunked));
    stream = current;
    if (server.stopping()) {
      current.leave();
    }
    Thread listener = Thread.ofVirtual().start(() -> watchForEnd(current));
    try {
      answer.producer().produce(current);
      beginWriting(0);
      if (chunked && !deadline.expired()) {
        output.lastChunk();
      }
      endWriting();
      if (deadline.move(in(LINGER))) {
        channel.shutdownOutput();
        listener.join();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt(); // the stream is left without its end
    } catch (IOException gone) {
      throw gone;
    } catch (Throwable fault) { // the head is sent: all that can be said is that it is not whole
      gate.fault(request.method() + " " + request.path(), fault);
    }
  }

  private void part(byte[] part, boolean chunked) throws IOException {
    beginWriting(part.length);
    output.part(part, chunked);
    if (!deadline.move(Deadline.NONE)) {
      throw new ClosedChannelException();
    }
  }

  /** Reads what a client has no reason to send during a stream, to see it close. */
  private void watchForEnd(Stream current) {
    try {
      byte[] ignored = new byte[512];
      long left = LINGER_BYTES;
      while (left > 0) {
        int count = channel.read(ByteBuffer.wrap(ignored));
        if (count < 0) {
          break;
        }
        left -= count;
      }
    } catch (IOException gone) {
      // as its end
    }
    current.leave();
  }

  @SuppressWarnings("ReferenceEquality") // whether it is the very same array
  private int receive(byte[] into, int at, int length) throws IOException {
    if (receiving.array() != into) {
      receiving = ByteBuffer.wrap(into);
    }
    receiving.limit(at + length).position(at);
    return channel.read(receiving);
  }

  private static long in(Duration wait) {
    return Watchdog.now() + wait.toNanos();
  }

  /** Which host and what of it a request is about. */
  sealed interface HostAndTarget {
    record Read(@Nullable Authority host, Target target) implements HostAndTarget {}

    record Malformed(String reason) implements HostAndTarget {}

    static HostAndTarget of(RequestHead head) {
      List<String> hosts = head.headers().all("Host");
      if (hosts.size() > 1 || (hosts.isEmpty() && head.minor() > 0)) {
        return new Malformed("The request must have one Host header.");
      }
      Authority host = hosts.isEmpty() ? null : Authority.read(hosts.getFirst()).orElse(null);
      if (host == null && !hosts.isEmpty()) {
        return new Malformed("Host is no host.");
      }
      if (head.target().equals("*") && head.method().equals("OPTIONS")) {
        return new Read(host, Target.SERVER);
      }
      return switch (Target.read(head.target())) {
        case Target.Reading.Malformed(String reason) -> new Malformed(reason);
        case Target.Reading.Read(Target target) ->
            target.authority() == null || target.authority().equals(host)
                ? new Read(host, target)
                : new Malformed("The request target and Host name different hosts.");
      };
    }
  }
}
