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
    String name = System.getProperty("comity.name", "comity");
    // Written in UTF-8 whatever the locale says, since other programs read it; and in one piece.
    PrintStream out = stream(FileDescriptor.out);
    int code = 0;
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      out.println(VERSION);
    } else if (args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"))) {
      out.print(HelpText.top(name));
    } else {
      code = run(args, name, out);
    }
    out.flush();
    // halt would skip the hooks of a hub that still runs.
    System.exit(code);
  }

  private static int run(String[] args, String name, PrintStream out) {
    String launcher = System.getProperty("comity.launcher");
    PrintStream err = stream(FileDescriptor.err);
    Surroundings surroundings =
        new Surroundings(
            System.in,
            out,
            err,
            System.getenv(),
            Path.of(System.getProperty("user.home")),
            Path.of("").toAbsolutePath(),
            name,
            launcher == null ? null : Path.of(launcher));
    int code = new Program(surroundings).run(List.of(args));
    err.flush();
    return code;
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor), 8192),
        descriptor == FileDescriptor.err,
        StandardCharsets.UTF_8);
  }
}
