package comity.conformance.terminal;

import comity.terminal.Parser;
import comity.terminal.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Holds Comity's screen against the terminal that browsers show, cell by cell, with attributes,
 * cursor, modes and title: what both make of the same bytes, and what a new one of each makes of
 * what the screen says draws it.
 */
public final class ScreenComparison implements AutoCloseable {
  /** Enough that nothing of what a test writes is gone before the size changes. */
  private static final int HISTORY = 1000;

  private final XTerm other;

  /** What happens to a terminal. */
  public sealed interface Step {
    /** A program writes these. */
    record Bytes(byte[] bytes) implements Step {}

    /** It takes another size. */
    record Size(int columns, int rows) implements Step {}
  }

  private ScreenComparison(XTerm other) {
    this.other = other;
  }

  /** Skips the test where the other can't be had. */
  public static ScreenComparison start() throws IOException, InterruptedException {
    return new ScreenComparison(XTerm.start());
  }

  /** How they differ after these bytes; empty where they don't. */
  public List<String> differences(int columns, int rows, byte[] bytes) throws IOException {
    return differences(columns, rows, List.of(new Step.Bytes(bytes)));
  }

  /**
   * How they differ where Comity's own gets the bytes in pieces. The other gets them whole: it
   * loses a character that is cut behind a byte 0x80.
   */
  public List<String> differences(int columns, int rows, byte[] bytes, RandomGenerator cuts)
      throws IOException {
    Screen screen = new Screen(columns, rows);
    run(screen, cut(bytes, cuts, 7));
    return differences(
        other.shows(columns, rows, 0, List.of(new Step.Bytes(bytes))),
        ScreenDump.lines(screen),
        false);
  }

  /** How they differ after these steps. */
  public List<String> differences(int columns, int rows, List<Step> steps) throws IOException {
    boolean resizes = steps.stream().anyMatch(step -> step instanceof Step.Size);
    Screen screen = new Screen(columns, rows);
    run(screen, steps);
    return differences(
        other.shows(columns, rows, resizes ? HISTORY : 0, steps), ScreenDump.lines(screen), false);
  }

  /** How the other, and a new screen, differ from one that was drawn by these bytes. */
  public List<String> redrawDifferences(int columns, int rows, byte[] bytes) throws IOException {
    Screen screen = new Screen(columns, rows);
    new Parser(screen).take(bytes, 0, bytes.length);
    List<String> wanted = ScreenDump.lines(screen);
    byte[] redraw = screen.redraw();
    Screen again = new Screen(columns, rows);
    new Parser(again).take(redraw, 0, redraw.length);
    List<String> differences = new ArrayList<>(differences(wanted, ScreenDump.lines(again), true));
    differences.addAll(
        differences(wanted, other.shows(columns, rows, 0, List.of(new Step.Bytes(redraw))), true));
    return differences;
  }

  @Override
  public void close() throws IOException {
    other.close();
  }

  /** The bytes in pieces. */
  public static List<Step> cut(byte[] bytes, RandomGenerator random, int most) {
    List<Step> steps = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(most));
      steps.add(new Step.Bytes(Arrays.copyOfRange(bytes, at, end)));
      at = end;
    }
    return steps;
  }

  /** The bytes in pieces of one length. */
  static List<Step> pieces(byte[] bytes, int length) {
    List<Step> steps = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += length) {
      steps.add(new Step.Bytes(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + length))));
    }
    return steps;
  }

  /** Lets these steps happen to Comity's own. */
  static void run(Screen screen, List<Step> steps) {
    Parser parser = new Parser(screen);
    for (Step step : steps) {
      switch (step) {
        case Step.Bytes(byte[] bytes) -> parser.take(bytes, 0, bytes.length);
        case Step.Size(int columns, int rows) -> screen.resize(columns, rows);
      }
    }
  }

  /**
   * Line by line.
   *
   * @param looks whether a cell with a blank is as one to which nothing was written
   */
  private static List<String> differences(List<String> wanted, List<String> got, boolean looks) {
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < Math.max(wanted.size(), got.size()); i++) {
      String one = i < wanted.size() ? wanted.get(i) : "none";
      String two = i < got.size() ? got.get(i) : "none";
      // That the first row goes on from one that scrolled away can't be drawn.
      boolean wrapped = i == 3 || one.charAt(0) == two.charAt(0);
      if (!(looks ? wrapped && looked(one).equals(looked(two)) : one.equals(two))) {
        differences.add("line " + (i - 3) + ":\n  wanted " + one + "\n  got    " + two);
      }
    }
    return differences;
  }

  /** Cells that look the same are counted together. */
  private static String looked(String line) {
    if (!line.startsWith("- ") && !line.startsWith("+ ")) {
      return line;
    }
    List<String> parts = new ArrayList<>();
    for (String part : line.substring(2).split("\t", -1)) {
      int star = part.lastIndexOf('*');
      String cell = part.substring(0, star);
      for (int i = Integer.parseInt(part.substring(star + 1)); i > 0; i--) {
        boolean half = cell.startsWith("|0|");
        boolean alone = half && (parts.isEmpty() || !parts.getLast().contains("|2|"));
        parts.add(alone || cell.startsWith("|1|") ? " |1|" + cell.substring(3) : cell);
      }
    }
    return parts.toString();
  }
}
