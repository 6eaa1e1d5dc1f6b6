package comity.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * What is to be known about one command, read from its picocli annotations; help, manual page and
 * completion are made from it.
 *
 * @param words what a person types, for instance {@code key add}
 * @param description paragraphs
 * @param synopsis what stands behind the words
 * @param operands what stands on the line beside options
 * @param examples command lines, each beginning with {@code comity}
 */
record Manual(
    String words,
    String summary,
    List<String> description,
    String synopsis,
    List<Operand> operands,
    List<Option> options,
    List<String> examples) {

  /** Wider than any synopsis: lines are broken by {@link HelpText}, which knows the terminal. */
  private static final int ONE_LINE = 10_000;

  /** One operand. */
  record Operand(String label, String summary) {}

  /**
   * One option.
   *
   * @param value what its value is called; empty for a switch
   * @param file whether the value is a path
   */
  record Option(List<String> names, String value, String summary, boolean file) {
    Option {
      names = List.copyOf(names);
    }

    /** As it is typed, such as {@code --file=FILE}. */
    String label() {
      return String.join(", ", names) + (value.isEmpty() ? "" : "=" + value);
    }
  }

  Manual {
    description = List.copyOf(description);
    operands = List.copyOf(operands);
    options = List.copyOf(options);
    examples = List.copyOf(examples);
  }

  /** Of every command, in the order of the catalogue. */
  static List<Manual> all() {
    return Catalogue.ENTRIES.stream().map(Manual::of).toList();
  }

  /** Of the command of these words. */
  static Manual of(String words) {
    return Catalogue.ENTRIES.stream()
        .filter(entry -> entry.words().equals(words))
        .map(Manual::of)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no command " + words));
  }

  private static Manual of(Catalogue.Entry entry) {
    CommandLine line = commandLine("comity", entry.words(), Catalogue.create(entry.words()));
    CommandLine.Model.CommandSpec spec = line.getCommandSpec();
    List<Option> options = new ArrayList<>();
    for (CommandLine.Model.OptionSpec option : spec.options()) {
      boolean isSwitch = option.arity().max() == 0;
      options.add(
          new Option(
              List.of(option.names()),
              isSwitch ? "" : option.paramLabel(),
              String.join(" ", option.description()),
              Path.class.isAssignableFrom(option.auxiliaryTypes()[0])));
    }
    List<Operand> operands =
        spec.positionalParameters().stream()
            .map(each -> new Operand(each.paramLabel(), String.join(" ", each.description())))
            .toList();
    // Without colours, whatever standard output is.
    String synopsis =
        new CommandLine.Help(spec, CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .synopsis(0)
            .strip()
            .replaceFirst("^comity " + entry.words() + " ?", "");
    return new Manual(
        entry.words(),
        entry.summary(),
        List.of(spec.usageMessage().description()),
        synopsis,
        operands,
        options,
        List.of(spec.usageMessage().footer()));
  }

  /** picocli's view of a command; the examples are its footer. */
  static CommandLine commandLine(String program, String words, Command command) {
    CommandLine line = new CommandLine(command);
    line.setCommandName(program + " " + words);
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(ONE_LINE);
    line.getCommandSpec().usageMessage().abbreviateSynopsis(false);
    line.setUnmatchedOptionsArePositionalParams(false);
    return line;
  }
}
