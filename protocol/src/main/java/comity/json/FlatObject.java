package comity.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The strings and numbers that are members of one JSON object; of the others only that they are
 * there. It takes and refuses the same bytes as {@link Json#read}, and is for programs that live
 * for no longer than it takes to read one: Jackson alone takes longer to start than they may.
 */
public final class FlatObject {
  private final Map<String, String> strings = new HashMap<>();
  private final Map<String, String> numbers = new HashMap<>();
  private final Set<String> names = new HashSet<>();

  private FlatObject() {}

  /** What came of reading one. */
  public sealed interface Reading {
    /** The bytes were one JSON object. */
    record Read(FlatObject object) implements Reading {}

    /**
     * The bytes are no JSON object.
     *
     * @param reason what is wrong, for a person, without the content itself
     */
    record Malformed(String reason) implements Reading {}
  }

  /** Whether there is a member of that name, of whatever kind. */
  public boolean has(String name) {
    return names.contains(name);
  }

  /** The member of that name where it is a string. */
  public Optional<String> string(String name) {
    return Optional.ofNullable(strings.get(name));
  }

  /** The member of that name where it is a number. */
  public Optional<JsonNumber> number(String name) {
    return Optional.ofNullable(numbers.get(name)).map(JsonNumber::new);
  }

  /** Reads one JSON object. */
  public static Reading read(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new Reading.Read(new Reader(text).document());
    } catch (CharacterCodingException wrong) {
      return new Reading.Malformed("invalid UTF-8");
    } catch (Refused refused) {
      return new Reading.Malformed(refused.reason);
    }
  }

  /** Leaves the recursion; never leaves this class. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String reason;

    Refused(String reason) {
      super(reason, null, false, false);
      this.reason = reason;
    }
  }

  /** Goes through a text once. */
  private static final class Reader {
    private final String text;
    private int at;
    private int values;

    Reader(String text) {
      this.text = text;
    }

    private Refused refused(String what) {
      return new Refused(what + " at character " + at);
    }

    FlatObject document() {
      space();
      if (at == text.length()) {
        throw refused("no JSON value");
      }
      if (text.charAt(at) != '{') {
        // What it is instead is told only where it is JSON at all.
        value(1);
        end();
        throw new Refused("no object");
      }
      FlatObject object = new FlatObject();
      object(1, object);
      end();
      return object;
    }

    private void end() {
      space();
      if (at < text.length()) {
        throw refused("more than one JSON value");
      }
    }

    private void space() {
      while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private char next() {
      if (at == text.length()) {
        throw refused("the JSON value is cut off");
      }
      return text.charAt(at);
    }

    private boolean took(char c) {
      boolean is = next() == c;
      at += is ? 1 : 0;
      return is;
    }

    private void take(char c) {
      if (!took(c)) {
        throw refused("no " + c + " where one must be");
      }
    }

    /** Counts a value, at that depth. */
    private void enter(int depth) {
      values++;
      if (values > Json.MAX_VALUES) {
        throw refused("more than " + Json.MAX_VALUES + " values");
      }
      if (depth > Json.MAX_DEPTH) {
        throw refused("nested deeper than " + Json.MAX_DEPTH);
      }
    }

    private void value(int depth) {
      switch (next()) {
        case '{' -> object(depth, null);
        case '[' -> array(depth);
        case '"' -> {
          enter(1);
          string();
        }
        case 't' -> word("true");
        case 'f' -> word("false");
        case 'n' -> word("null");
        default -> number();
      }
    }

    private void word(String word) {
      enter(1);
      if (!text.startsWith(word, at)) {
        throw refused("no JSON value");
      }
      at += word.length();
    }

    /** Fills {@code kept} where it is given. */
    private void object(int depth, @Nullable FlatObject kept) {
      enter(depth);
      take('{');
      space();
      if (took('}')) {
        return;
      }
      Set<String> names = kept == null ? new HashSet<>() : kept.names;
      while (true) {
        space();
        String name = string();
        if (!names.add(name)) {
          throw refused("a duplicate key");
        }
        space();
        take(':');
        space();
        member(name, depth, kept);
        space();
        if (took('}')) {
          return;
        }
        take(',');
      }
    }

    private void member(String name, int depth, @Nullable FlatObject kept) {
      char first = next();
      if (kept == null || (first != '"' && first != '-' && (first < '0' || first > '9'))) {
        value(depth + 1);
      } else if (first == '"') {
        enter(1);
        kept.strings.put(name, string());
      } else {
        int from = at;
        number();
        kept.numbers.put(name, text.substring(from, at));
      }
    }

    private void array(int depth) {
      enter(depth);
      take('[');
      space();
      if (took(']')) {
        return;
      }
      while (true) {
        space();
        value(depth + 1);
        space();
        if (took(']')) {
          return;
        }
        take(',');
      }
    }

    private void number() {
      enter(1);
      at += next() == '-' ? 1 : 0;
      if (!took('0')) {
        digits();
      }
      if (at < text.length() && text.charAt(at) == '.') {
        at++;
        digits();
      }
      if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
        at++;
        at += next() == '+' || next() == '-' ? 1 : 0;
        digits();
      }
    }

    private void digits() {
      int from = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      if (at == from) {
        throw refused("no JSON value");
      }
    }

    private String string() {
      take('"');
      int from = at;
      @Nullable StringBuilder unescaped = null;
      while (true) {
        char c = next();
        if (c == '"') {
          break;
        }
        if (c < ' ') {
          throw refused("a control character in a string");
        }
        at++;
        if (c == '\\') {
          unescaped = unescaped == null ? new StringBuilder() : unescaped;
          unescaped.append(text, from, at - 1).append(escape());
          from = at;
        }
      }
      at++;
      if (unescaped == null) {
        return text.substring(from, at - 1);
      }
      String whole = unescaped.append(text, from, at - 1).toString();
      if (Json.loneSurrogate(whole) >= 0) {
        throw refused("a lone surrogate");
      }
      return whole;
    }

    private char escape() {
      char c = next();
      at++;
      return switch (c) {
        case '"', '\\', '/' -> c;
        case 'b' -> '\b';
        case 'f' -> '\f';
        case 'n' -> '\n';
        case 'r' -> '\r';
        case 't' -> '\t';
        case 'u' -> hex();
        default -> throw refused("no escape that JSON has");
      };
    }

    private char hex() {
      int code = 0;
      for (int digit = 0; digit < 4; digit++) {
        int value = Character.digit(next(), 16);
        // Digits of other scripts are none.
        if (value < 0 || next() > 'f') {
          throw refused("no escape that JSON has");
        }
        code = code * 16 + value;
        at++;
      }
      return (char) code;
    }
  }
}
