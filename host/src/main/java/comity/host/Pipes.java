package comity.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The three pipes of a run, each on a platform thread of its own, because a program may stop
 * reading or writing any of them at any time.
 *
 * <p>A reader holds the monitor of its stream for as long as it reads. The JDK's reaper wants that
 * monitor when the program has exited, to move what is left in the pipe into memory, and does so
 * without a limit: a child left behind that goes on writing would fill the heap.
 *
 * <p>A process that escaped and holds a pipe open keeps one reader waiting (a daemon thread). Java
 * cannot close a pipe under a blocked read; the thread ends with the next byte or the pipe's end.
 */
final class Pipes {

  /** As much as a Linux pipe holds. */
  private static final int CHUNK = 64 * 1024;

  private final Process process;
  private final ProgramSpec spec;
  private final Program.Output onOutput;
  private final Consumer<Event> tell;

  private final CountDownLatch held = new CountDownLatch(2);
  private final CountDownLatch flowing = new CountDownLatch(1);

  private final Object lock = new Object();
  // Guarded by lock.
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private byte[] err = new byte[0];
  private boolean flooded;
  private boolean abandoned;
  private @Nullable Throwable broken;

  Pipes(Process process, ProgramSpec spec, Program.Output onOutput, Consumer<Event> tell) {
    this.process = process;
    this.spec = spec;
    this.onOutput = onOutput;
    this.tell = tell;
  }

  /** Takes the pipes in hand; nothing moves before {@link #flow}. */
  void open() {
    start("out", () -> read(process.getInputStream(), this::onOut));
    start("err", () -> read(process.getErrorStream(), this::onErr));
    start("in", this::feed);
    await(held);
  }

  void flow() {
    flowing.countDown();
  }

  /** Nobody reads on: a pipe that something still holds is closed at its next byte. */
  void abandon() {
    synchronized (lock) {
      abandoned = true;
    }
    flow();
  }

  byte[] out() {
    synchronized (lock) {
      return out.toByteArray();
    }
  }

  byte[] errTail() {
    synchronized (lock) {
      return err;
    }
  }

  boolean flooded() {
    synchronized (lock) {
      return flooded;
    }
  }

  @Nullable Throwable broken() {
    synchronized (lock) {
      return broken;
    }
  }

  private void start(String name, Runnable work) {
    Thread.ofPlatform().daemon().name("comity-run-" + name + "-" + process.pid()).start(work);
  }

  private void feed() {
    await(flowing);
    try (OutputStream in = process.getOutputStream()) {
      in.write(spec.standardInput());
    } catch (IOException e) {
      // EPIPE: a program that does not want its input is in its right.
    }
  }

  /** An interrupt is left for the wait that may be long. */
  private static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(InputStream stream, Consumer<byte[]> onChunk) {
    byte[] buffer = new byte[CHUNK];
    synchronized (stream) {
      held.countDown();
      await(flowing);
      try (stream) {
        for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
          synchronized (lock) {
            if (abandoned) {
              break;
            }
          }
          onChunk.accept(Arrays.copyOf(buffer, n));
        }
      } catch (IOException e) {
        // A pipe that cannot be read is at its end.
      }
    }
    tell.accept(new Event.StreamEnd());
  }

  /** Keeps what is within the limit; what is over it is read on and dropped. */
  private void onOut(byte[] chunk) {
    byte[] kept;
    boolean over;
    synchronized (lock) {
      if (flooded || broken != null) {
        return;
      }
      int room = spec.outputLimit() - out.size();
      over = chunk.length > room;
      kept = over ? Arrays.copyOf(chunk, room) : chunk;
      out.writeBytes(kept);
      flooded = over;
    }
    if (kept.length > 0) {
      try {
        onOutput.bytes(kept);
      } catch (RuntimeException | Error mine) {
        synchronized (lock) {
          broken = mine;
        }
        tell.accept(new Event.Broken());
      }
    }
    if (over) {
      tell.accept(new Event.Flood());
    }
  }

  private void onErr(byte[] chunk) {
    synchronized (lock) {
      int fromNew = Math.min(chunk.length, Produced.ERR_TAIL);
      int fromOld = Math.min(err.length, Produced.ERR_TAIL - fromNew);
      byte[] tail = new byte[fromOld + fromNew];
      System.arraycopy(err, err.length - fromOld, tail, 0, fromOld);
      System.arraycopy(chunk, chunk.length - fromNew, tail, fromOld, fromNew);
      err = tail;
    }
  }
}
