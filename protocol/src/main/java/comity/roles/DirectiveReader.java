package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the directives of a file, in all their spellings (ROLE-9). */
final class DirectiveReader {
  private static final Pattern MARKER =
      Pattern.compile("[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)*");

  private static final Pattern HASHES = Pattern.compile(" {0,3}(#{1,6})[ \\t]+");

  private static final Pattern HEAD =
      Pattern.compile(
          "📡\\uFE0F?\\s*(?<open>\\*\\*|__)?\\s*(?<id>[Ss]\\d{3,})\\s*(?:→|->)\\s*"
              + "(?<target>[\\p{L}\\p{N}_.-]+(?:\\s*/\\s*[\\p{L}\\p{N}_.-]+)?)\\s*(?<close>\\*\\*|__)?"
              + "\\s*(?:[(（](?<date>[^)）]*)[)）])?\\s*[:：—–-]*\\s*(?:\\*\\*|__)?\\s*"
              + "(?<mark>🟡|✅)\\uFE0F?(?<rest>.*)",
          Pattern.DOTALL);

  private static final Pattern TIME =
      Pattern.compile(
          "\\s*[(（](?<time>\\d{4}-\\d{2}-\\d{2}(?:[ T]\\d{2}:\\d{2}(?::\\d{2})?)?"
              + "(?:\\s*(?:Z|[+-]\\d{2}:?\\d{2}))?)[)）]");

  private static final Pattern TAKEN =
      Pattern.compile(
          "\\s*[(（](?<names>[\\p{L}\\p{N}_.-]+(?:\\s*[,，]\\s*[\\p{L}\\p{N}_.-]+)*)[)）](?=\\s|$)");

  private static final Pattern FROM =
      Pattern.compile("\\s*[(（](?:from|来自)\\s+(?<place>[^)）]+)[)）]");

  /** The word beside a mark in the heading form says what the mark says. */
  private static final Pattern STATUS_WORD =
      Pattern.compile("(待处理|待接收|已接收|已完成|pending|received|done)(\\s+|$)", Pattern.CASE_INSENSITIVE);

  private static final Pattern QUOTED = Pattern.compile("[ \\t]*> ?(?<text>.*)", Pattern.DOTALL);

  private final Lines lines;
  private final Structure structure;

  DirectiveReader(Lines lines, Structure structure) {
    this.lines = lines;
    this.structure = structure;
  }

  /** The directives in the lines from {@code from} to before {@code to}. */
  List<Directive> read(int from, int to, boolean received) {
    List<Directive> found = new ArrayList<>();
    for (int line = from; line < to; line++) {
      if (structure.kind(line) == Structure.Kind.TEXT) {
        Optional<Directive> directive = at(line, to, received);
        directive.ifPresent(found::add);
      }
    }
    return found;
  }

  /** The mark of the directive that a line is, where it stands in no code or quotation. */
  static Optional<Directive.Mark> mark(String text) {
    Matcher head = head(text);
    return head.matches() && Target.read(head.group("target").replaceAll("\\s", "")).isPresent()
        ? Optional.of(mark(head))
        : Optional.empty();
  }

  private static Directive.Mark mark(Matcher head) {
    return head.group("mark").equals(Directive.Mark.PENDING.sign())
        ? Directive.Mark.PENDING
        : Directive.Mark.DONE;
  }

  /** A directive begins behind the marks of a heading or of lists. */
  private static Matcher head(String text) {
    Matcher hashes = HASHES.matcher(text);
    Matcher marker = MARKER.matcher(text);
    int start = hashes.lookingAt() ? hashes.end() : marker.lookingAt() ? marker.end() : 0;
    return HEAD.matcher(text).region(start, text.length());
  }

  private Optional<Directive> at(int line, int limit, boolean received) {
    Matcher hashes = HASHES.matcher(lines.text(line));
    boolean heading = hashes.lookingAt();
    Matcher head = head(lines.text(line));
    if (!head.matches()) {
      return Optional.empty();
    }
    Optional<Target> target = Target.read(head.group("target").replaceAll("\\s", ""));
    if (target.isEmpty()) {
      return Optional.empty();
    }
    Directive.Mark mark = mark(head);
    String rest = head.group("rest");
    if (head.group("open") != null && head.group("close") == null) {
      rest = rest.stripTrailing().replaceFirst("(\\*\\*|__)$", "");
    }
    List<String> taken = List.of();
    Matcher names = TAKEN.matcher(rest);
    if (mark == Directive.Mark.PENDING && target.get().isForAll() && names.lookingAt()) {
      taken = List.of(names.group("names").split("\\s*[,，]\\s*", -1));
      rest = rest.substring(names.end());
    }
    Optional<String> origin = Optional.empty();
    Matcher from = FROM.matcher(rest);
    if (from.lookingAt()) {
      origin = Optional.of(from.group("place").strip());
      rest = rest.substring(from.end());
    }
    Matcher time = TIME.matcher(rest);
    Optional<String> at = Optional.ofNullable(head.group("date"));
    if (time.lookingAt()) {
      at = Optional.of(time.group("time"));
      rest = rest.substring(time.end());
      from = FROM.matcher(rest);
      if (from.lookingAt()) {
        origin = Optional.of(from.group("place").strip());
        rest = rest.substring(from.end());
      }
    }
    Body body = heading ? under(line, hashes.group(1).length(), limit) : quotedAfter(line, limit);
    return Optional.of(
        new Directive(
            "S" + head.group("id").substring(1),
            target.get(),
            mark,
            taken,
            origin,
            at,
            title(rest, heading),
            body.text(),
            received,
            line,
            body.to()));
  }

  private static String title(String rest, boolean heading) {
    String title = rest.strip();
    if (heading) {
      title = STATUS_WORD.matcher(title).replaceFirst("");
    }
    boolean bold = title.length() >= 4 && title.startsWith("**") && title.endsWith("**");
    return bold ? title.substring(2, title.length() - 2) : title;
  }

  private record Body(String text, int to) {}

  /** The quotation that follows, after one empty line at most. */
  private Body quotedAfter(int line, int limit) {
    int from = line + 1;
    if (from < limit && lines.text(from).isBlank()) {
      from++;
    }
    List<String> body = new ArrayList<>();
    int at = from;
    while (at < limit && structure.kind(at) == Structure.Kind.QUOTE) {
      Matcher quoted = QUOTED.matcher(lines.text(at));
      if (!quoted.matches()) {
        break; // A line that goes on with a quotation without its mark.
      }
      body.add(quoted.group("text"));
      at++;
    }
    return body.isEmpty() ? new Body("", line + 1) : new Body(String.join("\n", body), at);
  }

  /** All that stands under a heading, up to the next that is no lower, or the next directive. */
  private Body under(int line, int level, int limit) {
    int to = limit;
    for (Structure.Heading next : structure.headings()) {
      if (next.line() > line && next.line() < to && next.level() <= level) {
        to = next.line();
      }
    }
    for (int next = line + 1; next < to; next++) {
      if (structure.kind(next) == Structure.Kind.TEXT && head(lines.text(next)).matches()) {
        to = next;
      }
    }
    Body quoted = quotedAfter(line, to);
    if (!quoted.text().isEmpty()) {
      return quoted;
    }
    int from = line + 1;
    while (from < to && lines.text(from).isBlank()) {
      from++;
    }
    int end = to;
    while (end > from && lines.text(end - 1).isBlank()) {
      end--;
    }
    List<String> body = new ArrayList<>();
    for (int at = from; at < end; at++) {
      body.add(lines.text(at));
    }
    return new Body(String.join("\n", body), Math.max(end, line + 1));
  }
}
