package comity.hookfiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * JSON as people write it in settings: with comments, commas before a closing bracket, and a byte
 * order mark. Every value knows where it stands, so that a text can be changed in one place alone.
 */
final class Jsonc {
  /** Settings nest a handful of levels; each costs stack. */
  static final int MAX_DEPTH = 200;

  /** A value and where it stands in the text: from its first character to past its last. */
  sealed interface Node {
    int from();

    int to();
  }

  /** An object. */
  record Table(List<Member> members, int from, int to) implements Node {
    /** The member of that name; the last, where it is there more than once. */
    Optional<Member> member(String name) {
      return members.reversed().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Whether a name is there more than once. */
    boolean isTwice(String name) {
      return members.stream().filter(each -> each.name().equals(name)).count() > 1;
    }

    /** The string of that name. */
    Optional<String> text(String name) {
      return member(name)
          .flatMap(each ->
              each.value() instanceof Text text ? Optional.of(text.value()) : Optional.empty());
    }
  }

  /**
   * A member of an object.
   *
   * @param at where its name begins
   */
  record Member(String name, int at, Node value) {}

  /** An array. */
  record Items(List<Node> items, int from, int to) implements Node {}

  /** A string. */
  record Text(String value, int from, int to) implements Node {}

  /**
   * A number, true, false or null.
   *
   * @param word as it is written
   */
  record Word(String word, int from, int to) implements Node {}

  /** What came of reading. */
  sealed interface Reading {
    /**
     * It is such a text.
     *
     * @param comments where comments are, in their order
     */
    record Read(Node root, List<Comment> comments) implements Reading {}

    /**
     * It is none.
     *
     * @param line from 1
     * @param column from 1, in characters
     */
    record Malformed(int line, int column, String why) implements Reading {}
  }

  /**
   * A comment.
   *
   * @param line whether it goes to the end of its line, which is not part of it
   */
  record Comment(int from, int to, boolean line) {}

  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;
    private final int at;

    Unreadable(String why, int at) {
      super(why, null, false, false);
      this.at = at;
    }
  }

  private final String text;
  private final List<Comment> comments = new ArrayList<>();
  private int at;

  private Jsonc(String text) {
    this.text = text;
  }

  /** Reads a text; one with nothing in it is none. */
  static Reading read(String text) {
    Jsonc reader = new Jsonc(text);
    try {
      if (text.startsWith("\uFEFF")) {
        reader.at = 1;
      }
      reader.blank();
      Node root = reader.value(0);
      reader.blank();
      if (reader.at < text.length()) {
        throw new Unreadable("something follows the end", reader.at);
      }
      return new Reading.Read(root, List.copyOf(reader.comments));
    } catch (Unreadable e) {
      String before = text.substring(0, Math.min(e.at, text.length()));
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      int column = before.length() - (before.lastIndexOf('\n') + 1) + 1;
      return new Reading.Malformed(line, column, String.valueOf(e.getMessage()));
    }
  }

  private char here() throws Unreadable {
    if (at >= text.length()) {
      throw new Unreadable("it ends too early", text.length());
    }
    return text.charAt(at);
  }

  /** Passes white space and comments. */
  private void blank() throws Unreadable {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        at++;
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        end = end < 0 ? text.length() : end;
        end = end > at && text.charAt(end - 1) == '\r' ? end - 1 : end;
        comments.add(new Comment(at, end, true));
        at = end;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw new Unreadable("a comment is never closed", at);
        }
        comments.add(new Comment(at, end + 2, false));
        at = end + 2;
      } else {
        return;
      }
    }
  }

  private Node value(int depth) throws Unreadable {
    if (depth > MAX_DEPTH) {
      throw new Unreadable("it is nested deeper than " + MAX_DEPTH, at);
    }
    char c = here();
    return switch (c) {
      case '{' -> table(depth);
      case '[' -> items(depth);
      case '"' -> string();
      default -> word();
    };
  }

  private Table table(int depth) throws Unreadable {
    int from = at;
    List<Member> members = new ArrayList<>();
    at++;
    blank();
    while (here() != '}') {
      if (here() != '"') {
        throw new Unreadable("a name in \" or a } is expected", at);
      }
      Text name = string();
      blank();
      if (here() != ':') {
        throw new Unreadable("a : is expected", at);
      }
      at++;
      blank();
      members.add(new Member(name.value(), name.from(), value(depth + 1)));
      next('}');
    }
    at++;
    return new Table(List.copyOf(members), from, at);
  }

  private Items items(int depth) throws Unreadable {
    int from = at;
    List<Node> items = new ArrayList<>();
    at++;
    blank();
    while (here() != ']') {
      items.add(value(depth + 1));
      next(']');
    }
    at++;
    return new Items(List.copyOf(items), from, at);
  }

  /** Passes a comma; without one the closing bracket must come. */
  private void next(char close) throws Unreadable {
    blank();
    if (here() == ',') {
      at++;
      blank();
    } else if (here() != close) {
      throw new Unreadable("a , or a " + close + " is expected", at);
    }
  }

  private Text string() throws Unreadable {
    int from = at;
    StringBuilder value = new StringBuilder();
    at++;
    while (here() != '"') {
      char c = here();
      if (c < ' ' && c != '\t') {
        throw new Unreadable("a string is not closed in its line", from);
      }
      at++;
      if (c == '\\') {
        value.append(escaped());
      } else {
        value.append(c);
      }
    }
    at++;
    return new Text(value.toString(), from, at);
  }

  private char escaped() throws Unreadable {
    char c = here();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9A-Fa-f]{4}")) {
          throw new Unreadable("\\u needs four digits", at - 2);
        }
        at += 4;
        yield (char) Integer.parseInt(text, at - 4, at, 16);
      }
      default -> throw new Unreadable("\\" + c + " stands for nothing", at - 2);
    };
  }

  private Word word() throws Unreadable {
    int from = at;
    while (at < text.length() && ",:]}[{\" \t\r\n/".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    if (!word.matches("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
      throw new Unreadable("no value stands here", from);
    }
    return new Word(word, from, at);
  }
}
