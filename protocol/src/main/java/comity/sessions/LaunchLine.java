package comity.sessions;

import comity.sessions.ShellLine.Part;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A line that launches an agent: whether arguments that are put at its end are the agent's
 * (SES-20). One command is such a line, with assignments before it and redirections in it; whatever
 * is put together of commands, or hands its arguments on, is not, and needs a resume command of its
 * own.
 */
public final class LaunchLine {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\+?=.*", Pattern.DOTALL);
  private static final Pattern DESCRIPTOR = Pattern.compile("[0-9]+|\\{[A-Za-z_][A-Za-z0-9_]*\\}");

  private static final Set<String> REDIRECTIONS =
      Set.of("<", ">", ">>", "<<<", "<&", ">&", "<>", ">|", "&>", "&>>");

  /** They begin something that has an end of its own. */
  private static final Set<String> RESERVED =
      Set.of(
          "if",
          "then",
          "else",
          "elif",
          "fi",
          "for",
          "while",
          "until",
          "do",
          "done",
          "case",
          "esac",
          "select",
          "function",
          "{",
          "}",
          "!",
          "[[",
          "coproc");

  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "busybox", "pwsh");

  /** What runs another program, or says which machine or user runs it. */
  private static final Set<String> WRAPPERS =
      Set.of(
          "env",
          "sudo",
          "doas",
          "su",
          "nohup",
          "timeout",
          "nice",
          "ionice",
          "time",
          "xargs",
          "ssh",
          "docker",
          "podman",
          "npx",
          "bunx",
          "pnpx",
          "uvx",
          "pipx",
          "script",
          "watch",
          "stdbuf",
          "setsid",
          "unshare",
          "chroot",
          "strace",
          "ltrace",
          "flatpak",
          "systemd-run",
          "tmux",
          "screen",
          "eval",
          "exec",
          "command",
          "builtin",
          "source",
          ".",
          "trap",
          "nsenter",
          "direnv",
          "mise",
          "asdf",
          "nix",
          "caffeinate",
          "taskset",
          "chrt",
          "firejail",
          "bwrap",
          "npm",
          "pnpm",
          "yarn",
          "bun",
          "deno",
          "make",
          "find",
          "parallel",
          "entr",
          "expect",
          "unbuffer",
          "dbus-run-session",
          "faketime",
          "proot",
          "distrobox",
          "toolbox",
          "kubectl");

  private LaunchLine() {}

  /** Whether an argument at the end of the line is one of the program that it runs. */
  public static CommandCheck check(String line) {
    ShellLine read = ShellLine.read(line.stripTrailing());
    Optional<CommandCheck.Refused> flaw = flaw(read);
    if (flaw.isPresent()) {
      return flaw.get();
    }
    Optional<Part.Word> program = Optional.empty();
    boolean target = false;
    for (int i = 0; i < read.parts().size(); i++) {
      switch (read.parts().get(i)) {
        case Part.Comment comment -> {
          return refused(comment.column(), "arguments at the end would be in a comment");
        }
        case Part.Operator operator -> {
          if (!REDIRECTIONS.contains(operator.text()) || target) {
            return refused(operator.column(), composed(operator.text()));
          }
          target = true;
        }
        case Part.Word word -> {
          if (word.substitution() > 0) {
            return refused(word.substitution(), "a command within it decides what is run");
          }
          if (target) {
            target = false;
          } else if (program.isEmpty() && !isBeforeProgram(read, i, word)) {
            program = Optional.of(word);
          }
        }
      }
    }
    if (target) {
      int last = read.parts().getLast().column();
      return refused(last, "it ends with a redirection that has no file");
    }
    return program.isEmpty() ? refused(1, "it runs no program") : program(program.get());
  }

  private static Optional<CommandCheck.Refused> flaw(ShellLine read) {
    return read.flaw().map(flaw -> new CommandCheck.Refused(flaw.column(), flaw.why()));
  }

  private static CommandCheck.Refused refused(int column, String why) {
    return new CommandCheck.Refused(column, why);
  }

  private static String composed(String operator) {
    return switch (operator) {
      case "|", "|&" -> "it is a pipe, and an argument at the end goes to its last command";
      case "&" -> "it is run in the background";
      case "\n" -> "it is more than one line";
      case "(", ")" -> "it has a group of commands or a function";
      default -> "it is more than one command (" + operator + ")";
    };
  }

  static boolean isAssignment(Part.Word word) {
    return ASSIGNMENT.matcher(word.text()).matches();
  }

  /** Whether it is an assignment, or the descriptor of a redirection that follows it at once. */
  private static boolean isBeforeProgram(ShellLine read, int index, Part.Word word) {
    return isAssignment(word) || isDescriptor(read.parts(), index);
  }

  /** Whether a part is the descriptor of a redirection that follows it at once. */
  static boolean isDescriptor(List<Part> parts, int index) {
    return parts.get(index) instanceof Part.Word word
        && index + 1 < parts.size()
        && parts.get(index + 1) instanceof Part.Operator(String _, int column)
        && column == word.column() + word.text().length()
        && DESCRIPTOR.matcher(word.text()).matches();
  }

  private static CommandCheck program(Part.Word word) {
    if (word.plain().isEmpty()) {
      return word.text().startsWith("'")
              || word.text().startsWith("\"")
              || word.text().contains("\\")
          ? new CommandCheck.Accepted()
          : refused(word.column(), "a variable decides which program is run");
    }
    String text = word.plain().get();
    String name = text.substring(text.lastIndexOf('/') + 1);
    if (RESERVED.contains(text)) {
      return refused(word.column(), text + " begins more than one command");
    }
    if (SHELLS.contains(name)) {
      return refused(
          word.column(), name + " runs what it is given, and takes arguments for itself");
    }
    return WRAPPERS.contains(name)
        ? refused(word.column(), name + " runs another program, and may take arguments for itself")
        : new CommandCheck.Accepted();
  }

  /**
   * The name of the program that a line runs, without its folder; empty where that can't be told.
   */
  public static Optional<String> programOf(String line) {
    ShellLine read = ShellLine.read(line);
    boolean target = false;
    for (int i = 0; i < read.parts().size(); i++) {
      switch (read.parts().get(i)) {
        case Part.Operator operator when REDIRECTIONS.contains(operator.text()) -> target = true;
        case Part.Operator _, Part.Comment _ -> {
          return Optional.empty();
        }
        case Part.Word word -> {
          if (target) {
            target = false;
          } else if (!isBeforeProgram(read, i, word)) {
            return word.plain().map(text -> text.substring(text.lastIndexOf('/') + 1));
          }
        }
      }
    }
    return Optional.empty();
  }
}
