package comity.sessions;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a person asked to be run, in the form that they gave it (SES-20). */
public sealed interface CommandForm {
  /** A line for the shell. */
  record Line(String text) implements CommandForm {}

  /** A program and its arguments; there is at least the program. */
  record Words(List<String> argv) implements CommandForm {
    public Words {
      argv = List.copyOf(argv);
      if (argv.isEmpty()) {
        throw new IllegalArgumentException("no program");
      }
    }
  }

  /**
   * What stands behind {@code --}: one argument is a line, several are a program and its arguments.
   *
   * @param words at least one
   */
  static CommandForm of(List<String> words) {
    return words.size() == 1 ? new Line(words.getFirst()) : new Words(words);
  }

  /** As a line for the shell. */
  default String line() {
    return switch (this) {
      case Line(String text) -> text;
      case Words(List<String> argv) ->
          argv.stream().map(ShellQuote::of).collect(Collectors.joining(" "));
    };
  }

  /** The words after {@code --} that give it back. */
  default List<String> words() {
    return switch (this) {
      case Line(String text) -> List.of(text);
      case Words(List<String> argv) -> argv;
    };
  }

  /** The name of its program, without a folder; empty where that can't be told. */
  default Optional<String> program() {
    return switch (this) {
      case Line(String text) -> LaunchLine.programOf(text);
      case Words(List<String> argv) ->
          Optional.of(argv.getFirst().substring(argv.getFirst().lastIndexOf('/') + 1));
    };
  }

  /** Whether an argument at its end is one of the program that it runs. */
  default CommandCheck check() {
    return LaunchLine.check(line());
  }
}
