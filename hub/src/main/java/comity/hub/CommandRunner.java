package comity.hub;

import comity.control.AgentSettings;
import comity.control.OnResumeFailure;
import comity.control.Runner;
import comity.files.Home;
import comity.host.Ended;
import comity.host.Produced;
import comity.host.Program;
import comity.host.ProgramSpec;
import comity.json.JsonPointer;
import comity.json.JsonValue;
import comity.messages.CommandTemplate;
import comity.messages.Envelope;
import comity.messages.Ids;
import comity.messages.OutputReading;
import comity.messages.Prompt;
import comity.messages.SafeText;
import comity.messages.SessionLadder;
import comity.store.Native;
import comity.store.Run;
import comity.store.Runs;
import comity.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs a program for a message (MSG-42, MSG-43): its output is the answer. */
final class CommandRunner implements AgentRunner {
  /** Between the polite signal and the other one. */
  static final Duration GRACE = Duration.ofSeconds(3);

  /** Of a program's error output that is told to the sender. */
  private static final int MAX_COMPLAINT = 500;

  private final AgentSettings agent;
  private final Runner.Command command;
  private final Home home;
  private final Path runsFolder;
  private final Path userHome;
  private final String url;
  private final Runs runs;
  private final Clock clock;
  private final LargeAnswers.Place place;
  private @Nullable Program program;
  private boolean stopped;
  private long written;

  CommandRunner(
      AgentSettings agent,
      Runner.Command command,
      Home home,
      Path runsFolder,
      Path userHome,
      String url,
      Runs runs,
      Clock clock,
      LargeAnswers.Place place) {
    this.agent = agent;
    this.place = place;
    this.command = command;
    this.home = home;
    this.runsFolder = runsFolder;
    this.userHome = userHome;
    this.url = url;
    this.runs = runs;
    this.clock = clock;
  }

  @Override
  public synchronized void stop() {
    stopped = true;
    if (program != null) {
      program.stop();
    }
  }

  private synchronized boolean holds(Program next) {
    program = next;
    return !stopped;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  @Override
  public Result run(Run run) {
    String runId = "run-" + clock.secretUuid();
    try {
      if (!runs.begin(run, runId, Ids.trace(clock.uuid()), clock.now())) {
        return new Result.Stopped();
      }
    } catch (StoreException e) {
      return new Result.NotBegun(e);
    }
    RunFolder folder;
    try {
      folder = RunFolder.create(runsFolder, runId);
    } catch (IOException e) {
      return new Result.Failed("The hub could not make a folder for the run");
    }
    try {
      Prompt prompt = Prompt.of(run.envelope(), run.conversation().id(), folder.in().toString());
      folder.write(run.envelope(), prompt);
      return climb(run, runId, folder, prompt);
    } catch (IOException e) {
      return new Result.Failed(
          "The files of the run could not be handled", "The files of the run: " + e.getMessage());
    } finally {
      folder.delete();
    }
  }

  private List<SessionLadder.Rung> ladder(Optional<Native> known) {
    if (command.resume().isEmpty()) {
      return List.of(new SessionLadder.Rung(SessionLadder.Way.BEGIN, Optional.empty()));
    }
    Runner.Resume resume = command.resume().get();
    Optional<String> fresh =
        switch (resume.id()) {
          case Runner.SessionId.Assigned _ -> Optional.of(clock.secretUuid().toString());
          case Runner.SessionId.Reported _ -> Optional.empty();
        };
    return SessionLadder.of(
        known.map(Native::id),
        known.map(Native::confirmed).orElse(false),
        fresh,
        resume.onFailure() == OnResumeFailure.NEW_SESSION);
  }

  private Result climb(Run run, String runId, RunFolder folder, Prompt prompt) throws IOException {
    Result result = new Result.Failed("Nothing was tried");
    for (SessionLadder.Rung rung : ladder(runs.nativeSession(run))) {
      if (isStopped()) {
        return new Result.Stopped();
      }
      if (command.resume().isPresent()
          && rung.sessionId().isPresent()
          && rung.way() == SessionLadder.Way.BEGIN) {
        // Before it starts: after a crash the id is the only way back into what it began.
        runs.nativeSession(run, new Native(rung.sessionId().get(), false));
      }
      Ended ended = attempt(run, runId, rung, folder, prompt);
      result = result(ended, run, rung, folder);
      boolean nextMayHelp = ended instanceof Ended.Exited(int code, _) && code != 0;
      if (!nextMayHelp) {
        return result;
      }
    }
    return result;
  }

  private Ended attempt(
      Run run, String runId, SessionLadder.Rung rung, RunFolder folder, Prompt prompt) {
    List<String> words =
        switch (rung.way()) {
          case BEGIN -> command.command();
          case RESUME -> command.resume().orElseThrow().command();
        };
    List<String> argv;
    switch (filled(words, rung, run, folder)) {
      case CommandTemplate.Filling.Filled(List<String> filled) -> argv = filled;
      case CommandTemplate.Filling.Refused(String reason) -> {
        return new Ended.NotStarted(reason);
      }
    }
    ProgramSpec spec =
        new ProgramSpec(
            runId,
            argv,
            environment(run, folder),
            workFolder(folder),
            RunFolder.input(prompt),
            agent.timeout(),
            (int) Math.min(agent.outputLimit(), Integer.MAX_VALUE - 64),
            GRACE);
    Program next = new Program(spec);
    if (!holds(next)) {
      next.stop();
    }
    return next.run(mark -> runs.started(run, mark.text()), this::onOutput);
  }

  private void onOutput(byte[] chunk) {
    written += chunk.length;
    if (written > LargeAnswers.SMALL) {
      place.take(this::isStopped);
    }
  }

  @Override
  public void over() {
    place.leave();
  }

  private static CommandTemplate.Filling filled(
      List<String> words, SessionLadder.Rung rung, Run run, RunFolder folder) {
    Map<CommandTemplate.Placeholder, String> values =
        new EnumMap<>(CommandTemplate.Placeholder.class);
    rung.sessionId().ifPresent(id -> values.put(CommandTemplate.Placeholder.SESSION_ID, id));
    values.put(CommandTemplate.Placeholder.PROMPT_FILE, folder.prompt().toString());
    values.put(CommandTemplate.Placeholder.RUN_DIR, folder.root().toString());
    values.put(CommandTemplate.Placeholder.CONVERSATION_ID, run.conversation().id());
    return switch (CommandTemplate.read(words)) {
      case CommandTemplate.Reading.Accepted(CommandTemplate template) -> template.fill(values);
      case CommandTemplate.Reading.Refused(_, String reason) ->
          new CommandTemplate.Filling.Refused(reason);
    };
  }

  private Path workFolder(RunFolder folder) {
    return command
        .folder()
        .map(text -> text.startsWith("~/") ? userHome.resolve(text.substring(2)) : Path.of(text))
        .orElse(folder.root());
  }

  private Map<String, String> environment(Run run, RunFolder folder) {
    Envelope envelope = run.envelope();
    Map<String, String> variables = new HashMap<>(command.environment());
    // Commands in it are for this hub; and a hub after a crash knows by it whose the run is.
    variables.put(Home.VARIABLE, home.root().toString());
    variables.put("COMITY_URL", url);
    variables.put("COMITY_AGENT", agent.id());
    variables.put("COMITY_ENVELOPE", folder.envelope().toString());
    variables.put("COMITY_PROMPT_FILE", folder.prompt().toString());
    variables.put("COMITY_MESSAGE_ID", envelope.messageId());
    variables.put("COMITY_CONVERSATION_ID", run.conversation().id());
    // What it sends while it runs is caused by this message (MSG-47).
    variables.put("COMITY_HOPS", Integer.toString(envelope.hops()));
    variables.put("COMITY_FROM", envelope.from().toString());
    variables.put("COMITY_TO", envelope.to().toString());
    variables.put("COMITY_IN_DIR", folder.in().toString());
    variables.put("COMITY_OUT_DIR", folder.out().toString());
    return variables;
  }

  private Result result(Ended ended, Run run, SessionLadder.Rung rung, RunFolder folder)
      throws IOException {
    String name = Path.of(command.command().getFirst()).getFileName().toString();
    return switch (ended) {
      case Ended.Exited(int code, Produced produced) ->
          code == 0
              ? answered(produced, run, rung, folder)
              : new Result.Failed(
                  "The agent's program ended with code " + code,
                  name + " ended with code " + code + complaint(produced));
      case Ended.NotStarted(String reason) ->
          new Result.Failed("The agent's program could not be started", "Not started: " + reason);
      case Ended.TimedOut(Duration limit, _) ->
          new Result.Failed(name + " took longer than " + limit.toSeconds() + " s and was ended");
      case Ended.Flooded(int limit, _) ->
          new Result.Failed(name + " wrote more than " + limit + " bytes and was ended");
      case Ended.Stopped _ -> new Result.Stopped();
    };
  }

  private Result answered(Produced produced, Run run, SessionLadder.Rung rung, RunFolder folder)
      throws IOException {
    Optional<String> reported = reportedPointer();
    OutputReading reading =
        new OutputReading(
            command.reply().flatMap(JsonPointer::parse).orElse(null),
            reported.flatMap(JsonPointer::parse).orElse(null));
    switch (reading.read(produced.out())) {
      case OutputReading.Result.Unreadable(String reason) -> {
        return new Result.Failed(
            "The agent's answer can't be read",
            "Its output can't be read: " + reason + complaint(produced));
      }
      case OutputReading.Result.Read(String reply, @Nullable String told) -> {
        if (folder.answerBytes() > LargeAnswers.SMALL) {
          place.take(this::isStopped);
        }
        JsonValue content = folder.answer(reply, agent.outputLimit());
        Optional<String> id = Optional.ofNullable(told).or(rung::sessionId);
        if (command.resume().isPresent() && id.isPresent()) {
          runs.nativeSession(run, new Native(id.get(), true));
        }
        return new Result.Answered(content);
      }
    }
  }

  private Optional<String> reportedPointer() {
    return command
        .resume()
        .flatMap(resume ->
            switch (resume.id()) {
              case Runner.SessionId.Assigned _ -> Optional.empty();
              case Runner.SessionId.Reported(String pointer) -> Optional.of(pointer);
            });
  }

  private static String complaint(Produced produced) {
    String text = SafeText.plain(produced.errText()).strip();
    List<String> lines = new ArrayList<>(text.lines().toList());
    String last = lines.isEmpty() ? "" : SafeText.line(lines.getLast());
    if (last.isEmpty()) {
      return "";
    }
    return ": " + (last.length() > MAX_COMPLAINT ? last.substring(0, MAX_COMPLAINT) : last);
  }
}
