package comity.cli;

import comity.files.FileException;
import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;

/** Runs one command line: reads it, finds the command, runs that, prints what came of it. */
final class Program {
  private final Surroundings surroundings;

  Program(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** The exit code. */
  int run(List<String> arguments) {
    return switch (Globals.read(arguments)) {
      case Globals.Reading.Wrong wrong ->
          print(
              Outcome.Failure.usage(wrong.why(), "see " + surroundings.name() + " --help"),
              wrong.globals());
      case Globals.Reading.Read read ->
          run(new Context(surroundings, read.globals()), read.words());
    };
  }

  private int run(Context context, List<String> words) {
    return switch (Named.find(words)) {
      case Named.Version _ -> {
        surroundings.out().println(Main.VERSION);
        yield ExitCode.DONE.number();
      }
      case Named.Top _ -> {
        surroundings.out().print(HelpText.top(surroundings.name()));
        yield ExitCode.DONE.number();
      }
      case Named.Group group -> {
        surroundings.out().print(HelpText.group(surroundings.name(), group.word()));
        yield ExitCode.DONE.number();
      }
      case Named.Unknown unknown ->
          print(
              Outcome.Failure.usage(unknown.why(), unknown.todo(surroundings.name())),
              context.globals());
      case Named.Found found -> print(run(context, found), context.globals());
    };
  }

  private Outcome run(Context context, Named.Found found) {
    Command command = Catalogue.create(found.words());
    CommandLine line = Manual.commandLine(surroundings.name(), found.words(), command);
    if (found.help()) {
      return new Outcome.Answer(JsonObject.empty(), Manual.usage(line));
    }
    try {
      line.parseArgs(found.arguments().toArray(String[]::new));
    } catch (CommandLine.ParameterException wrong) {
      return Outcome.Failure.usage(
          String.valueOf(wrong.getMessage()),
          "see " + surroundings.name() + " " + found.words() + " --help");
    }
    try {
      return command.run(context);
    } catch (IOException failed) {
      return Outcome.Failure.of(ExitCode.REFUSED, found.words(), Failures.text(failed), "");
    } catch (FileException failed) {
      return Outcome.Failure.of(ExitCode.REFUSED, "", String.valueOf(failed.getMessage()), "");
    } catch (InterruptedException stopped) {
      return Outcome.Failure.of(ExitCode.REFUSED, found.words(), "it was interrupted", "");
    }
  }

  private int print(Outcome outcome, Globals globals) {
    return switch (outcome) {
      case Outcome.Answer answer -> {
        printResult(answer.json(), answer.lines(), globals.json());
        yield ExitCode.DONE.number();
      }
      case Outcome.Deed deed -> {
        printResult(deed.json(), globals.quiet() ? List.of() : deed.lines(), globals.json());
        yield ExitCode.DONE.number();
      }
      case Outcome.Streamed _ -> ExitCode.DONE.number();
      case Outcome.Failure failure -> {
        if (globals.json()) {
          surroundings
              .out()
              .println(
                  Json.text(
                      failure
                          .json()
                          .with("error", failure.code().word())
                          .with("message", failure.line())));
        }
        surroundings.err().println(surroundings.name() + ": " + failure.line());
        yield failure.code().number();
      }
    };
  }

  private void printResult(JsonObject json, List<String> lines, boolean asJson) {
    PrintStream out = surroundings.out();
    if (asJson) {
      out.println(Json.text(json));
    } else {
      lines.forEach(out::println);
    }
  }
}
