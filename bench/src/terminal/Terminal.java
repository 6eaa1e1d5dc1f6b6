package comity.bench;

import comity.terminal.Both;
import comity.terminal.Output;
import comity.terminal.Parser;
import comity.terminal.Screen;
import comity.terminal.Signals;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How fast a program's output is read: an operation is the whole of {@code file}, in pieces as they
 * come from a pseudo-terminal. Other programs on the machine change its time on the wall; so the
 * processor's time is counted beside.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
public class Terminal {
  private static final int PIECE = 4096;
  private static final int COLUMNS = 120;
  private static final int ROWS = 40;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Of all operations. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Spent {
    public long bytes;
    public long nanos;
  }

  /** A path. */
  @Param("")
  public String file;

  private byte[] bytes;
  private int told;
  private Parser scanner;
  private Parser whole;

  @Setup
  public void read() throws IOException {
    bytes = Files.readAllBytes(Path.of(file));
    scanner = new Parser(signals());
    whole = new Parser(new Both(signals(), new Screen(COLUMNS, ROWS)));
  }

  private Output signals() {
    return new Signals(signal -> told++);
  }

  /** What it says of itself alone. */
  @Benchmark
  public int scanner(Spent spent) {
    return take(scanner, spent);
  }

  /** What it shows too. */
  @Benchmark
  public int screen(Spent spent) {
    return take(whole, spent);
  }

  private int take(Parser parser, Spent spent) {
    long began = THREADS.getCurrentThreadCpuTime();
    for (int at = 0; at < bytes.length; at += PIECE) {
      parser.take(bytes, at, Math.min(bytes.length, at + PIECE));
    }
    spent.nanos += THREADS.getCurrentThreadCpuTime() - began;
    spent.bytes += bytes.length;
    return told;
  }
}
