package comity.roles;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counts what a {@link Glance} shows in one pass over the bytes, without a tree of the Markdown.
 *
 * <p>It knows headings, fences, comments and quotations that begin a line, and gives up where what
 * a line is depends on more than that: on a fence in a list, on HTML, on an indented line that may
 * be code. Whoever asks then reads the file as a whole. What it counts is what that would count.
 */
final class QuickGlance {
  private static final byte[] WAITS = bytes("🟡");
  private static final byte[] SIGN = bytes("📡");
  private static final byte[] COMMENT = bytes("<!--");
  private static final byte[] END = bytes("-->");
  private static final byte[] TAB = bytes("\t");
  private static final List<byte[]> BOXES =
      List.of(bytes("[ ]"), bytes("[/]"), bytes("🔲"), bytes("☐"));

  /** What counts, where it stands in the right place. */
  private static final List<byte[]> THINGS =
      Stream.concat(Stream.of(WAITS), BOXES.stream()).toList();

  private static final byte[] MARK = bytes("\uFEFF");

  private static final int LINE_FEED = 1;
  private static final int RETURN = 2;

  /** The last byte of something that may count. */
  private static final int LAST = 3;

  /** What a byte may be, of those that are looked at when lines are counted. */
  private static final byte[] LOOKED_AT = new byte[256];

  static {
    LOOKED_AT['\n'] = LINE_FEED;
    LOOKED_AT['\r'] = RETURN;
    THINGS.forEach(thing -> LOOKED_AT[thing[thing.length - 1] & 0xFF] = LAST);
  }

  /** Code begins with as many columns. */
  private static final int CODE_INDENT = 4;

  private static final int MAX_LEVEL = 6;
  private static final int LEAST_FENCE = 3;

  private final byte[] text;
  private final List<Open> stack = new ArrayList<>();
  private int lines;
  private long pending;
  private long openTasks;
  private Optional<L0> l0 = Optional.empty();

  /** The fence that is open, or 0, and how long it is. */
  private int fence;

  private int fenceLength;
  private boolean inComment;
  private boolean inTasks;
  private boolean inReceived;

  /** Whether the line before is words that an indented line would go on with. */
  private boolean afterWords;

  /** A section that the line stands in. */
  private record Open(int level, Section.Kind kind) {}

  private QuickGlance(byte[] text) {
    this.text = text;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What a file shows; empty where that can't be told so quickly. */
  static Optional<Glance> of(byte[] text) {
    QuickGlance quick = new QuickGlance(text);
    return quick.all()
        ? Optional.of(new Glance(quick.l0, quick.lines, quick.pending, quick.openTasks, List.of()))
        : Optional.empty();
  }

  private boolean all() {
    int at = is(MARK, 0) ? MARK.length : 0;
    int limit = counted(at);
    if (limit < 0) {
      return false;
    }
    l0 = at == text.length ? Optional.empty() : L0.read(words(at, withoutReturn(at, feed(at))));
    while (at < limit) {
      int end = feed(at);
      if (!line(at, withoutReturn(at, end))) {
        return false;
      }
      at = end + 1;
    }
    return true;
  }

  private int feed(int from) {
    int end = from;
    while (end < text.length && text[end] != '\n') {
      end++;
    }
    return end;
  }

  private int withoutReturn(int from, int end) {
    return end > from && text[end - 1] == '\r' ? end - 1 : end;
  }

  /**
   * Counts the lines, and gives where the last thing ends that may count, since what the lines
   * behind it are does not matter; -1 where a line ends with a carriage return alone.
   */
  private int counted(int from) {
    int limit = from;
    lines = from < text.length && text[text.length - 1] != '\n' ? 1 : 0;
    for (int at = text.length - 1; at >= from; at--) {
      switch (LOOKED_AT[text[at] & 0xFF]) {
        case LINE_FEED -> lines++;
        case RETURN -> {
          if (at + 1 == text.length || text[at + 1] != '\n') {
            return -1;
          }
        }
        case LAST -> limit = limit > from || !endsThing(at + 1) ? limit : at + 1;
        default -> {}
      }
    }
    return limit;
  }

  private boolean endsThing(int end) {
    return THINGS.stream().anyMatch(t -> end >= t.length && is(t, end - t.length));
  }

  private String words(int from, int to) {
    return new String(text, from, to - from, StandardCharsets.UTF_8);
  }

  private boolean is(byte[] sought, int at) {
    if (at + sought.length > text.length) {
      return false;
    }
    for (int i = 0; i < sought.length; i++) {
      if (text[at + i] != sought[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean has(byte[] sought, int from, int to) {
    for (int at = from; at + sought.length <= to; at++) {
      if (text[at] == sought[0] && is(sought, at)) {
        return true;
      }
    }
    return false;
  }

  /** Gives whether it could be told what the line is. */
  private boolean line(int from, int to) {
    int at = from;
    while (at < to && text[at] == ' ') {
      at++;
    }
    int indent = at - from;
    if (fence != 0) {
      closeFence(at, to, indent);
      return true;
    }
    if (inComment) {
      inComment = !has(END, from, to);
      afterWords = false;
      return true;
    }
    if (at == to) {
      afterWords = false;
      return true;
    }
    return switch (text[at]) {
      case '\t' -> tabbed(from, at, to);
      case '`', '~' -> fenceOr(at, to, indent);
      case '<' -> html(at, to, indent);
      case '>' -> quote(from, to, indent);
      case '#' -> heading(from, at, to, indent);
      default -> words(from, at, to, indent);
    };
  }

  /** A line that a tab begins may be code, or go on with a list. */
  private boolean tabbed(int from, int at, int to) {
    int content = skipBlank(at, to);
    if (content == to) {
      afterWords = false;
      return true;
    }
    afterWords = false;
    return isNothing(from, to) && !isFence(content, to) && text[content] != '<';
  }

  private int skipBlank(int from, int to) {
    int at = from;
    while (at < to && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
    return at;
  }

  private int run(int from, int to) {
    int at = from;
    while (at < to && text[at] == text[from]) {
      at++;
    }
    return at - from;
  }

  private boolean isFence(int at, int to) {
    return at < to && (text[at] == '`' || text[at] == '~') && run(at, to) >= LEAST_FENCE;
  }

  private void closeFence(int at, int to, int indent) {
    if (indent < CODE_INDENT && at < to && text[at] == fence) {
      int length = run(at, to);
      if (length >= fenceLength && skipBlank(at + length, to) == to) {
        fence = 0;
        afterWords = false;
      }
    }
  }

  private boolean fenceOr(int at, int to, int indent) {
    int length = run(at, to);
    if (length < LEAST_FENCE || (text[at] == '`' && has(bytes("`"), at + length, to))) {
      afterWords = true;
      return isNothing(at, to);
    }
    fence = text[at];
    fenceLength = length;
    return indent == 0;
  }

  /** A comment at the left is known; other HTML may swallow what follows. */
  private boolean html(int at, int to, int indent) {
    if (indent > 0 || !is(COMMENT, at)) {
      return false;
    }
    inComment = !has(END, at, to);
    afterWords = false;
    return true;
  }

  private boolean quote(int from, int to, int indent) {
    afterWords = false;
    return indent < CODE_INDENT || isNothing(from, to);
  }

  private boolean heading(int from, int at, int to, int indent) {
    int level = run(at, to);
    int next = at + level;
    boolean isOne = level <= MAX_LEVEL && (next == to || text[next] == ' ' || text[next] == '\t');
    if (!isOne) {
      afterWords = true;
      return isNothing(from, to);
    }
    if (indent >= CODE_INDENT) {
      return false;
    }
    while (!stack.isEmpty() && stack.getLast().level() >= level) {
      stack.removeLast();
    }
    stack.add(new Open(level, isPlain(next, to) ? Section.Kind.OTHER : kind(from, to)));
    inTasks = false;
    inReceived = false;
    for (Open open : stack) {
      inTasks = inTasks || open.kind() == Section.Kind.TASKS;
      inReceived = inReceived || open.kind() == Section.Kind.RECEIVED;
    }
    afterWords = false;
    return !has(WAITS, at, to) || directive(from, to);
  }

  /** A line in which nothing is counted, whatever it is. */
  private boolean isNothing(int from, int to) {
    return !has(SIGN, from, to) && !hasBox(from, to);
  }

  private boolean hasBox(int from, int to) {
    for (byte[] box : BOXES) {
      if (has(box, from, to)) {
        return true;
      }
    }
    return false;
  }

  private Section.Kind kind(int from, int to) {
    return Structure.heading(words(from, to), 0)
        .map(heading -> Section.kind(heading.text()))
        .orElse(Section.Kind.OTHER);
  }

  /** Whether a heading is of no meaning that is asked for here: ASCII without their words. */
  private boolean isPlain(int from, int to) {
    for (int at = from; at < to; at++) {
      byte b = text[at];
      boolean begins = b == 't' || b == 'T' || b == 'd' || b == 'D';
      if (b < ' ' || b == '*' || b == '_' || b == '`' || (begins && isWord(at, to))) {
        return false;
      }
    }
    return true;
  }

  /** Whether one of the words todo, task and directive begins here. */
  private boolean isWord(int at, int to) {
    String word =
        new String(text, at, Math.min("task".length(), to - at), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT);
    return word.equals("todo") || word.equals("task") || word.equals("dire");
  }

  private boolean words(int from, int at, int to, int indent) {
    int content = at;
    boolean inList = false;
    boolean wide = false;
    for (int after = marker(content, to); after >= 0; after = marker(content, to)) {
      int next = skipBlank(after, to);
      wide = wide || next - after > CODE_INDENT || has(TAB, after, next);
      inList = true;
      content = next;
    }
    if (content < to && (text[content] == '<' || isFence(content, to)) && inList) {
      return false;
    }
    boolean isText = indent < CODE_INDENT || afterWords;
    boolean empty = content == to;
    boolean other = !empty && inList && (text[content] == '#' || text[content] == '>');
    if ((wide || !isText) && !isNothing(from, to)) {
      return false;
    }
    afterWords = isText && !wide && !empty && !other && !isRule(at, to);
    if (content < to && is(SIGN, content)) {
      return !has(WAITS, content, to) || directive(from, to);
    }
    if (inList && inTasks && hasBox(at, to)) {
      Optional<Task> task = Task.read(words(from, to), 0);
      openTasks += task.isPresent() && task.get().state() != Task.State.DONE ? 1 : 0;
    }
    return true;
  }

  /** Where the marker of a list ends that begins here, or -1. */
  private int marker(int at, int to) {
    int end = at;
    if (at < to && (text[at] == '-' || text[at] == '*' || text[at] == '+')) {
      end = at + 1;
    } else {
      while (end < to && end - at < 9 && text[end] >= '0' && text[end] <= '9') {
        end++;
      }
      if (end == at || end == to || (text[end] != '.' && text[end] != ')')) {
        return -1;
      }
      end++;
    }
    return end == to || text[end] == ' ' || text[end] == '\t' ? end : -1;
  }

  /** A line of the same few marks, as between parts or under a heading. */
  private boolean isRule(int from, int to) {
    for (int at = from; at < to; at++) {
      byte b = text[at];
      if (b != '-' && b != '*' && b != '_' && b != '=' && b != ' ' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  /** A directive that waits: of one that was sent more has to be known than that. */
  private boolean directive(int from, int to) {
    if (DirectiveReader.mark(words(from, to)).filter(Directive.Mark.PENDING::equals).isEmpty()) {
      return true;
    }
    pending++;
    return inReceived;
  }
}
