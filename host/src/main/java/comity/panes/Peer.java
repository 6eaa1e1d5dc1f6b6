package comity.panes;

import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.FrameReader;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.pty.Descriptor;
import comity.terminal.Size;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * One who came in over the socket. What it does not take in time is kept up to a limit; a viewer
 * that is slower gets the screen as it then is.
 */
final class Peer {
  /** Bytes that wait for a peer: more than a screen, less than would matter in memory. */
  private static final int MAX_WAITING = 1 << 20;

  /** The largest screen is less; who lets more wait goes. */
  private static final int MOST_WAITING = 16 << 20;

  /** Of output in one frame: a screen full of links may be larger than a frame. */
  private static final int MAX_OUTPUT = 256 << 10;

  /** What a peer may do. */
  interface Desk {
    /** Asks; it is answered by {@link Peer#reply}, now or later. */
    void asked(Peer peer, Ask ask);

    /** It is gone. */
    void left(Peer peer);
  }

  /** What it views. */
  interface Viewed {
    void typed(Peer by, byte[] bytes);

    void resized(Peer by, Size size);

    /** All that waited for it has been taken. */
    void drained(Peer by);
  }

  private final Loop loop;
  private final Descriptor socket;
  private final Desk desk;
  private final FrameReader reader = new FrameReader();
  private final byte[] buffer;
  private final Backlog backlog;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private int written;
  private int size;
  private boolean greeted;
  private boolean closing;
  private boolean awaitsRoom;
  private boolean gone;
  private Optional<Viewed> viewed = Optional.empty();

  Peer(Loop loop, Descriptor socket, Desk desk, byte[] buffer, Backlog backlog) {
    this.loop = loop;
    this.socket = socket;
    this.desk = desk;
    this.buffer = buffer;
    this.backlog = backlog;
    loop.watch(socket.number(), this::ready);
  }

  void views(Viewed what) {
    viewed = Optional.of(what);
  }

  /** It views nothing any more. */
  void viewsNothing() {
    viewed = Optional.empty();
  }

  private void ready(boolean readable, boolean writable) {
    if (writable) {
      flush();
      if (waiting.isEmpty() && !gone) {
        viewed.ifPresent(what -> what.drained(this));
      }
    }
    if (readable && !gone) {
      int read = socket.read(buffer);
      if (read == Descriptor.ENDED) {
        leave();
      } else if (read > 0) {
        try {
          reader.take(buffer, read);
          frames();
        } catch (OutOfMemoryError tooMuch) {
          // It goes, and the sessions stay.
          leave();
          throw tooMuch;
        }
      }
    }
  }

  private void frames() {
    while (!gone && !closing) {
      switch (reader.next()) {
        case FrameReader.Next.Partial _ -> {
          return;
        }
        case FrameReader.Next.Broken(String why) -> refuse(why);
        case FrameReader.Next.Whole(Frame frame) -> take(frame);
      }
    }
  }

  private void take(Frame frame) {
    if (!greeted) {
      if (frame.isHello()) {
        greeted = true;
        send(Frame.hello());
      } else {
        send(Frame.hello());
        refuse("it does not speak version " + Frame.VERSION + " of the host's protocol");
      }
      return;
    }
    switch (frame.kind()) {
      case ASK ->
          frame
              .json()
              .flatMap(Ask::read)
              .ifPresentOrElse(
                  ask -> desk.asked(this, ask),
                  () ->
                      reply(
                          new Reply.Refused(
                              Reply.Refusal.WRONG,
                              "the host knows no such question",
                              "end the host and start it anew")));
      case INPUT -> viewed.ifPresent(what -> what.typed(this, frame.content()));
      case SIZE ->
          frame.size().ifPresent(wanted -> viewed.ifPresent(what -> what.resized(this, wanted)));
      case HELLO, REPLY, EVENT, OUTPUT -> refuse("only the host says that");
    }
  }

  private void refuse(String why) {
    reply(
        new Reply.Refused(
            Reply.Refusal.WRONG, why, "use the comity that belongs to the running host"));
    close();
  }

  void reply(Reply reply) {
    byte[] frame;
    try {
      frame = Frame.json(Frame.Kind.REPLY, reply.toJson());
    } catch (IllegalArgumentException tooLarge) {
      Reply refused =
          new Reply.Refused(
              Reply.Refusal.REFUSED,
              "the answer is larger than " + (Frame.MAX_CONTENT >> 20) + " MiB",
              "ask for one session: comity session show ID");
      frame = Frame.json(Frame.Kind.REPLY, refused.toJson());
    }
    send(frame);
  }

  void event(JsonObject event) {
    send(Frame.json(Frame.Kind.EVENT, event));
  }

  /** False where it takes too little; then nothing of what waited is sent any more. */
  boolean output(byte[] bytes, int from, int count) {
    if (size > MAX_WAITING || (size > 0 && backlog.isFull())) {
      drop();
      return false;
    }
    addOutput(bytes, from, count);
    return true;
  }

  /** What must come, whatever waits before it. */
  void last(byte[] bytes) {
    addOutput(bytes, 0, bytes.length);
  }

  private void addOutput(byte[] bytes, int from, int count) {
    for (int at = from; at < from + count; at += MAX_OUTPUT) {
      add(Frame.bytes(Frame.Kind.OUTPUT, bytes, at, Math.min(MAX_OUTPUT, from + count - at)));
    }
  }

  /** A frame that was begun is sent whole. */
  private void drop() {
    byte[] begun = written > 0 ? waiting.peekFirst() : null;
    waiting.clear();
    count(-size);
    if (begun != null) {
      waiting.add(begun);
      count(begun.length - written);
    }
  }

  private void count(int change) {
    size += change;
    backlog.change(change);
  }

  boolean isDrained() {
    return waiting.isEmpty();
  }

  /**
   * Whether not too much waits for all of them, so that one who has taken all may be sent a screen.
   */
  boolean hasRoom() {
    return !backlog.isFull();
  }

  private void send(byte[] frame) {
    add(frame);
    // Nobody who behaves asks for so much and takes nothing.
    if (size > MAX_WAITING && backlog.isFull()) {
      leave();
    }
  }

  private void add(byte[] frame) {
    if (gone) {
      return;
    }
    waiting.add(frame);
    count(frame.length);
    flush();
    if (size > MOST_WAITING) {
      leave();
    }
  }

  private void flush() {
    while (!waiting.isEmpty()) {
      byte[] first = waiting.getFirst();
      int count = socket.write(first, written, first.length - written);
      if (count == Descriptor.ENDED) {
        leave();
        return;
      }
      if (count == Descriptor.NOT_NOW) {
        awaitRoom(true);
        return;
      }
      written += count;
      count(-count);
      if (written == first.length) {
        waiting.removeFirst();
        written = 0;
      }
    }
    awaitRoom(false);
    if (closing) {
      leave();
    }
  }

  private void awaitRoom(boolean wanted) {
    if (awaitsRoom != wanted) {
      awaitsRoom = wanted;
      loop.awaitRoom(socket.number(), wanted);
    }
  }

  /** Once it has taken what waits for it. */
  void close() {
    closing = true;
    if (waiting.isEmpty()) {
      leave();
    }
  }

  private void leave() {
    if (!gone) {
      gone = true;
      waiting.clear();
      count(-size);
      loop.forget(socket.number());
      socket.close();
      viewed = Optional.empty();
      // Others may be being told of something right now.
      loop.submit(() -> desk.left(this));
    }
  }
}
