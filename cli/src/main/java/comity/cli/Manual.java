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
 * @param synopsis the usage line without the program's name
 * @param operands what stands on the line beside options
 * @param examples command lines, each beginning with {@code comity}
 */
record Manual(
    String words,
    String summary,
    String synopsis,
    List<Operand> operands,
    List<Option> options,
    List<String> examples) {

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
  }

  Manual {
    operands = List.copyOf(operands);
    options = List.copyOf(options);
    examples = List.copyOf(examples);
  }

  /** Of every command, in the order of the catalogue. */
  static List<Manual> all() {
    return Catalogue.ENTRIES.stream().map(Manual::of).toList();
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
    String synopsis = line.getHelp().synopsis(0).strip().replaceFirst("^comity ", "");
    return new Manual(
        entry.words(),
        entry.summary(),
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
    line.setUnmatchedOptionsArePositionalParams(false);
    return line;
  }

  /** The help text of a command. */
  static List<String> usage(CommandLine line) {
    CommandLine.Model.UsageMessageSpec message = line.getCommandSpec().usageMessage();
    String program = line.getCommandName();
    message.synopsisHeading("Usage: ");
    message.descriptionHeading("%n");
    message.parameterListHeading("%n");
    message.optionListHeading("%n");
    message.footerHeading("%nFor example:%n");
    message.sortOptions(false);
    message.abbreviateSynopsis(false);
    String text = line.getUsageMessage(CommandLine.Help.Ansi.OFF);
    return List.of(
        (text.stripTrailing()
                + "\n\nThe options of every command: "
                + program.substring(0, program.indexOf(' '))
                + " --help")
            .split("\n", -1));
  }
}
