package comity.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A line for a POSIX shell, parted as far as it must be known where an argument can be put: into
 * words and operators, each with its column. It is read as sh and bash do; what only some shells
 * understand counts as what it would be in any of them.
 *
 * @param parts in their order
 * @param flaw why it is no whole line; empty where it is one
 */
record ShellLine(List<Part> parts, Optional<Flaw> flaw) {
  private static final Set<String> OPERATORS =
      Set.of(
          "|", "||", "|&", "&", "&&", ";", ";;", ";&", ";;&", "(", ")", "<", ">", ">>", "<<", "<<-",
          "<<<", "<&", ">&", "<>", ">|", "&>", "&>>", "\n");

  ShellLine {
    parts = List.copyOf(parts);
  }

  /** What a line is made of. */
  sealed interface Part {
    /** Where it begins, counted from 1 in characters. */
    int column();

    /**
     * A word.
     *
     * @param text as it is written, quotes and all
     * @param plain what it stands for, where nothing of it is quoted or expanded; else empty
     * @param substitution where a command in it begins, counted from 1; 0 for none
     */
    record Word(String text, int column, Optional<String> plain, int substitution)
        implements Part {}

    /** Something that parts words: {@code |}, {@code >} and the like; a line's end too. */
    record Operator(String text, int column) implements Part {}

    /** All from {@code #} to the end of the line. */
    record Comment(int column) implements Part {}
  }

  /**
   * What keeps it from being whole.
   *
   * @param column counted from 1
   */
  record Flaw(String why, int column) {}

  /** Reads a line; one that has more than one too. */
  static ShellLine read(String line) {
    return new Reader(line).read();
  }

  /** Goes through a line once. */
  private static final class Reader {
    private final String line;
    private final List<Part> parts = new ArrayList<>();
    private Optional<Flaw> flaw = Optional.empty();
    private int at;

    Reader(String line) {
      this.line = line;
    }

    ShellLine read() {
      while (at < line.length() && flaw.isEmpty()) {
        char c = line.charAt(at);
        if (c == ' ' || c == '\t') {
          at++;
        } else if (c == '\\' && at + 1 < line.length() && line.charAt(at + 1) == '\n') {
          // A line that goes on.
          at += 2;
        } else if (c == '#') {
          parts.add(new Part.Comment(at + 1));
          int end = line.indexOf('\n', at);
          at = end < 0 ? line.length() : end;
        } else if (isOperator(c)) {
          operator();
        } else {
          word();
        }
      }
      return new ShellLine(parts, flaw);
    }

    private static boolean isOperator(char c) {
      return "|&;()<>\n".indexOf(c) >= 0;
    }

    private void operator() {
      int length = 1;
      for (int longer = 2; longer <= 3 && at + longer <= line.length(); longer++) {
        if (OPERATORS.contains(line.substring(at, at + longer))) {
          length = longer;
        }
      }
      String text = line.substring(at, at + length);
      parts.add(new Part.Operator(text, at + 1));
      if (text.equals("<<") || text.equals("<<-")) {
        flaw("it begins a here-document, which ends on a line of its own", at);
      }
      at += length;
    }

    private void word() {
      int from = at;
      int substitution = 0;
      boolean plain = true;
      while (at < line.length() && flaw.isEmpty()) {
        char c = line.charAt(at);
        if (c == ' ' || c == '\t' || isOperator(c)) {
          break;
        }
        switch (c) {
          case '\\' -> {
            plain = false;
            escape();
          }
          case '\'' -> {
            plain = false;
            quoted();
          }
          case '"' -> {
            plain = false;
            int found = doublyQuoted();
            substitution = substitution == 0 ? found : substitution;
          }
          case '`', '$' -> {
            int found = expansion();
            plain &= found < 0;
            substitution = substitution == 0 && found > 0 ? found : substitution;
          }
          default -> at++;
        }
      }
      String text = line.substring(from, at);
      parts.add(
          new Part.Word(
              text, from + 1, plain ? Optional.of(text) : Optional.empty(), substitution));
    }

    private void flaw(String why, int where) {
      if (flaw.isEmpty()) {
        flaw = Optional.of(new Flaw(why, where + 1));
      }
    }

    private void escape() {
      if (at + 1 >= line.length()) {
        flaw("it ends with a \\ that has nothing to escape", at);
      }
      at = Math.min(line.length(), at + 2);
    }

    private void quoted() {
      int end = line.indexOf('\'', at + 1);
      if (end < 0) {
        flaw("the ' is never closed", at);
      }
      at = end < 0 ? line.length() : end + 1;
    }

    /** Gives where a command in it begins, counted from 1; 0 for none. */
    private int doublyQuoted() {
      int from = at;
      int substitution = 0;
      at++;
      while (at < line.length()) {
        char c = line.charAt(at);
        if (c == '"') {
          at++;
          return substitution;
        }
        if (c == '\\') {
          at = Math.min(line.length(), at + 2);
        } else if (c == '`' || c == '$') {
          int found = expansion();
          substitution = substitution == 0 && found > 0 ? found : substitution;
        } else {
          at++;
        }
      }
      flaw("the \" is never closed", from);
      return substitution;
    }

    /**
     * Takes what begins with {@code $} or a backtick. Gives where a command begins, counted from 1;
     * 0 for another expansion, -1 for a sign that stands for itself.
     */
    private int expansion() {
      int from = at;
      if (line.charAt(at) == '`') {
        at++;
        while (at < line.length() && line.charAt(at) != '`') {
          at += line.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= line.length()) {
          flaw("the ` is never closed", from);
        }
        at = Math.min(line.length(), at + 1);
        return from + 1;
      }
      char next = at + 1 < line.length() ? line.charAt(at + 1) : ' ';
      if (next == '(') {
        at++;
        nested('(', ')');
        return from + 1;
      }
      if (next == '{') {
        at++;
        nested('{', '}');
        return 0;
      }
      if (next == '\'') {
        at++;
        dollarQuoted();
        return 0;
      }
      at++;
      return Character.isLetterOrDigit(next) || "_*@#?-$!\"".indexOf(next) >= 0 ? 0 : -1;
    }

    private void dollarQuoted() {
      int from = at;
      at++;
      while (at < line.length() && line.charAt(at) != '\'') {
        at += line.charAt(at) == '\\' ? 2 : 1;
      }
      if (at >= line.length()) {
        flaw("the ' is never closed", from);
      }
      at = Math.min(line.length(), at + 1);
    }

    /** All to the bracket that closes this one. */
    private void nested(char open, char close) {
      int from = at;
      int depth = 0;
      while (at < line.length()) {
        char c = line.charAt(at);
        if (c == '\\') {
          at = Math.min(line.length(), at + 2);
          continue;
        }
        if (c == '\'') {
          quoted();
          continue;
        }
        if (c == '"') {
          int _ = doublyQuoted();
          continue;
        }
        depth += c == open ? 1 : c == close ? -1 : 0;
        at++;
        if (depth == 0) {
          return;
        }
      }
      flaw("the " + open + " is never closed", from);
    }
  }
}
