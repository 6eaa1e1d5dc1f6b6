package comity.cli;

import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.panes.HostClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Ends what runs in sessions, with all that they started, and closes them.",
      "Programs are asked to end (TERM); what is left after five seconds is ended (KILL)."
    },
    footer = {"  comity session stop api", "  comity session stop --now k7 m3"})
final class SessionStop implements Command {
  @CommandLine.Parameters(
      arity = "1..*",
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name")
  private List<String> sessions = new ArrayList<>();

  @CommandLine.Option(names = "--now", description = "end it at once (KILL)")
  private boolean now;

  @Override
  public Outcome run(Context context) throws IOException {
    return SessionHosts.with(SessionHosts.started(context), host -> stop(context, host));
  }

  private Outcome stop(Context context, HostClient host) throws IOException {
    Ask.Ending how = now ? Ask.Ending.AT_ONCE : Ask.Ending.WITH_GRACE;
    List<JsonObject> all = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    ExitCode code = ExitCode.DONE;
    for (String session : sessions) {
      switch (host.ask(new Ask.Stop(session, how))) {
        case Reply.Done(JsonObject result) -> {
          if (result.string("warning").isPresent()) {
            // It ended, and would be open again after a crash.
            context.warn(Table.text(result, "warning"));
            code = code == ExitCode.DONE ? ExitCode.REFUSED : code;
          }
          all.add(result);
          lines.add("closed session " + Table.text(result, "id"));
        }
        case Reply.Refused refused when sessions.size() == 1 -> {
          return SessionHosts.outcome(refused, _ -> new Outcome.Streamed(JsonObject.empty()));
        }
        case Reply.Refused refused -> {
          // The others are stopped all the same.
          code = code == ExitCode.DONE ? SessionHosts.code(refused) : code;
          JsonObject undone = SessionHosts.undone(session, refused);
          all.add(undone);
          lines.add(SessionHosts.undone(undone, "stopped"));
        }
      }
    }
    JsonObject json = JsonObject.empty().with("sessions", JsonArray.of(all));
    return code == ExitCode.DONE
        ? new Outcome.Deed(json, lines)
        : new Outcome.Answer(code, json, lines);
  }
}
