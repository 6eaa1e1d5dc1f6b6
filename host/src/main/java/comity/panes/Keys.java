package comity.panes;

import comity.pty.Descriptor;
import java.util.ArrayDeque;
import java.util.Deque;

/** What is typed into a terminal, and waits while its program does not read. */
final class Keys {
  /** In bytes; what is typed into a program that has not read so much is dropped. */
  private static final int MAX_WAITING = 4 << 20;

  private final Loop loop;
  private final Descriptor terminal;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private int written;
  private int size;
  private boolean awaitsRoom;

  Keys(Loop loop, Descriptor terminal) {
    this.loop = loop;
    this.terminal = terminal;
  }

  void type(byte[] bytes) {
    if (bytes.length > 0 && size <= MAX_WAITING) {
      waiting.add(bytes);
      size += bytes.length;
      write();
    }
  }

  /** Writes as much as the terminal takes. */
  void write() {
    while (!waiting.isEmpty()) {
      byte[] first = waiting.getFirst();
      int count = terminal.write(first, written, first.length - written);
      if (count <= 0) {
        if (count == Descriptor.NOT_NOW) {
          awaitRoom(true);
        }
        return;
      }
      written += count;
      size -= count;
      if (written == first.length) {
        waiting.removeFirst();
        written = 0;
      }
    }
    awaitRoom(false);
  }

  private void awaitRoom(boolean wanted) {
    if (awaitsRoom != wanted) {
      awaitsRoom = wanted;
      loop.awaitRoom(terminal.number(), wanted);
    }
  }
}
