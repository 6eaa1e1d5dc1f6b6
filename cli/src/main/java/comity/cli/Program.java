package comity.cli;

import comity.files.FileException;
import comity.files.Home;
import comity.hub.Hub;
import comity.json.JsonObject;
import comity.messages.SafeText;
import comity.panes.SilentHostException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** Runs one command line: reads it, finds the command, runs that, prints what came of it. */
final class Program {
  private static final List<String> HOOK_EVENT = List.of("hook", "event");
  private static final List<String> HOOK_CAPTURE = List.of("hook", "capture");

  private static final char REPLACEMENT = '\uFFFD';

  private final Surroundings surroundings;

  Program(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** The exit code. To a provider one of a hook says whether it may go on, which is not ours. */
  int run(List<String> arguments) {
    int code = done(arguments);
    if (Collections.indexOfSubList(arguments, HOOK_CAPTURE) >= 0) {
      // One that fails closed says so, but with no code that a provider takes for an order.
      return code == ExitCode.DONE.number() ? code : ExitCode.REFUSED.number();
    }
    return Collections.indexOfSubList(arguments, HOOK_EVENT) < 0 ? code : ExitCode.DONE.number();
  }

  private int done(List<String> arguments) {
    return switch (Globals.read(arguments)) {
      case Globals.Reading.Wrong wrong ->
          print(
              Outcome.Failure.usage(wrong.why(), "see " + surroundings.name() + " --help"),
              wrong.globals());
      case Globals.Reading.Read read when areGarbled(arguments) ->
          print(
              Outcome.Failure.usage(
                  "an argument is not UTF-8 text", "give it in UTF-8, or in a file"),
              read.globals());
      case Globals.Reading.Read read when isHomeGarbled() ->
          print(
              Outcome.Failure.usage(
                  Home.VARIABLE + " is not UTF-8 text", "have the home in another folder"),
              read.globals());
      case Globals.Reading.Read read ->
          run(new Context(surroundings, read.globals()), read.words());
    };
  }

  /** Java replaces bytes that are no UTF-8, and what was asked would be done to something else. */
  private static boolean areGarbled(List<String> arguments) {
    if (arguments.stream().noneMatch(each -> each.indexOf(REPLACEMENT) >= 0)) {
      return false;
    }
    // Before them are java's own.
    return isNoText("cmdline", arguments.size());
  }

  private boolean isHomeGarbled() {
    return surroundings.environment().getOrDefault(Home.VARIABLE, "").indexOf(REPLACEMENT) >= 0
        && isNoText("environ", Integer.MAX_VALUE);
  }

  /** Whether the last strings of a file of this process are no UTF-8. */
  private static boolean isNoText(String name, int last) {
    try {
      byte[] given = Files.readAllBytes(Path.of("/proc/self", name));
      int from = given.length;
      for (int ends = 0; from > 0 && ends <= last; from--) {
        ends += given[from - 1] == 0 ? 1 : 0;
      }
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(given, from, given.length - from));
      return false;
    } catch (CharacterCodingException notText) {
      return true;
    } catch (IOException notThere) {
      // Where the system does not show it, it is taken as it came.
      return false;
    }
  }

  private int run(Context context, List<String> words) {
    return switch (Named.find(words)) {
      case Named.Version _ -> print(version(), context.globals());
      case Named.Top _ -> {
        surroundings.out().print(HelpText.top(surroundings.name(), surroundings.columns()));
        yield ExitCode.DONE.number();
      }
      case Named.Group group -> {
        surroundings
            .out()
            .print(HelpText.group(surroundings.name(), group.word(), surroundings.columns()));
        yield ExitCode.DONE.number();
      }
      case Named.Unknown unknown ->
          print(
              Outcome.Failure.usage(unknown.why(), unknown.todo(surroundings.name())),
              context.globals());
      case Named.Found found -> print(run(context, found), context.globals());
    };
  }

  /** With {@code --json}, what a report of a fault needs. */
  private static Outcome version() {
    return new Outcome.Answer(
        JsonObject.empty()
            .with("version", Hub.VERSION)
            .with("java", Runtime.version().toString())
            .with("java_home", System.getProperty("java.home")),
        List.of(Main.VERSION));
  }

  private Outcome run(Context context, Named.Found found) {
    if (found.help()) {
      return new Outcome.Answer(
          JsonObject.empty(),
          HelpText.command(surroundings.name(), Manual.of(found.words()), surroundings.columns()));
    }
    try {
      Optional<Outcome> refusal = Workplace.refusal(context, found.words());
      return refusal.isPresent() ? refusal.get() : done(context, found);
    } catch (FileException failed) {
      return Outcome.Failure.of(ExitCode.REFUSED, "", String.valueOf(failed.getMessage()), "");
    }
  }

  private Outcome done(Context context, Named.Found found) {
    Command command = Catalogue.create(found.words());
    command.begin();
    CommandLine line = Manual.commandLine(surroundings.name(), found.words(), command);
    try {
      line.parseArgs(found.arguments().toArray(String[]::new));
    } catch (CommandLine.ParameterException wrong) {
      return WrongUsage.of(wrong, surroundings.name() + " " + found.words());
    }
    try {
      return command.run(context);
    } catch (SilentHostException silent) {
      return Outcome.Failure.of(ExitCode.UNREACHABLE, "", silent.why(), silent.todo());
    } catch (IOException failed) {
      return Outcome.Failure.of(ExitCode.REFUSED, found.words(), Failures.text(failed), "");
    } catch (InterruptedException stopped) {
      return Outcome.Failure.of(ExitCode.REFUSED, found.words(), "it was interrupted", "");
    }
  }

  private int print(Outcome outcome, Globals globals) {
    return switch (outcome) {
      case Outcome.Answer answer -> {
        printResult(answer.json(), answer.lines(), globals.json());
        yield answer.code().number();
      }
      case Outcome.Deed deed -> {
        printResult(deed.json(), globals.quiet() ? List.of() : deed.lines(), globals.json());
        yield ExitCode.DONE.number();
      }
      case Outcome.Streamed _ -> ExitCode.DONE.number();
      case Outcome.Failure failure -> {
        if (globals.json()) {
          JsonObject json = failure.json().with("error", failure.code().word());
          surroundings.out().println(Harmless.json(json.with("message", failure.line())));
        }
        surroundings.err().println(surroundings.name() + ": " + SafeText.shown(failure.line()));
        yield failure.code().number();
      }
    };
  }

  private void printResult(JsonObject json, List<String> lines, boolean asJson) {
    PrintStream out = surroundings.out();
    if (asJson) {
      out.println(Harmless.json(json));
    } else {
      lines.forEach(line -> out.println(SafeText.shown(line)));
    }
  }
}
