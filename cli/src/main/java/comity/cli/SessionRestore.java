package comity.cli;

import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.panes.HostClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Runs the agents of sessions again, each in its own conversation; without an id those of all"
          + " open sessions that have no process, such as after a reboot.",
      "A conversation that can't be taken up is never replaced by a new one in silence: the session"
          + " stays stopped, and is shown with the reason.",
      "The exit code is 0 where each runs again, or had ended by itself with nothing to take up."
    },
    footer = {"  comity session restore", "  comity session restore api"})
final class SessionRestore implements Command {
  @CommandLine.Parameters(
      arity = "0..*",
      paramLabel = "SESSION",
      description = "its id, the beginning of it, or its name (default: all)")
  private List<String> sessions = new ArrayList<>();

  @Override
  public Outcome run(Context context) throws IOException {
    return SessionHosts.with(SessionHosts.started(context), host -> restore(context, host));
  }

  private Outcome restore(Context context, HostClient host) throws IOException {
    Map<String, String> environment = context.surroundings().environment();
    List<JsonObject> all = new ArrayList<>();
    ExitCode code = ExitCode.DONE;
    if (sessions.isEmpty()) {
      switch (host.ask(new Ask.Restore(Optional.empty(), environment, Ask.Answered.SETTLED))) {
        case Reply.Done(JsonObject result) -> all.addAll(Table.objects(result, "sessions"));
        case Reply.Refused refused -> {
          return SessionHosts.outcome(refused, _ -> new Outcome.Streamed(JsonObject.empty()));
        }
      }
    }
    for (String session : sessions) {
      switch (host.ask(new Ask.Restore(Optional.of(session), environment, Ask.Answered.SETTLED))) {
        case Reply.Done(JsonObject result) -> all.add(result.with("restored", true));
        case Reply.Refused refused when sessions.size() == 1 -> {
          return SessionHosts.outcome(refused, _ -> new Outcome.Streamed(JsonObject.empty()));
        }
        case Reply.Refused refused -> {
          // The others are restored all the same.
          code = code == ExitCode.DONE ? SessionHosts.code(refused) : code;
          all.add(SessionHosts.undone(session, refused).with("restored", false));
        }
      }
    }
    boolean whole = all.stream().allMatch(each -> is(each, "restored") || is(each, "finished"));
    return new Outcome.Answer(
        whole || code != ExitCode.DONE ? code : ExitCode.REFUSED,
        JsonObject.empty().with("sessions", JsonArray.of(all)),
        all.isEmpty()
            ? List.of("no open session is without a process")
            : all.stream().map(SessionRestore::line).toList());
  }

  private static String line(JsonObject session) {
    if (session.string("called").isPresent()) {
      return SessionHosts.undone(session, "restored");
    }
    String id = "session " + Table.text(session, "id");
    if (is(session, "restored")) {
      return id
          + (session.get("exit_code") == null ? " runs again" : " ran again, and has ended")
          + session.string("note").map(": "::concat).orElse("");
    }
    String todo =
        session.string("todo").filter(text -> !text.isEmpty()).map("; "::concat).orElse("");
    return id + " stays stopped: " + Table.text(session, "why") + todo;
  }

  private static boolean is(JsonObject session, String key) {
    return new JsonBoolean(true).equals(session.get(key));
  }
}
