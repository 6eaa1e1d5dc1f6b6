package comity.guard;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a shell line into words, operators and redirections, as a shell of POSIX and bash does, and
 * finds the commands that stand within words. It runs nothing and knows no variable.
 */
final class ShellTokens {
  private static final String OPERATORS = ";&|()\n";

  /** Deeper than that nobody writes, and each level takes a part of the stack. */
  private static final int DEEPEST = 16;

  private final String text;
  private final int depth;
  private int at;
  private final List<Token> tokens = new ArrayList<>();
  private final List<String> nested = new ArrayList<>();
  private final List<Pending> pending = new ArrayList<>();
  private boolean open;

  /** A piece of the line. */
  sealed interface Token {
    /** A word. */
    record Word(ShellWord word) implements Token {}

    /** {@code ;}, {@code &&}, {@code |}, {@code (} and so on; a line's end is {@code ;}. */
    record Operator(String text) implements Token {}

    /** {@code >}, {@code <} and so on, with the file that follows. */
    record Redirect(String operator, ShellWord file) implements Token {}

    /** The lines that a command reads as its input. */
    record Document(ShellWord lines) implements Token {
      /** Lines in which no variable stands. */
      static Document of(String body) {
        return new Document(new ShellWord(List.of(new ShellWord.Part.Text(body, true))));
      }

      String body() {
        return lines.isLiteral() ? lines.plain() : "$(unknown)";
      }
    }
  }

  /**
   * What was found.
   *
   * @param nested the commands within words, as text
   * @param open whether a quote or bracket is not closed
   */
  record Cut(List<Token> tokens, List<String> nested, boolean open) {
    Cut {
      tokens = List.copyOf(tokens);
      nested = List.copyOf(nested);
    }
  }

  /** A document whose lines are still to come. */
  private record Pending(String end, boolean quoted, boolean tabs, int place) {}

  private ShellTokens(String text, int depth) {
    this.text = text;
    this.depth = depth;
  }

  static Cut cut(String text) {
    return cut(text, 0);
  }

  private static Cut cut(String text, int depth) {
    if (depth > DEEPEST) {
      return new Cut(List.of(), List.of(), true);
    }
    ShellTokens tokens = new ShellTokens(text.replace("\\\r\n", "").replace("\\\n", ""), depth);
    tokens.run();
    return new Cut(tokens.tokens, tokens.nested, tokens.open);
  }

  private void run() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t' || c == '\r') {
        at++;
      } else if (c == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == '\n') {
        at++;
        tokens.add(new Token.Operator(";"));
        documents();
      } else if (c == '<' || c == '>' || (c == '&' && peek(1) == '>')) {
        redirect();
      } else if (OPERATORS.indexOf(c) >= 0) {
        operator(c);
      } else {
        word();
      }
    }
    documents();
  }

  private char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
  }

  private void operator(char c) {
    boolean twice = (c == '&' || c == '|' || c == ';') && peek(1) == c;
    String operator = twice ? "" + c + c : c == '|' && peek(1) == '&' ? "|&" : "" + c;
    at += operator.length();
    tokens.add(new Token.Operator(operator.equals("|&") ? "|" : operator));
  }

  private void redirect() {
    int start = at;
    while (at < text.length() && "<>&|-".indexOf(text.charAt(at)) >= 0 && at - start < 3) {
      at++;
    }
    String operator = text.substring(start, at);
    if (peek(0) == '(' && operator.length() == 1) {
      at++;
      nested.add(balanced());
      tokens.add(new Token.Word(new ShellWord(List.of(new ShellWord.Part.Unknown()))));
      return;
    }
    while (peek(0) == ' ' || peek(0) == '\t') {
      at++;
    }
    if (operator.startsWith("<<") && !operator.startsWith("<<<")) {
      ShellWord end = read();
      boolean quoted =
          end.parts().stream().anyMatch(p -> p instanceof ShellWord.Part.Text t && t.quoted());
      pending.add(new Pending(end.plain(), quoted, operator.endsWith("-"), tokens.size()));
      tokens.add(Token.Document.of(""));
      return;
    }
    if (operator.startsWith("<<<")) {
      tokens.add(new Token.Document(read()));
      return;
    }
    if (!operator.endsWith("-")) {
      tokens.add(new Token.Redirect(operator, read()));
    }
  }

  /** The lines of the documents that were announced on the line before. */
  private void documents() {
    for (Pending document : pending) {
      StringBuilder body = new StringBuilder();
      boolean ended = false;
      while (!ended && at < text.length()) {
        int end = text.indexOf('\n', at);
        String line = text.substring(at, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end + 1;
        ended = (document.tabs() ? line.stripLeading() : line).equals(document.end());
        if (!ended) {
          body.append(line).append('\n');
        }
      }
      if (!document.quoted()) {
        substitutions(body.toString());
      }
      tokens.set(document.place(), Token.Document.of(body.toString()));
    }
    pending.clear();
  }

  /** The commands that stand in a text of which the shell replaces them. */
  private void substitutions(String body) {
    Cut cut = cut("\"" + body.replace("\"", "") + "\"", depth + 1);
    nested.addAll(cut.nested());
    open |= cut.open();
  }

  private void word() {
    ShellWord word = read();
    char next = peek(0);
    boolean number = word.isLiteral() && word.plain().matches("[0-9]+|\\{\\w+\\}");
    if (number && (next == '<' || next == '>')) {
      return;
    }
    tokens.add(new Token.Word(word));
  }

  private ShellWord read() {
    List<ShellWord.Part> parts = new ArrayList<>();
    StringBuilder bare = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (" \t\r\n;&|()<>".indexOf(c) >= 0) {
        break;
      }
      if (c == '\\' || c == '\'' || c == '"' || c == '$' || c == '`') {
        flush(bare, parts, false);
        special(c, parts);
      } else {
        bare.append(c);
        at++;
      }
    }
    flush(bare, parts, false);
    return new ShellWord(parts);
  }

  private static void flush(StringBuilder text, List<ShellWord.Part> parts, boolean quoted) {
    if (!text.isEmpty()) {
      parts.add(new ShellWord.Part.Text(text.toString(), quoted));
      text.setLength(0);
    }
  }

  private void special(char c, List<ShellWord.Part> parts) {
    at++;
    switch (c) {
      case '\\' -> {
        parts.add(new ShellWord.Part.Text(at < text.length() ? "" + text.charAt(at) : "", true));
        at++;
      }
      case '\'' -> parts.add(new ShellWord.Part.Text(until('\''), true));
      case '"' -> quoted(parts);
      case '`' -> {
        nested.add(until('`').replace("\\`", "`"));
        parts.add(new ShellWord.Part.Unknown());
      }
      default -> dollar(parts, false);
    }
  }

  private String until(char end) {
    int close = text.indexOf(end, at);
    String inside = text.substring(at, close < 0 ? text.length() : close);
    open |= close < 0;
    at = close < 0 ? text.length() : close + 1;
    return inside;
  }

  private void quoted(List<ShellWord.Part> parts) {
    StringBuilder inside = new StringBuilder();
    parts.add(new ShellWord.Part.Text("", true));
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at);
      if (c == '\\' && "\"\\$`".indexOf(peek(1)) >= 0) {
        inside.append(peek(1));
        at += 2;
      } else if (c == '$' || c == '`') {
        flush(inside, parts, true);
        at++;
        if (c == '$') {
          dollar(parts, true);
        } else {
          nested.add(until('`'));
          parts.add(new ShellWord.Part.Unknown());
        }
      } else {
        inside.append(c);
        at++;
      }
    }
    flush(inside, parts, true);
    open |= at >= text.length();
    at++;
  }

  private void dollar(List<ShellWord.Part> parts, boolean quoted) {
    char c = peek(0);
    if (c == '(') {
      at++;
      boolean arithmetic = peek(0) == '(';
      String inside = balanced();
      if (arithmetic) {
        substitutions(inside);
      } else {
        nested.add(inside);
      }
      parts.add(new ShellWord.Part.Unknown());
    } else if (c == '{') {
      at++;
      String inside = until('}');
      substitutions(inside);
      parts.add(
          inside.matches("\\w+")
              ? new ShellWord.Part.Variable(inside)
              : new ShellWord.Part.Unknown());
    } else if (c == '\'' && !quoted) {
      at++;
      parts.add(ansi());
    } else if (c == '"' && !quoted) {
      at++;
      quoted(parts);
    } else if (Character.isLetter(c) || c == '_') {
      int start = at;
      while (Character.isLetterOrDigit(peek(0)) || peek(0) == '_') {
        at++;
      }
      parts.add(new ShellWord.Part.Variable(text.substring(start, at)));
    } else if (Character.isDigit(c) || "@*#?$!-".indexOf(c) >= 0) {
      at++;
      parts.add(new ShellWord.Part.Unknown());
    } else {
      parts.add(new ShellWord.Part.Text("$", true));
    }
  }

  /** What {@code $'…'} stands for is not told where it has escapes: they could spell any name. */
  private ShellWord.Part ansi() {
    StringBuilder inside = new StringBuilder();
    boolean escapes = false;
    while (at < text.length() && text.charAt(at) != '\'') {
      if (text.charAt(at) == '\\') {
        escapes = true;
        at++;
      }
      inside.append(peek(0));
      at++;
    }
    open |= at >= text.length();
    at++;
    return escapes
        ? new ShellWord.Part.Unknown()
        : new ShellWord.Part.Text(inside.toString(), true);
  }

  /** What stands before the bracket that closes the one before it. */
  private String balanced() {
    int start = at;
    int depth = 1;
    @Nullable Character quote = null;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && (quote == null || quote == '"')) {
        at++;
      } else if (quote != null) {
        quote = c == quote ? null : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
        if (depth == 0) {
          return text.substring(start, at++);
        }
      }
      at++;
    }
    open = true;
    return text.substring(start, Math.min(at, text.length()));
  }
}
