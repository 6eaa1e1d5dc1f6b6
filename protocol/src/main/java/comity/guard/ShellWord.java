package comity.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A word of a shell line, in its parts.
 *
 * @param parts in their order
 */
record ShellWord(List<Part> parts) {
  /** A word in braces may stand for many; more are not told apart. */
  private static final int MAX_ALTERNATIVES = 64;

  /** A part of a word. */
  sealed interface Part {
    /** As it stands; in quotes a sign stands for itself. */
    record Text(String text, boolean quoted) implements Part {}

    /** The value of a variable. */
    record Variable(String name) implements Part {}

    /** Something that only the shell knows when it runs. */
    record Unknown() implements Part {}
  }

  ShellWord {
    parts = List.copyOf(parts);
  }

  /**
   * One value that the word may have.
   *
   * @param text where {@code known} is false, {@code *} stands for what is not
   * @param pattern whether a sign in it stands for more than itself
   * @param shown for a person: what is not known as it was written, such as {@code $FILE}
   */
  record Value(String text, boolean known, boolean pattern, String shown) {
    Value(String text, boolean known, boolean pattern) {
      this(text, known, pattern, text);
    }

    static Value unknown(String shown) {
      return new Value("*", false, false, shown);
    }

    private Value and(Value more) {
      return new Value(
          text + more.text, known && more.known, pattern || more.pattern, shown + more.shown);
    }

    private Value withPattern() {
      return new Value(text, known, pattern || (known && Wildcard.has(text)), shown);
    }

    private Value of(String variable) {
      return known ? this : new Value(text, false, pattern, "$" + variable);
    }
  }

  /** The text without what is not known; for names of commands and variables. */
  String plain() {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof Part.Text(String t, boolean _)) {
        text.append(t);
      }
    }
    return text.toString();
  }

  /** About as it was written, for a person. */
  private String written() {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      switch (part) {
        case Part.Text(String t, boolean _) -> text.append(t);
        case Part.Variable(String name) -> text.append('$').append(name);
        case Part.Unknown() -> text.append("$(…)");
      }
    }
    return text.toString();
  }

  boolean isLiteral() {
    return parts.stream().allMatch(Part.Text.class::isInstance);
  }

  /** Whether it is that text, not in quotes. */
  boolean is(String text) {
    return parts.size() == 1
        && parts.getFirst() instanceof Part.Text(String t, boolean quoted)
        && !quoted
        && t.equals(text);
  }

  /** The values that it may have. */
  List<Value> values(Map<String, List<Value>> variables) {
    List<Value> values = List.of(new Value("", true, false));
    for (Part part : parts) {
      List<Value> next = new ArrayList<>();
      for (Value before : values) {
        for (Value more : values(part, variables)) {
          next.add(before.and(more));
        }
      }
      if (next.size() > MAX_ALTERNATIVES) {
        return List.of(Value.unknown(written()));
      }
      values = next;
    }
    return values;
  }

  private static List<Value> values(Part part, Map<String, List<Value>> variables) {
    return switch (part) {
      case Part.Text(String text, boolean quoted) when quoted ->
          List.of(new Value(text, true, false));
      case Part.Text(String text, boolean _) ->
          Braces.expand(text, MAX_ALTERNATIVES).stream()
              .map(each -> new Value(each, true, Wildcard.has(each)))
              .toList();
      // Quotes around it are not minded: that errs on the side of more names.
      case Part.Variable(String name) ->
          variables.getOrDefault(name, List.of(Value.unknown("$" + name))).stream()
              .map(value -> value.of(name).withPattern())
              .toList();
      case Part.Unknown() -> List.of(Value.unknown("$(…)"));
    };
  }
}
