package comity.cli;

import comity.pty.Tty;
import java.io.IOException;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows a session in this terminal and hands it every key.",
      "Ctrl-\\ leaves it and lets it run. Several may view one session; it is as large as fits all."
    },
    footer = {
      "  comity attach api",
      "  comity attach k7",
      "  comity attach api --detach-key ctrl-]"
    })
final class Attach implements Command {
  @CommandLine.Parameters(
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name")
  private String session = "";

  @CommandLine.Mixin private DetachKey key = new DetachKey();

  @Override
  public Outcome run(Context context) throws IOException {
    Tty.ignoreQuit();
    return SessionHosts.with(
        SessionHosts.running(context), host -> Viewing.view(context, host, session, key.sign()));
  }
}
