package comity.cli;

import comity.frames.Ask;
import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Prints what is on the screen of a session now, as text.",
    footer = "  comity session screen api")
final class SessionScreen implements Command {
  @CommandLine.Parameters(
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name")
  private String session = "";

  @Override
  public Outcome run(Context context) throws IOException {
    return SessionHosts.ask(
        context,
        new Ask.Screen(session),
        shown ->
            new Outcome.Answer(
                shown, shown.string("text").orElse("").stripTrailing().lines().toList()));
  }
}
