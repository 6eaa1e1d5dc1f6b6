package comity.roles;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text cut into lines, each with the bytes that end it: put together again they are the same
 * bytes, be they UTF-8 or not (ROLE-2). A line ends with a line feed, a carriage return or both.
 * Lines count from 0. Immutable.
 */
public final class Lines {
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final boolean marked;
  private final List<Line> lines;

  /** A line and its end, which only the last line may lack. */
  private record Line(byte[] bytes, String end) {
    private static final Line EMPTY = new Line(new byte[0], "\n");

    /** Empty lines are one and the same: a file may have a million of them. */
    static Line of(byte[] all, int from, int to, String end) {
      return from == to && end.equals("\n")
          ? EMPTY
          : new Line(Arrays.copyOfRange(all, from, to), end);
    }

    String text() {
      return bytes.length == 0 ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private Lines(boolean marked, List<Line> lines) {
    this.marked = marked;
    this.lines = lines;
  }

  /** Cuts bytes into lines. A byte order mark belongs to none of them. */
  public static Lines of(byte[] bytes) {
    boolean marked =
        bytes.length >= MARK.length && Arrays.equals(bytes, 0, MARK.length, MARK, 0, MARK.length);
    List<Line> lines = new ArrayList<>();
    int from = marked ? MARK.length : 0;
    for (int at = from; at < bytes.length; at++) {
      if (bytes[at] == '\n' || bytes[at] == '\r') {
        boolean both = bytes[at] == '\r' && at + 1 < bytes.length && bytes[at + 1] == '\n';
        String end = both ? "\r\n" : bytes[at] == '\r' ? "\r" : "\n";
        lines.add(Line.of(bytes, from, at, end));
        at += both ? 1 : 0;
        from = at + 1;
      }
    }
    if (from < bytes.length) {
      lines.add(new Line(Arrays.copyOfRange(bytes, from, bytes.length), ""));
    }
    return new Lines(marked, lines);
  }

  /** The bytes of the whole text. */
  public byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (marked) {
      out.writeBytes(MARK);
    }
    for (Line line : lines) {
      out.writeBytes(line.bytes());
      out.writeBytes(line.end().getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  /** How many lines there are; what follows the last end is one where it is not empty. */
  public int size() {
    return lines.size();
  }

  /** A line without its end; bytes that are no UTF-8 show as U+FFFD. */
  public String text(int line) {
    return lines.get(line).text();
  }

  /** All lines without their ends. */
  public List<String> texts() {
    return lines.stream().map(Line::text).toList();
  }

  /**
   * A copy in which the first {@code old} of a line is {@code replacement}; every other byte of the
   * line stays.
   *
   * @throws IllegalArgumentException where the line does not have {@code old}
   */
  public Lines with(int line, String old, String replacement) {
    byte[] bytes = lines.get(line).bytes();
    byte[] sought = old.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at + sought.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(bytes, 0, at);
        changed.writeBytes(replacement.getBytes(StandardCharsets.UTF_8));
        changed.write(bytes, at + sought.length, bytes.length - at - sought.length);
        return with(line, changed.toByteArray());
      }
    }
    throw new IllegalArgumentException("line " + line + " has no " + old);
  }

  /** A copy in which this line has that text; its end stays. */
  public Lines with(int line, String text) {
    return with(line, oneLine(text));
  }

  private Lines with(int line, byte[] bytes) {
    List<Line> changed = new ArrayList<>(lines);
    changed.set(line, new Line(bytes, lines.get(line).end()));
    return new Lines(marked, changed);
  }

  /**
   * A copy with more lines before the line at {@code at}, or at the end. They end as the file's
   * lines do. A last line without an end gets one where a line comes after it, and the new last
   * line has none then.
   */
  public Lines insert(int at, List<String> texts) {
    if (texts.isEmpty()) {
      return this;
    }
    String end = usualEnd();
    List<Line> changed = new ArrayList<>(lines);
    boolean open = at == lines.size() && at > 0 && lines.getLast().end().isEmpty();
    if (open) {
      changed.set(at - 1, new Line(lines.getLast().bytes(), end));
    }
    int place = at;
    for (String text : texts) {
      changed.add(place++, new Line(oneLine(text), end));
    }
    // A return and a line feed after it would be one end.
    if (place < changed.size() && wouldJoin(changed.get(place - 1), changed.get(place))) {
      changed.set(place - 1, new Line(changed.get(place - 1).bytes(), "\r\n"));
    }
    if (at > 0 && wouldJoin(changed.get(at - 1), changed.get(at))) {
      changed.set(at, new Line(changed.get(at).bytes(), "\r\n"));
    }
    if (open && changed.getLast().bytes().length > 0) {
      changed.set(place - 1, new Line(changed.getLast().bytes(), ""));
    }
    return new Lines(marked, changed);
  }

  private static boolean wouldJoin(Line line, Line next) {
    return line.end().equals("\r") && next.end().equals("\n") && next.bytes().length == 0;
  }

  /** Lines that were no neighbours may not join. */
  private Lines apart(List<Line> changed) {
    for (int at = 0; at + 1 < changed.size(); at++) {
      if (wouldJoin(changed.get(at), changed.get(at + 1))) {
        changed.set(at, new Line(changed.get(at).bytes(), "\r\n"));
      }
    }
    return new Lines(marked, changed);
  }

  /** A copy without the lines from {@code from} to before {@code to}. */
  public Lines remove(int from, int to) {
    List<Line> changed = new ArrayList<>(lines.subList(0, from));
    changed.addAll(lines.subList(to, lines.size()));
    return apart(changed);
  }

  /**
   * A copy without a line and all behind it. Where the last line had no end the new last line has
   * none either, so that what was put at the end of a file is gone as if it had never been there.
   */
  public Lines cut(int from) {
    boolean open = lines.getLast().end().isEmpty();
    List<Line> changed = new ArrayList<>(lines.subList(0, from));
    // An empty line without an end would be none.
    if (open && from > 0 && changed.getLast().bytes().length > 0) {
      changed.set(from - 1, new Line(changed.getLast().bytes(), ""));
    }
    return new Lines(marked, changed);
  }

  /** A copy in which a line is the first one. The last line lacks its end if it did so before. */
  public Lines moveToTop(int line) {
    List<Line> changed = new ArrayList<>(lines);
    Line moved = changed.remove(line);
    boolean open = moved.end().isEmpty();
    changed.addFirst(open ? new Line(moved.bytes(), usualEnd()) : moved);
    // An empty line without an end would be none.
    if (open && changed.getLast().bytes().length > 0) {
      changed.set(changed.size() - 1, new Line(changed.getLast().bytes(), ""));
    }
    return lines.size() < 2 ? this : apart(changed);
  }

  /** Whether a line is UTF-8. */
  public boolean isUtf8(int line) {
    byte[] bytes = lines.get(line).bytes();
    // A line may well hold U+FFFD itself.
    return Arrays.equals(bytes, lines.get(line).text().getBytes(StandardCharsets.UTF_8));
  }

  /** The first line that ends otherwise than the first one does, or -1. */
  public int otherEnd() {
    for (int line = 1; line < lines.size(); line++) {
      String end = lines.get(line).end();
      if (!end.isEmpty() && !end.equals(lines.getFirst().end())) {
        return line;
      }
    }
    return -1;
  }

  /** What most lines end with; a line feed where none ends. */
  private String usualEnd() {
    long windows = lines.stream().filter(line -> line.end().equals("\r\n")).count();
    long old = lines.stream().filter(line -> line.end().equals("\r")).count();
    long unix = lines.stream().filter(line -> line.end().equals("\n")).count();
    if (windows > unix && windows >= old) {
      return "\r\n";
    }
    return old > unix ? "\r" : "\n";
  }

  private static byte[] oneLine(String text) {
    if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
      throw new IllegalArgumentException("more than one line: " + text);
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
