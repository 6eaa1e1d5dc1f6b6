package comity.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The help. What names the commands is made without picocli, without lambdas and without {@code +}
 * on strings, each of which would take longer to set up than all the rest.
 */
final class HelpText {
  /** Where nothing tells the terminal's width. */
  static final int USUAL_COLUMNS = 80;

  private static final int SUMMARY_COLUMN = 26;

  /** A summary in fewer columns is hard to read: then it stands below its name. */
  private static final int NARROWEST_SUMMARY = 30;

  private final StringBuilder text = new StringBuilder();
  private final int columns;
  private int summaryColumn = SUMMARY_COLUMN;

  private HelpText(int columns) {
    this.columns = columns <= 0 ? USUAL_COLUMNS : columns;
  }

  /**
   * All commands.
   *
   * @param columns of the terminal; 0 where they are not known
   */
  static String top(String program, int columns) {
    HelpText help = new HelpText(columns);
    help.paragraph(program.concat(" is where AI agents on your machine live and talk."));
    help.text.append("\nUsage: ").append(program).append(" COMMAND [OPTIONS]\n");
    String heading = "";
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      if (!entry.heading().equals(heading)) {
        heading = entry.heading();
        help.text.append('\n').append(heading).append(":\n");
      }
      help.line(entry.words(), entry.summary());
    }
    help.text.append("\nWith every command, anywhere before --:\n");
    for (Globals.Option option : Globals.OPTIONS) {
      String name = option.name();
      help.line(
          option.value().isEmpty() ? name : name.concat(" ").concat(option.value()),
          option.summary());
    }
    help.line("--help", "say more about a command, with an example");
    help.line("--version", "print the version; with --json the JDK too");
    help.text.append('\n');
    help.paragraph(
        "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 not found, 4 not allowed, 5 the"
            + " hub or host can't be reached.");
    return help.text.toString();
  }

  /** The commands that begin with {@code group}. */
  static String group(String program, String group, int columns) {
    HelpText help = new HelpText(columns);
    String begin = program.concat(" ").concat(group);
    help.text.append("Usage: ").append(begin).append(" COMMAND [OPTIONS]\n\n");
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      if (entry.group().equals(group)) {
        help.line(entry.words(), entry.summary());
      }
    }
    help.text.append('\n');
    help.paragraph(begin.concat(" COMMAND --help says more and shows an example."));
    return help.text.toString();
  }

  /** One command. */
  static List<String> command(String program, Manual manual, int columns) {
    HelpText help = new HelpText(columns);
    help.summaryColumn = 0;
    help.usage("Usage: " + program + " " + manual.words(), manual.synopsis());
    help.text.append('\n');
    manual.description().forEach(help::paragraph);
    for (Manual.Operand operand : manual.operands()) {
      help.widen(operand.label());
    }
    List<Manual.Option> options =
        Stream.concat(manual.options().stream(), inExamples(manual)).toList();
    for (Manual.Option option : options) {
      help.widen(option.label());
    }
    if (!manual.operands().isEmpty()) {
      help.text.append('\n');
    }
    manual.operands().forEach(each -> help.line(each.label(), each.summary()));
    if (!options.isEmpty()) {
      help.text.append('\n');
    }
    options.forEach(each -> help.line(each.label(), each.summary()));
    help.text.append("\nFor example:\n");
    manual.examples().forEach(help::example);
    help.text.append('\n');
    help.paragraph("The options of every command: " + program + " --help");
    return List.of(help.text.toString().stripTrailing().split("\n", -1));
  }

  /** Options of every command that the examples have: what is shown is explained. */
  private static Stream<Manual.Option> inExamples(Manual manual) {
    Set<String> shown =
        manual.examples().stream()
            .flatMap(example -> words(example.replaceFirst(" -- .*", "")).stream())
            .collect(Collectors.toSet());
    return Globals.OPTIONS.stream()
        .filter(each -> shown.contains(each.name()))
        .map(each -> new Manual.Option(List.of(each.name()), each.value(), each.summary(), false));
  }

  private void widen(String label) {
    summaryColumn = Math.max(summaryColumn, label.length() + 4);
  }

  private void paragraph(String words) {
    for (String line : Cells.wrapped(words, columns)) {
      text.append(line).append('\n');
    }
  }

  /**
   * The words of a synopsis, where what stands in brackets is one word; alternatives are several.
   */
  private void usage(String begin, String synopsis) {
    StringBuilder line = new StringBuilder(begin);
    int indent = Math.min(begin.length(), 8);
    for (String word : synopsis.split(" (?!\\||[^\\[]*\\])|(?<=\\|) ", -1)) {
      if (line.length() > indent && line.length() + 1 + word.length() > columns) {
        text.append(line).append('\n');
        line.setLength(0);
        line.repeat(' ', indent);
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }

  private void line(String name, String summary) {
    int start = text.length();
    text.append("  ").append(name);
    int column = columns - summaryColumn < NARROWEST_SUMMARY ? 6 : summaryColumn;
    int used = text.length() - start;
    if (used + 1 > column) {
      text.append('\n').repeat(' ', column);
    } else {
      text.repeat(' ', column - used);
    }
    boolean first = true;
    for (String line : Cells.wrapped(summary, columns - column)) {
      if (!first) {
        text.repeat(' ', column);
      }
      text.append(line).append('\n');
      first = false;
    }
  }

  /** Where it is too long it goes on as a shell reads it, so that it can be copied. */
  private void example(String command) {
    StringBuilder line = new StringBuilder("  ");
    for (String word : words(command)) {
      if (line.length() > 6 && line.length() + 1 + word.length() + 2 > columns) {
        text.append(line).append(" \\\n");
        line.setLength(0);
        line.append("     ");
      }
      line.append(line.length() == 2 ? "" : " ").append(word);
    }
    text.append(line).append('\n');
  }

  /** What a shell takes as words: quotes hold blanks together. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (char c : command.strip().toCharArray()) {
      if (c == ' ' && quote == 0) {
        words.add(word.toString());
        word.setLength(0);
        continue;
      }
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      }
      word.append(c);
    }
    words.add(word.toString());
    return words;
  }
}
