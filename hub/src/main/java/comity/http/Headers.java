package comity.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The header fields of a message, in their order. Names are compared without regard to case; values
 * are without the blanks around them, and their bytes are taken as ISO 8859-1.
 */
public final class Headers {
  /** More fields than any client sends; each lookup walks them all. */
  static final int MAX_FIELDS = 100;

  /** No header at all. */
  static final Headers NONE = new Headers(new byte[0], new int[0]);

  /** Of each field four: start and end of the name, start and end of the value. */
  private static final int SPAN = 4;

  private final byte[] bytes;
  private final int[] spans;

  private Headers(byte[] bytes, int[] spans) {
    this.bytes = bytes;
    this.spans = spans;
  }

  /** What came of reading the lines of a header section. */
  sealed interface Reading {
    record Read(Headers headers) implements Reading {}

    record TooMany() implements Reading {}

    record Malformed(String reason) implements Reading {}
  }

  /**
   * Reads the lines in {@code bytes[from, to)}, each ended by CR LF, without the empty line.
   * Obsolete folding, blanks before a colon, bare line ends and control characters are malformed:
   * two readers that take them differently are how requests are smuggled.
   *
   * @param bytes kept, and must not change
   */
  static Reading read(byte[] bytes, int from, int to) {
    int[] spans = new int[8 * SPAN];
    int used = 0;
    int at = from;
    while (at < to) {
      int colon = at;
      while (colon < to && Ascii.isToken(bytes[colon])) {
        colon++;
      }
      if (colon == at || colon == to || bytes[colon] != ':') {
        return new Reading.Malformed("a header line without a proper name");
      }
      int end = colon + 1;
      while (end < to && isValue(bytes[end])) {
        end++;
      }
      if (end + 1 >= to || bytes[end] != '\r' || bytes[end + 1] != '\n') {
        return new Reading.Malformed("a control character in a header");
      }
      if (used == MAX_FIELDS * SPAN) {
        return new Reading.TooMany();
      }
      if (used == spans.length) {
        spans = Arrays.copyOf(spans, spans.length * 2);
      }
      spans[used] = at;
      spans[used + 1] = colon;
      trim(bytes, colon + 1, end, spans, used + 2);
      used += SPAN;
      at = end + 2;
    }
    return new Reading.Read(new Headers(bytes, Arrays.copyOf(spans, used)));
  }

  private static boolean isValue(byte b) {
    return b >= ' ' ? b != 0x7F : b < 0 || b == '\t';
  }

  private static void trim(byte[] bytes, int from, int to, int[] spans, int at) {
    int start = from;
    int end = to;
    while (start < end && isBlank(bytes[start])) {
      start++;
    }
    while (end > start && isBlank(bytes[end - 1])) {
      end--;
    }
    spans[at] = start;
    spans[at + 1] = end;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** The first value of that name. */
  public Optional<String> first(String name) {
    int at = find(name, 0);
    return at < 0 ? Optional.empty() : Optional.of(value(at));
  }

  /** All values of that name, in their order, each line one. */
  public List<String> all(String name) {
    int at = find(name, 0);
    if (at < 0) {
      return List.of();
    }
    List<String> values = new ArrayList<>(2);
    for (; at >= 0; at = find(name, at + SPAN)) {
      values.add(value(at));
    }
    return List.copyOf(values);
  }

  /** Whether there is a line of that name. */
  public boolean has(String name) {
    return find(name, 0) >= 0;
  }

  /** Whether the name of some line starts so. */
  boolean hasPrefix(String prefix) {
    for (int at = 0; at < spans.length; at += SPAN) {
      if (spans[at + 1] - spans[at] >= prefix.length() && same(prefix, spans[at])) {
        return true;
      }
    }
    return false;
  }

  /** Whether the comma-separated lists of that name hold the token, in any case. */
  boolean hasToken(String name, String token) {
    for (int at = find(name, 0); at >= 0; at = find(name, at + SPAN)) {
      int from = spans[at + 2];
      if (spans[at + 3] - from == token.length() && same(token, from)) {
        return true;
      }
      for (String part : value(at).split(",", -1)) {
        if (part.strip().equalsIgnoreCase(token)) {
          return true;
        }
      }
    }
    return false;
  }

  /** How many lines have that name. */
  int count(String name) {
    int count = 0;
    for (int at = find(name, 0); at >= 0; at = find(name, at + SPAN)) {
      count++;
    }
    return count;
  }

  /** The names as they came, in their order, repeated ones repeated. */
  public List<String> names() {
    List<String> names = new ArrayList<>(spans.length / SPAN);
    for (int at = 0; at < spans.length; at += SPAN) {
      names.add(text(spans[at], spans[at + 1]));
    }
    return List.copyOf(names);
  }

  private int find(String name, int from) {
    for (int at = from; at < spans.length; at += SPAN) {
      if (spans[at + 1] - spans[at] == name.length() && same(name, spans[at])) {
        return at;
      }
    }
    return -1;
  }

  private boolean same(String name, int from) {
    for (int i = 0; i < name.length(); i++) {
      int ours = name.charAt(i);
      int theirs = bytes[from + i];
      if (ours != theirs && Ascii.lower(ours) != Ascii.lower(theirs)) {
        return false;
      }
    }
    return true;
  }

  private String value(int at) {
    return text(spans[at + 2], spans[at + 3]);
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
