package comity.cli;

import comity.control.ConfigCheck;
import comity.control.Configuration;
import comity.control.MemorySettings;
import comity.files.ConfigFile;
import comity.files.Home;
import comity.memory.Tokenizer;
import comity.recall.MemoryDesk;
import comity.recall.Wanted;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Runs commands about memory where they are given. */
final class Recalling {
  private Recalling() {}

  /** Begins to read the vocabulary that tokens are counted with, if it is the usual one. */
  static void begin() {
    Thread.ofPlatform().daemon().name("tokens").start(Tokenizer.DEFAULT::prepare);
  }

  /** How memory is given, as the home's configuration says, or as usual where it is wrong. */
  static MemorySettings settings(Context context, Home home) {
    return switch (ConfigFile.of(home).read()) {
      case ConfigCheck.Checked(Configuration configuration) -> configuration.memory();
      case ConfigCheck.Faulty _ -> {
        context.warn("config.toml is wrong, so memory is given as usual; see `comity doctor`");
        yield Configuration.standard().memory();
      }
    };
  }

  /** Does something with the memory of the project that the command is in. */
  static Outcome at(Context context, Function<MemoryDesk, Outcome> work) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) ->
          work.apply(at.memory(settings(context, at.home())));
    };
  }

  /** As {@link #at}, with the memory that options name. */
  static Outcome of(
      Context context,
      MemoryOptions options,
      BiFunction<MemoryDesk, Optional<Wanted>, Outcome> work) {
    return at(context, desk -> work.apply(desk, options.wanted()));
  }

  static Outcome noMemory() {
    return Outcome.Failure.usage("no memory is named", "name one with --room, --main or --session");
  }
}
