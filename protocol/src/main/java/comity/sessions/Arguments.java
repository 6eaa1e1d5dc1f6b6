package comity.sessions;

import comity.sessions.ShellLine.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The words after a program, told apart by what its provider says of them.
 *
 * @param kept for each word whether a resume has it too
 * @param end the index of {@code --}, behind which nothing is an option; empty where there is none
 * @param chosen whether they say which conversation it is
 * @param conversation whether there is one at all
 * @param options the names of the options, as far as they could be read
 * @param leftOut options of which nothing is known, so that a resume does not have them
 */
record Arguments(
    List<Boolean> kept,
    OptionalInt end,
    boolean chosen,
    boolean conversation,
    Set<String> options,
    List<String> leftOut) {

  /**
   * A word.
   *
   * @param text as it is written
   * @param value what the program gets; empty where only the shell knows
   * @param from where it begins in the line
   * @param to where it ends
   */
  record Word(String text, Optional<String> value, int from, int to) {}

  Arguments {
    kept = List.copyOf(kept);
    options = Set.copyOf(options);
    leftOut = List.copyOf(leftOut);
  }

  /** The words after the program of a command; of a line one that is no composition. */
  static List<Word> of(CommandForm command) {
    return switch (command) {
      case CommandForm.Words(List<String> argv) ->
          argv.stream().skip(1).map(word -> new Word(word, Optional.of(word), 0, 0)).toList();
      case CommandForm.Line(String text) -> ofLine(ShellLine.read(text).parts());
    };
  }

  private static List<Word> ofLine(List<Part> parts) {
    List<Word> words = new ArrayList<>();
    boolean program = false;
    boolean target = false;
    for (int i = 0; i < parts.size(); i++) {
      switch (parts.get(i)) {
        case Part.Operator _ -> target = true;
        case Part.Comment _ -> {
          // A line with arguments to come has none.
        }
        case Part.Word word -> {
          if (target) {
            target = false;
          } else if (LaunchLine.isDescriptor(parts, i)) {
            continue;
          } else if (program) {
            int from = word.column() - 1;
            words.add(new Word(word.text(), value(word.text()), from, from + word.text().length()));
          } else {
            program = !LaunchLine.isAssignment(word);
          }
        }
      }
    }
    return words;
  }

  /** What a word stands for; empty where something in it is expanded. */
  private static Optional<String> value(String text) {
    StringBuilder value = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == '\'') {
        if (c == '\'') {
          quote = 0;
        } else {
          value.append(c);
        }
      } else if (c == '$' || c == '`') {
        return Optional.empty();
      } else if (c == '\\' && i + 1 < text.length()) {
        i++;
        char next = text.charAt(i);
        // In double quotes only these are escaped, elsewhere all.
        if (quote == '"' && "\"\\$`\n".indexOf(next) < 0) {
          value.append(c);
        }
        value.append(next);
      } else if (c == '"') {
        quote = quote == 0 ? c : 0;
      } else if (c == '\'' && quote == 0) {
        quote = c;
      } else {
        value.append(c);
      }
    }
    return Optional.of(value.toString());
  }

  /** Tells them apart. */
  static Arguments read(List<Word> words, Provider.Options known) {
    return new Reader(words, known).read();
  }

  /** Goes through them once. */
  private static final class Reader {
    private final List<Word> words;
    private final Provider.Options known;
    private final List<Boolean> kept = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private boolean chosen;
    private boolean conversation = true;
    private boolean positional;

    Reader(List<Word> words, Provider.Options known) {
      this.words = words;
      this.known = known;
    }

    Arguments read() {
      OptionalInt end = OptionalInt.empty();
      while (kept.size() < words.size()) {
        Word word = words.get(kept.size());
        if (word.value().isEmpty()) {
          // Unquoted it may be any number of options; quoted it is one text, such as a prompt.
          kept.add(word.text().startsWith("$"));
        } else if (word.value().get().equals("--")) {
          end = OptionalInt.of(kept.size());
          while (kept.size() < words.size()) {
            kept.add(known.keepsPositionals());
          }
        } else if (word.value().get().startsWith("-")) {
          option(word.value().get());
        } else {
          positional(word.value().get());
        }
      }
      return new Arguments(
          kept, end, chosen, conversation, new java.util.LinkedHashSet<>(options), leftOut);
    }

    private void option(String word) {
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      options.add(name);
      boolean chooses = known.chosen().contains(name);
      chosen |= chooses;
      conversation &= !known.others().contains(name);
      boolean value = known.values().contains(name);
      boolean several = known.several().contains(name);
      boolean carried = value || several || known.flags().contains(name);
      kept.add(carried && !chooses);
      if (!carried && !chooses) {
        leftOut.add(name);
      }
      if (value && equals < 0 && kept.size() < words.size()) {
        kept.add(!chooses);
      }
      while (several
          && kept.size() < words.size()
          && !words.get(kept.size()).value().orElse("").startsWith("-")) {
        kept.add(!chooses);
      }
    }

    private void positional(String word) {
      boolean first = !positional;
      positional = true;
      chosen |= first && known.chosen().contains(word);
      conversation &= !(first && known.others().contains(word));
      kept.add(known.keepsPositionals() && !known.chosen().contains(word));
    }
  }
}
