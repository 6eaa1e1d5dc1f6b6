package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.messages.SafeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Checks what the hub needs: Java, the home and its permissions, disk, clock, configuration"
          + " (with line numbers), store and port. It changes nothing. Exit code 1 where something"
          + " is wrong."
    },
    footer = {"  comity doctor", "  comity doctor --json"})
final class Doctor implements Command {

  /** How it stands with one thing. */
  enum State {
    OK,
    WARNING,
    ERROR
  }

  /**
   * One thing that was looked at.
   *
   * @param todo what to do where it is not well; else empty
   */
  record Finding(String subject, State state, String text, String todo) {
    static Finding ok(String subject, String text) {
      return new Finding(subject, State.OK, text, "");
    }

    static Finding warning(String subject, String text, String todo) {
      return new Finding(subject, State.WARNING, text, todo);
    }

    static Finding error(String subject, String text, String todo) {
      return new Finding(subject, State.ERROR, text, todo);
    }

    String line() {
      String mark =
          switch (state) {
            case OK -> "ok     ";
            case WARNING -> "look   ";
            case ERROR -> "WRONG  ";
          };
      return mark + subject + ": " + text + (todo.isEmpty() ? "" : "; " + todo);
    }

    JsonObject json() {
      JsonObject json =
          JsonObject.empty()
              .with("subject", subject)
              .with(
                  "state",
                  switch (state) {
                    case OK -> "ok";
                    case WARNING -> "warning";
                    case ERROR -> "error";
                  })
              .with("text", text);
      return todo.isEmpty() ? json : json.with("todo", todo);
    }
  }

  @Override
  public Outcome run(Context context) throws IOException {
    Asking status = context.hub().get("/api/status");
    Optional<JsonObject> hub =
        status instanceof Asking.Answered(JsonObject body) ? Optional.of(body) : Optional.empty();
    MachineCheck machine = new MachineCheck(context.home());
    List<Finding> findings = new ArrayList<>();
    findings.add(machine.java());
    findings.addAll(machine.folder());
    findings.add(machine.disk());
    findings.add(machine.clock());
    HubCheck check = new HubCheck(context.home(), context.hub());
    SessionCheck sessions = new SessionCheck(context.home());
    findings.addAll(check.configuration());
    findings.addAll(sessions.providers());
    findings.add(check.store(hub.isPresent()));
    findings.addAll(sessions.files());
    findings.add(sessions.host());
    findings.addAll(hub.isPresent() ? HubCheck.running(hub.get()) : check.stopped(status));
    JsonObject json =
        JsonObject.empty()
            .with("checks", JsonArray.of(findings.stream().map(Finding::json).toList()));
    List<String> lines = findings.stream().map(Finding::line).toList();
    long wrong = findings.stream().filter(each -> each.state() == State.ERROR).count();
    if (wrong == 0) {
      return new Outcome.Answer(json, lines);
    }
    if (!context.globals().json()) {
      lines.forEach(line -> context.surroundings().out().println(SafeText.shown(line)));
    }
    return new Outcome.Failure(
        ExitCode.REFUSED, "", wrong + " of the checks found something wrong", "", json);
  }
}
