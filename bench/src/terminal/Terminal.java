package comity.bench;

import comity.terminal.Both;
import comity.terminal.Output;
import comity.terminal.Parser;
import comity.terminal.Screen;
import comity.terminal.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How fast a program's output is read: an operation is the whole of {@code file}, in pieces as they
 * come from a pseudo-terminal.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
public class Terminal {
  private static final int PIECE = 4096;
  private static final int COLUMNS = 120;
  private static final int ROWS = 40;

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
  public int scanner() {
    return take(scanner);
  }

  /** What it shows too. */
  @Benchmark
  public int screen() {
    return take(whole);
  }

  private int take(Parser parser) {
    for (int at = 0; at < bytes.length; at += PIECE) {
      parser.take(bytes, at, Math.min(bytes.length, at + PIECE));
    }
    return told;
  }
}
