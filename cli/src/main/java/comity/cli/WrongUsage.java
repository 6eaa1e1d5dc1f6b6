package comity.cli;

import comity.control.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Says what is wrong with a command line that picocli did not take. */
final class WrongUsage {
  private WrongUsage() {}

  /**
   * The failure.
   *
   * @param command the words that name it, with the program
   */
  static Outcome.Failure of(CommandLine.ParameterException wrong, String command) {
    String help = "see " + command + " --help";
    return switch (wrong) {
      case CommandLine.UnmatchedArgumentException unmatched -> unmatched(unmatched, command, help);
      case CommandLine.MutuallyExclusiveArgsException both ->
          Outcome.Failure.usage(
              String.valueOf(both.getMessage()).replaceFirst("^Error: ", ""), help);
      case CommandLine.MissingParameterException missing
          when missing.getMissing().getFirst().group() != null ->
          Outcome.Failure.usage(
              "one of these is missing: "
                  + missing.getMissing().getFirst().group().args().stream()
                      .map(WrongUsage::label)
                      .collect(Collectors.joining(", ")),
              help);
      case CommandLine.MissingParameterException missing ->
          Outcome.Failure.usage(label(missing.getMissing().getFirst()) + " is missing", help);
      case CommandLine.ParameterException other
          when other.getCause() instanceof CommandLine.TypeConversionException reason ->
          Outcome.Failure.usage(String.valueOf(reason.getMessage()), help);
      default -> Outcome.Failure.usage(String.valueOf(wrong.getMessage()), help);
    };
  }

  private static String label(CommandLine.Model.ArgSpec argument) {
    return argument instanceof CommandLine.Model.OptionSpec option
        ? option.longestName() + (option.arity().max() == 0 ? "" : " " + option.paramLabel())
        : argument.paramLabel();
  }

  private static Outcome.Failure unmatched(
      CommandLine.UnmatchedArgumentException wrong, String command, String help) {
    String first = wrong.getUnmatched().getFirst();
    if (!first.startsWith("-")) {
      return Outcome.Failure.usage("there is one word too many: " + first, help);
    }
    String name = first.split("=", 2)[0];
    List<String> known =
        wrong.getCommandLine().getCommandSpec().options().stream()
            .map(CommandLine.Model.OptionSpec::longestName)
            .toList();
    return Outcome.Failure.usage(
        "there is no option " + name,
        Nearest.of(name, known)
                .map(near -> "did you mean " + near + "? ")
                .or(() -> behindDashes(wrong.getCommandLine(), command, name))
                .orElse("")
            + help);
  }

  /** Commands that run another take its words behind {@code --}. */
  private static Optional<String> behindDashes(CommandLine line, String command, String option) {
    return line.getCommandSpec().positionalParameters().stream()
        .filter(each -> each.paramLabel().startsWith("-- "))
        .findFirst()
        .map(_ ->
            "one of the program's own stands behind --: "
                + "%s -- PROGRAM %s; ".formatted(command, option));
  }
}
