package comity.sessions;

import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * An agent's session, as it is kept (SES-1, SES-11): what a person wants of it, what is run, and
 * which conversation of the provider it holds.
 *
 * @param id Comity's own, stable, never the provider's
 * @param name for people; never an identity (SES-16)
 * @param project its root folder
 * @param provider by name
 * @param folder where its program starts
 * @param resume a resume template of its own (SES-19)
 * @param nativeId of the provider's conversation
 * @param run the process of now, or the last one
 * @param closed when a person closed it; empty while it is not
 */
public record Session(
    String id,
    Optional<String> name,
    Optional<String> project,
    Optional<String> role,
    String provider,
    String folder,
    CommandForm command,
    Optional<String> resume,
    State state,
    Optional<NativeId> nativeId,
    Instant created,
    Optional<Run> run,
    Optional<Instant> closed) {

  /** A name is for a line of a list; in UTF-16 units. */
  public static final int MAX_NAME = 100;

  private static final int VERSION = 1;
  private static final String RUN = "comity-session-";
  private static final Pattern ID = Pattern.compile("[a-z0-9]{6,32}");

  /** What the person wants of it. */
  public enum State {
    /** It is about to begin; it is never found so once its host is gone. */
    PENDING,
    /** It is to be there, also after a crash or reboot. */
    OPEN,
    /** The person has closed it. */
    CLOSED
  }

  /**
   * The provider's name for its conversation.
   *
   * @param transcript the provider's file of it, where it told
   */
  public record NativeId(String id, Standing standing, Optional<String> transcript) {
    /** How far it can be relied on. */
    public enum Standing {
      /** We chose it, and nothing has shown that the provider took it (SES-17). */
      PROVISIONAL,
      /** The provider told it. */
      CONFIRMED,
      /** And a turn was recorded in it: it can be resumed. */
      RESUMABLE
    }
  }

  /**
   * A process of it.
   *
   * @param start as field 22 of {@code /proc/PID/stat} has it
   * @param boot the kernel's id of that start of the machine
   * @param changed when it ended; while it runs, when it began
   * @param code how it ended; empty while it runs, or where nobody saw how it ended
   */
  public record Run(
      long pid, long start, String boot, Instant began, Instant changed, OptionalInt code) {
    /** Of which nobody saw how it ended. */
    public Run unseen() {
      return new Run(pid, start, boot, began, changed, OptionalInt.empty());
    }

    /** Ended. */
    public Run ended(int exit, Instant at) {
      return new Run(pid, start, boot, began, at, OptionalInt.of(exit));
    }
  }

  public Session {
    if (!isId(id)) {
      throw new IllegalArgumentException("\"" + id + "\" is no id of a session");
    }
  }

  /** Whether it may be the id of a session; it is a part of file names. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Whether a person may call one so. */
  public static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= MAX_NAME
        && !text.startsWith("-")
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** What its programs have in their environment, by which those are found that are left of it. */
  public String runId() {
    return RUN + id;
  }

  /** The id of the session whose {@link #runId} this is; empty where it is none's. */
  public static Optional<String> ofRun(String runId) {
    return Optional.of(runId)
        .filter(text -> text.startsWith(RUN))
        .map(text -> text.substring(RUN.length()))
        .filter(Session::isId);
  }

  /** Whether nobody has closed it. */
  public boolean isWanted() {
    return state != State.CLOSED;
  }

  /** Whether nobody saw its process end, so that it may live where its host does not. */
  public boolean mayLive() {
    return run.filter(last -> last.code().isEmpty()).isPresent();
  }

  /**
   * Whether there is nothing to come back to: its program ended by itself without an error, and
   * never told of a conversation.
   */
  public boolean isFinished() {
    return nativeId.isEmpty() && hasEndedWell();
  }

  /** Whether its program ended by itself without an error. */
  public boolean hasEndedWell() {
    return run.filter(last -> last.code().equals(OptionalInt.of(0))).isPresent();
  }

  /** With its program about to be run again: how the last one ended is not its end any more. */
  public Session beginning() {
    return run.map(last -> with(last.unseen())).orElse(this);
  }

  /**
   * What it is at where it has no terminal.
   *
   * @param lives its program does, since it did not end with its terminal
   */
  public Activity.Reading withoutTerminal(boolean lives) {
    if (lives) {
      return new Activity.Reading(
          Activity.State.IDLE,
          new Activity.Evidence("runs without its host", run.map(Run::began).orElse(created)));
    }
    String signal =
        run.map(last -> last.code().isPresent() ? "exit " + last.code().getAsInt() : "no process")
            .orElse("not started");
    return new Activity.Reading(
        Activity.State.EXITED,
        new Activity.Evidence(signal, run.map(Run::changed).orElse(created)));
  }

  /** With this process, and wanted to be there. */
  public Session opened(Run process) {
    return changed(State.OPEN, nativeId, Optional.of(process), Optional.empty());
  }

  /** Not wanted any more since then; one that is closed already stays as it is. */
  public Session closed(Instant at) {
    return state == State.CLOSED ? this : changed(State.CLOSED, nativeId, run, Optional.of(at));
  }

  /** Whether it was closed longer ago than closed ones are kept. */
  public boolean isOver(Duration kept, Instant now) {
    Instant since = closed.orElse(run.map(Run::changed).orElse(created));
    return state == State.CLOSED && since.plus(kept).isBefore(now);
  }

  /**
   * As it is where the host that began it is gone: one whose program was never known to run was
   * told to nobody, so that nobody would ever close it.
   */
  public Session withoutItsHost(Instant now) {
    return state == State.PENDING ? closed(now) : this;
  }

  /** With another conversation, or more known of it. */
  public Session with(NativeId other) {
    return changed(state, Optional.of(other), run, closed);
  }

  /** Which conversation it has is not known any more. */
  public Session withoutConversation() {
    return changed(state, Optional.empty(), run, closed);
  }

  /** With another process. */
  public Session with(Run other) {
    return changed(state, nativeId, Optional.of(other), closed);
  }

  private Session changed(
      State wanted,
      Optional<NativeId> conversation,
      Optional<Run> process,
      Optional<Instant> notWanted) {
    return new Session(
        id,
        name,
        project,
        role,
        provider,
        folder,
        command,
        resume,
        wanted,
        conversation,
        created,
        process,
        notWanted);
  }

  /**
   * What its own agent's hook tells of its conversation (SES-5, SES-17): the id is confirmed, and
   * can be resumed once there was a turn. Empty where it tells nothing new.
   */
  public Optional<Session> told(HookReport report) {
    Optional<NativeId> same = nativeId.filter(known -> known.id().equals(report.nativeId()));
    boolean resumable =
        report.event().isOfTurn()
            || same.filter(known -> known.standing() == NativeId.Standing.RESUMABLE).isPresent();
    NativeId next =
        new NativeId(
            report.nativeId(),
            resumable ? NativeId.Standing.RESUMABLE : NativeId.Standing.CONFIRMED,
            report.transcript().or(() -> same.flatMap(NativeId::transcript)));
    return report.event() == HookEvent.ENDED || same.equals(Optional.of(next))
        ? Optional.empty()
        : Optional.of(with(next));
  }

  /** A word as it is written. */
  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** As it is kept, {@code sessions/ID.json}. */
  public JsonObject toJson() {
    JsonObject json = JsonObject.empty().with("version", VERSION).with("id", id);
    json = with(json, "name", name);
    json = with(json, "project", project);
    json = with(json, "role", role);
    json = json.with("provider", provider).with("folder", folder);
    json =
        json.with("command", JsonArray.of(command.words().stream().map(JsonString::new).toList()));
    json = with(json, "resume", resume).with("state", word(state));
    if (nativeId.isPresent()) {
      NativeId known = nativeId.get();
      JsonObject part =
          JsonObject.empty().with("id", known.id()).with("standing", word(known.standing()));
      json = json.with("native_id", with(part, "transcript", known.transcript()));
    }
    json = json.with("created", created.toString());
    if (run.isPresent()) {
      Run last = run.get();
      JsonObject part =
          JsonObject.empty()
              .with("pid", last.pid())
              .with("start", last.start())
              .with("boot", last.boot())
              .with("began", last.began().toString())
              .with("changed", last.changed().toString());
      json =
          json.with(
              "run", last.code().isPresent() ? part.with("code", last.code().getAsInt()) : part);
    }
    return with(json, "closed", closed.map(Instant::toString));
  }

  private static JsonObject with(JsonObject json, String key, Optional<String> value) {
    return value.map(text -> json.with(key, text)).orElse(json);
  }

  /** What came of reading what was kept. */
  public sealed interface Reading {
    /** It is a session. */
    record Read(Session session) implements Reading {}

    /** It is none of ours, or is damaged. */
    record Damaged(String why) implements Reading {}
  }

  /** Reads what {@link #toJson} wrote. */
  public static Reading read(JsonReading reading) {
    if (!(reading instanceof JsonReading.Read(JsonObject json))) {
      return new Reading.Damaged("it is no JSON object");
    }
    if (!JsonNumber.of(VERSION).equals(json.get("version"))) {
      return new Reading.Damaged("it is not of version " + VERSION);
    }
    try {
      return new Reading.Read(read(json));
    } catch (IllegalArgumentException | DateTimeException e) {
      return new Reading.Damaged(String.valueOf(e.getMessage()));
    }
  }

  private static Session read(JsonObject json) {
    List<String> words = new ArrayList<>();
    if (json.get("command") instanceof JsonArray array) {
      for (JsonValue each : array.elements()) {
        if (each instanceof JsonString(String word)) {
          words.add(word);
        }
      }
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("it has no command");
    }
    return new Session(
        required(json, "id"),
        json.string("name"),
        json.string("project"),
        json.string("role"),
        required(json, "provider"),
        required(json, "folder"),
        CommandForm.of(words),
        json.string("resume"),
        state(required(json, "state")),
        json.object("native_id").map(Session::nativeId),
        Instant.parse(required(json, "created")),
        json.object("run").map(Session::run),
        json.string("closed").map(Instant::parse));
  }

  private static State state(String word) {
    return EnumSet.allOf(State.class).stream()
        .filter(each -> word(each).equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("its state is no state: " + word));
  }

  private static NativeId nativeId(JsonObject json) {
    return new NativeId(
        required(json, "id"),
        NativeId.Standing.valueOf(required(json, "standing").toUpperCase(Locale.ROOT)),
        json.string("transcript"));
  }

  private static Run run(JsonObject json) {
    OptionalInt code =
        json.get("code") instanceof JsonNumber
            ? OptionalInt.of((int) number(json, "code"))
            : OptionalInt.empty();
    if (number(json, "pid") <= 0 || number(json, "start") < -1) {
      throw new IllegalArgumentException("its pid or start is none");
    }
    return new Run(
        number(json, "pid"),
        number(json, "start"),
        required(json, "boot"),
        Instant.parse(required(json, "began")),
        Instant.parse(required(json, "changed")),
        code);
  }

  private static long number(JsonObject json, String key) {
    if (json.get(key) instanceof JsonNumber number && number.asLong().isPresent()) {
      return number.asLong().getAsLong();
    }
    throw new IllegalArgumentException("it has no " + key);
  }

  private static String required(JsonObject json, String key) {
    return json.string(key).orElseThrow(() -> new IllegalArgumentException("it has no " + key));
  }
}
