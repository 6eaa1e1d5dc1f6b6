package comity.sessions;

import comity.messages.SafeText;
import comity.terminal.Signal;
import comity.terminal.StatusRecords;
import comity.terminal.StatusReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the agent of a session is at (SES-14), from all that tells of it, with the signal that says
 * so. What a program reports by the status protocol outranks all else; then comes what wants to be
 * looked at, then hooks and progress, of which the latest counts and none grows old; then the title
 * or the output, where the provider says that they tell. For one owner thread.
 */
public final class Activity {
  /** An agent that works shows something at least so often. */
  static final Duration QUIET = Duration.ofSeconds(2);

  /** As much as a person takes in at a glance. */
  static final int MAX_TEXT = 200;

  /** What is shown so soon after a key was typed is its echo. */
  static final Duration ECHO = Duration.ofMillis(300);

  /** What it is at. */
  public enum State {
    /** It does what it was asked for. */
    WORKING,
    /** It waits for its next task. */
    WAITING,
    /** It can't go on without a person, failed, or wants to be looked at. */
    ATTENTION,
    /** Nothing tells what it is at, or nothing runs in its shell. */
    IDLE,
    /** It has ended. */
    EXITED
  }

  /**
   * Why a state is known.
   *
   * @param signal such as {@code OSC 9;4 busy}, {@code hook stop} or {@code output}
   * @param at when it came
   * @param text what it says to the person, a line of at most {@link #MAX_TEXT} characters; may be
   *     empty
   */
  public record Evidence(String signal, Instant at, String text) {
    /** A signal that says nothing more. */
    public Evidence(String signal, Instant at) {
      this(signal, at, "");
    }
  }

  /** A state with its evidence. */
  public record Reading(State state, Evidence evidence) {}

  /** What an agent's hooks tell. */
  public enum Hook {
    /** It has started, and nobody has asked it for anything. */
    STARTED(State.WAITING),
    /** Somebody asked it for something. */
    PROMPTED(State.WORKING),
    /** It uses a tool. */
    TOOL(State.WORKING),
    /** It asks whether it may. */
    PERMISSION(State.ATTENTION),
    /** It wants to be looked at. */
    NOTIFIED(State.ATTENTION),
    /** Its turn has ended. */
    STOPPED(State.WAITING);

    private final State state;

    Hook(State state) {
      this.state = state;
    }
  }

  private final Fallback fallback;
  private final StatusRecords records = new StatusRecords();
  private Reading explicit;
  private @Nullable Evidence reported;
  private @Nullable Evidence notified;
  private @Nullable Reading title;
  private @Nullable Instant shown;

  /** Since when it shows something without a pause. */
  private @Nullable Instant shownSince;

  private @Nullable Instant typed;
  private @Nullable Evidence ended;

  /** Whether progress was told that a clear one can end. */
  private boolean inProgress;

  /**
   * Of a session that starts now.
   *
   * @param fallback what tells of this agent where it says nothing itself
   */
  public Activity(Fallback fallback, Instant now) {
    this.fallback = fallback;
    this.explicit = new Reading(State.IDLE, new Evidence("start", now));
  }

  /** What it is at now. */
  public Reading at(Instant now) {
    Evidence end = ended;
    if (end != null) {
      return new Reading(State.EXITED, end);
    }
    Optional<StatusReport> foremost = records.foremost();
    Evidence report = reported;
    if (foremost.isPresent() && report != null) {
      return new Reading(state(foremost.get()), report);
    }
    Evidence notice = notified;
    if (notice != null) {
      return new Reading(State.ATTENTION, notice);
    }
    if (explicit.state() != State.IDLE) {
      return explicit;
    }
    Reading byTitle = title;
    if (byTitle != null) {
      return byTitle;
    }
    Instant last = shown;
    Instant begun = shownSince;
    if (fallback.output() && last != null && begun != null) {
      boolean works = now.isBefore(last.plus(QUIET));
      return new Reading(
          works ? State.WORKING : State.WAITING,
          new Evidence(works ? "output" : "no output", works ? begun : last.plus(QUIET)));
    }
    return explicit;
  }

  /** When that may change though nothing more is told; empty where it does not. */
  public Optional<Instant> changes(Instant now) {
    Instant last = shown;
    return last != null && at(now).evidence().signal().equals("output")
        ? Optional.of(last.plus(QUIET))
        : Optional.empty();
  }

  private static State state(StatusReport report) {
    return switch (report.state()) {
      case WORKING -> State.WORKING;
      case BLOCKED, ERROR -> State.ATTENTION;
      case DONE, IDLE -> State.WAITING;
      case CLEAR -> State.IDLE;
    };
  }

  /** The program told its terminal something. */
  public void told(Signal signal, Instant now) {
    switch (signal) {
      case Signal.Status(StatusReport report) -> {
        boolean first = records.foremost().isEmpty();
        records.take(report);
        String reporting = "OSC 7501 " + word(report.state());
        Evidence known = reported;
        boolean same = !first && known != null && known.signal().equals(reporting);
        String text = line(records.foremost().map(StatusReport::message).orElse(""));
        reported = new Evidence(reporting, same && known != null ? known.at() : now, text);
      }
      case Signal.Progress(Signal.Progress.State state, var _) -> progress(state, now);
      case Signal.Notification(int by, String subject, String body) ->
          notify("OSC " + by, line(subject + " " + body), now);
      case Signal.Bell() -> notify("bell", "", now);
      case Signal.Title(String text) -> title(text, now);
      case Signal.Prompt(Signal.Prompt.Mark mark, var _) -> prompt(mark, now);
      case Signal.Reset() -> records.reset();
      case Signal.Folder _, Signal.Asked _ -> {
        // They tell of other things.
      }
    }
  }

  private void progress(Signal.Progress.State state, Instant now) {
    String signal = "OSC 9;4 " + word(state);
    switch (state) {
      case VALUE, BUSY -> explicitly(State.WORKING, signal, now);
      case ERROR -> explicitly(State.ATTENTION, signal, now);
      case PAUSED -> explicitly(State.WAITING, signal, now);
      case CLEAR -> {
        // Programs clear it as they start and end too, which says nothing.
        if (inProgress) {
          explicitly(State.WAITING, signal, now);
        }
      }
    }
    inProgress = state != Signal.Progress.State.CLEAR && state != Signal.Progress.State.PAUSED;
  }

  private void title(String text, Instant now) {
    title =
        fallback
            .ofTitle(text)
            .map(state -> new Reading(state, evidence("title " + text.strip(), now)))
            .orElse(text.isEmpty() ? null : title);
  }

  private void prompt(Signal.Prompt.Mark mark, Instant now) {
    switch (mark) {
      case PROMPT -> {
        records.ended();
        inProgress = false;
        explicitly(State.IDLE, "OSC 133 prompt", now);
      }
      case OUTPUT -> explicitly(State.WORKING, "OSC 133 output", now);
      case ENDED -> explicitly(State.IDLE, "OSC 133 end", now);
      case INPUT -> {
        // It follows the prompt.
      }
    }
  }

  /** The first of several that say the same counts, since it says since when. */
  private void notify(String signal, String text, Instant now) {
    Evidence known = notified;
    if (known == null || !known.signal().equals(signal) || !known.text().equals(text)) {
      notified = new Evidence(signal, now, text);
    }
  }

  private static String line(String text) {
    String line = SafeText.shownLine(text).strip();
    return line.codePointCount(0, line.length()) <= MAX_TEXT
        ? line
        : line.substring(0, line.offsetByCodePoints(0, MAX_TEXT - 1)) + "…";
  }

  private void explicitly(State state, String signal, Instant now) {
    if (explicit.state() != state || !explicit.evidence().signal().equals(signal)) {
      explicit = new Reading(state, evidence(signal, now));
    }
    if (state == State.WORKING) {
      // Whatever it wanted, it goes on.
      notified = null;
    }
  }

  /** A hook of the agent was called. */
  public void hooked(Hook hook, Instant now) {
    String signal = "hook " + word(hook);
    if (hook == Hook.NOTIFIED) {
      // What it does or waits for stays as it was.
      notify(signal, "", now);
    } else {
      explicitly(hook.state, signal, now);
    }
  }

  /** Something was shown. */
  public void shown(Instant now) {
    Instant last = typed;
    if (last == null || !now.isBefore(last.plus(ECHO))) {
      Instant before = shown;
      if (before == null || !now.isBefore(before.plus(QUIET))) {
        shownSince = now;
      }
      shown = now;
    }
  }

  /** A person typed into it, who has seen what there was. */
  public void typed(Instant now) {
    typed = now;
    seen();
  }

  /** A person looked at it. */
  public void seen() {
    notified = null;
    records.seen();
  }

  /** The process has ended. */
  public void exited(int code, Instant now) {
    ended = evidence("exit " + code, now);
    records.ended();
  }

  private static Evidence evidence(String signal, Instant now) {
    return new Evidence(signal, now);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
