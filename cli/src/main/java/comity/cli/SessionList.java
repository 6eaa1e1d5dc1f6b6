package comity.cli;

import comity.files.Home;
import comity.frames.Ask;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.panes.HostClient;
import comity.panes.Shown;
import comity.sessionfiles.SessionFiles;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Lists the sessions: what is wanted of each, and what its agent is at.",
      "Those that you closed are listed with --all, until what is kept of them goes (keep_closed of"
          + " [sessions] in config.toml, 30 days)."
    },
    footer = {
      "  comity session list",
      "  comity session list --all",
      "  comity session list --json"
    })
final class SessionList implements Command {
  private static final List<String> COLUMNS =
      List.of("id", "name", "provider", "role", "state", "activity", "since", "evidence", "folder");

  @CommandLine.Option(names = "--all", description = "those that were closed, too")
  private boolean everyOne;

  @Override
  public Outcome run(Context context) throws IOException {
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) ->
          Outcome.Failure.of(ExitCode.REFUSED, "", reason, "");
      case Home.Opening.Opened(Home home) -> {
        Optional<HostClient> host = SessionHosts.connect(home);
        SessionFiles.All kept = new SessionFiles(home).all();
        // Nobody sees these otherwise, and their programs may run.
        kept.problems().forEach(context::warn);
        if (host.isEmpty()) {
          yield list(context, Shown.withoutHost(home, kept.sessions()));
        }
        yield SessionHosts.with(
            new SessionHosts.Finding.Found(host.get()),
            asked ->
                SessionHosts.outcome(
                    asked.ask(new Ask.Sessions()),
                    result -> list(context, Table.objects(result, "sessions"))));
      }
    };
  }

  /** How long is what a person asks; the time itself is in {@code session show}. */
  private static String ago(JsonObject session) {
    return Amounts.ago(Table.text(session, "since"), Instant.now());
  }

  private static JsonObject row(JsonObject session) {
    JsonObject row = session.with("since", ago(session));
    return session
        .string("says")
        .map(says -> row.with("evidence", Table.text(session, "evidence") + ": " + says))
        .orElse(row);
  }

  /** What a person should know of one; what they can do then is in {@code session show}. */
  private static Stream<String> note(JsonObject session) {
    return session
        .string("note")
        .map(note -> Table.text(session, "id") + ": " + note.split("; ", 2)[0])
        .stream();
  }

  private Outcome list(Context context, List<JsonObject> all) {
    List<JsonObject> shown =
        all.stream().filter(each -> everyOne || !Shown.isClosed(each)).toList();
    List<String> lines =
        Table.lines(
            shown.stream().map(SessionList::row).toList(),
            "there is no session; begin one: " + context.surroundings().name() + " run -- COMMAND",
            context.surroundings().columns(),
            COLUMNS);
    return new Outcome.Answer(
        JsonObject.empty().with("sessions", JsonArray.of(shown)),
        Stream.concat(lines.stream(), shown.stream().flatMap(SessionList::note)).toList());
  }
}
