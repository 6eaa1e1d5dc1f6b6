package comity.cli;

import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.pty.Tty;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Runs the agent of a session again, in its own conversation, and shows it.",
    footer = {"  comity session resume api", "  comity session resume api --detach"})
final class SessionResume implements Command {
  @CommandLine.Parameters(
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name")
  private String session = "";

  @CommandLine.Option(names = "--detach", description = "do not attach")
  private boolean detach;

  @CommandLine.Mixin private DetachKey key = new DetachKey();

  @Override
  public Outcome run(Context context) throws IOException {
    Tty.ignoreQuit();
    return SessionHosts.with(
        SessionHosts.started(context),
        host -> {
          Reply reply =
              host.ask(
                  new Ask.Restore(
                      Optional.of(session),
                      context.surroundings().environment(),
                      detach ? Ask.Answered.SETTLED : Ask.Answered.STARTED));
          if (!(reply instanceof Reply.Done(JsonObject resumed))) {
            return SessionHosts.outcome(reply, _ -> new Outcome.Streamed(JsonObject.empty()));
          }
          resumed.string("note").ifPresent(context::note);
          String id = resumed.string("id").orElse(session);
          return detach
              ? new Outcome.Deed(resumed, List.of("session " + id + " runs again"))
              : Viewing.begun(context, host, id, key.sign());
        });
  }
}
