package comity.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The program. */
public final class Main {
  /** What {@code comity --version} prints. */
  static final String VERSION = "comity 0.1.0";

  private Main() {}

  /** Answers one command line and ends the process with its exit code. */
  public static void main(String[] args) {
    // Written in UTF-8 whatever the locale says, since other programs read it.
    PrintStream out = stream(FileDescriptor.out);
    PrintStream err = stream(FileDescriptor.err);
    int code = answer(args, out, err);
    out.flush();
    err.flush();
    // exit would first set up the JDK's logging, which takes longer than most commands; a command
    // that needs its shutdown hooks has run them by now.
    Runtime.getRuntime().halt(code);
  }

  /** The exit code. */
  static int answer(String[] args, PrintStream out, PrintStream err) {
    String name = System.getProperty("comity.name", "comity");
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      out.println(VERSION);
      return ExitCode.DONE.number();
    }
    if (args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"))) {
      out.print(HelpText.top(name, columns()));
      return ExitCode.DONE.number();
    }
    String launcher = System.getProperty("comity.launcher");
    Surroundings surroundings =
        new Surroundings(
            System.in,
            out,
            err,
            System.getenv(),
            Path.of(System.getProperty("user.home")).toAbsolutePath(),
            Path.of("").toAbsolutePath(),
            name,
            launcher == null ? null : Path.of(launcher),
            columns());
    return new Program(surroundings).run(List.of(args));
  }

  /** Of the terminal, as the launcher found them; 0 where standard output is none. */
  private static int columns() {
    return Integer.getInteger("comity.columns", 0);
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor), 8192),
        descriptor == FileDescriptor.err,
        StandardCharsets.UTF_8);
  }
}
