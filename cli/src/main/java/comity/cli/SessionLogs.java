package comity.cli;

import comity.frames.Ask;
import comity.json.JsonObject;
import comity.terminal.PlainText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Base64;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Prints the last that a session printed, as text; also after its program has ended.",
      "Some 64 KiB are kept. --raw gives the bytes as the terminal got them."
    },
    footer = {"  comity session logs api", "  comity session logs api --raw | less -R"})
final class SessionLogs implements Command {
  @CommandLine.Parameters(
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name")
  private String session = "";

  @CommandLine.Option(names = "--raw", description = "with what is meant for a terminal")
  private boolean raw;

  @Override
  public Outcome run(Context context) throws IOException {
    return SessionHosts.with(
        SessionHosts.started(context),
        host ->
            SessionHosts.outcome(
                host.ask(new Ask.Logs(session, 0)), shown -> print(context, shown)));
  }

  private Outcome print(Context context, JsonObject shown) {
    byte[] bytes = Base64.getDecoder().decode(shown.string("base64").orElse(""));
    if (bytes.length == 0) {
      context.note("nothing is kept of what it printed, if it printed anything");
    }
    if (raw && !context.globals().json()) {
      PrintStream out = context.surroundings().out();
      out.write(bytes, 0, bytes.length);
      out.flush();
      return new Outcome.Streamed(JsonObject.empty());
    }
    String text = PlainText.of(bytes);
    return new Outcome.Answer(shown.without("base64").with("text", text), text.lines().toList());
  }
}
