package comity.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The file system, with an account of what of it is on the disk: it can fail at each step, and tell
 * what a power cut would leave. It flushes nothing itself.
 */
final class CrashDisk implements Disk {
  /** A disk writes whole sectors. */
  private static final int SECTOR = 512;

  /** How a step fails. */
  enum Fault {
    /** The step does nothing, later ones work. */
    ONCE,
    /** A write does half of its work, later steps work. */
    TORN,
    /** The step does nothing, nor does any later one. */
    FOR_EVER
  }

  private record Write(int at, byte[] bytes) {}

  private static final class Inode {
    byte[] durable = new byte[0];
    List<Write> pending = new ArrayList<>();
  }

  private final FileDisk real = new FileDisk();
  private final Random random;
  private final Map<Path, Inode> names = new HashMap<>();
  private final Map<Path, Inode> durableNames = new HashMap<>();
  private final List<Consumer<Map<Path, Inode>>> pendingNames = new ArrayList<>();
  private Fault fault = Fault.ONCE;
  private int failAt = Integer.MAX_VALUE;
  private int steps;

  CrashDisk(Random random) {
    this.random = random;
  }

  void failAt(int step, Fault how) {
    failAt = step;
    fault = how;
  }

  int steps() {
    return steps;
  }

  private boolean fails() {
    steps++;
    return fault == Fault.FOR_EVER ? steps >= failAt : steps == failAt;
  }

  private void step() throws IOException {
    if (fails()) {
      throw new IOException("injected at step " + steps);
    }
  }

  /** Writes into {@code folder} what the disk holds if the power is cut now. */
  void cutPower(Path folder) throws IOException {
    Map<Path, Inode> left = new HashMap<>(durableNames);
    int kept = random.nextInt(pendingNames.size() + 1);
    pendingNames.subList(0, kept).forEach(change -> change.accept(left));
    Files.createDirectories(folder);
    for (Map.Entry<Path, Inode> entry : left.entrySet()) {
      byte[] bytes = entry.getValue().durable;
      for (Write write : entry.getValue().pending) {
        bytes = partly(bytes, write);
      }
      Files.write(folder.resolve(entry.getKey().getFileName().toString()), bytes);
    }
  }

  private byte[] partly(byte[] bytes, Write write) {
    byte[] result = Arrays.copyOf(bytes, Math.max(bytes.length, write.at() + write.bytes().length));
    int at = write.at();
    int end = at + write.bytes().length;
    while (at < end) {
      int next = Math.min(end, (at / SECTOR + 1) * SECTOR);
      if (random.nextBoolean()) {
        System.arraycopy(write.bytes(), at - write.at(), result, at, next - at);
      }
      at = next;
    }
    return result;
  }

  private static byte[] wholly(byte[] bytes, Write write) {
    byte[] result = Arrays.copyOf(bytes, Math.max(bytes.length, write.at() + write.bytes().length));
    System.arraycopy(write.bytes(), 0, result, write.at(), write.bytes().length);
    return result;
  }

  private void rename(Consumer<Map<Path, Inode>> change) {
    change.accept(names);
    pendingNames.add(change);
  }

  private Output output(Output file, Inode inode) {
    return new Output() {
      @Override
      public void write(ByteBuffer bytes, long at) throws IOException {
        boolean torn = fails();
        if (torn && fault != Fault.TORN) {
          throw new IOException("injected at step " + steps);
        }
        if (torn) {
          bytes.limit(bytes.position() + bytes.remaining() / 2);
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        file.write(bytes, at);
        inode.pending.add(new Write((int) at, copy));
        if (torn) {
          throw new IOException("injected in the middle of step " + steps);
        }
      }

      @Override
      public void flush() throws IOException {
        if (fails()) {
          // The system forgets that these blocks were to be written: they are there, or never will.
          for (Write write : inode.pending) {
            inode.durable = partly(inode.durable, write);
          }
          inode.pending.clear();
          throw new IOException("injected at step " + steps);
        }
        for (Write write : inode.pending) {
          inode.durable = wholly(inode.durable, write);
        }
        inode.pending.clear();
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  @Override
  public Output create(Path file) throws IOException {
    step();
    Inode inode = new Inode();
    rename(map -> map.put(file, inode));
    return output(real.create(file), inode);
  }

  @Override
  public Output open(Path file) throws IOException {
    step();
    Inode inode = names.computeIfAbsent(file, _ -> new Inode());
    return output(real.open(file), inode);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    step();
    real.move(from, to);
    rename(map -> {
      Inode inode = map.remove(from);
      if (inode != null) {
        map.put(to, inode);
      }
    });
  }

  @Override
  public void delete(Path file) throws IOException {
    step();
    real.delete(file);
    rename(map -> map.remove(file));
  }

  @Override
  public void flushFolder(Path folder) throws IOException {
    step();
    pendingNames.forEach(change -> change.accept(durableNames));
    pendingNames.clear();
  }
}
