package comity.panes;

import comity.control.SessionSettings;
import comity.messages.SafeText;
import comity.pty.Child;
import comity.pty.Terminals;
import comity.sessions.Activity;
import comity.sessions.Attention;
import comity.sessions.Session;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Tells a person of sessions that they don't look at (SES-15): on the desktop by {@code
 * notify-send}, else in the terminals in which they look at other sessions.
 */
final class Notifier implements Panes.Watcher {
  /** A desktop that does not take notifications keeps the program that sends them. */
  private static final int MAX_SENDING = 8;

  private static final Predicate<String> WORD =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*").asMatchPredicate();

  private final HostParts parts;
  private final Panes panes;
  private final Supplier<SessionSettings> settings;
  private final Map<String, String> environment;
  private final Map<String, Attention> attentions = new HashMap<>();

  /** Those of which something is told later: one time for each. */
  private final Set<String> waiting = new HashSet<>();

  private final TitleMarks marks;
  private SessionSettings used;
  private int sending;

  /**
   * @param environment of the host, which says where the desktop is
   */
  Notifier(
      HostParts parts,
      Panes panes,
      Supplier<SessionSettings> settings,
      Map<String, String> environment) {
    this.parts = parts;
    this.panes = panes;
    this.marks = new TitleMarks(panes);
    this.settings = settings;
    this.used = settings.get();
    this.environment = environment;
    panes.watch(this);
  }

  @Override
  public void changed(Session session) {
    Optional<Pane> pane = panes.pane(session.id());
    if (pane.isEmpty()) {
      return;
    }
    SessionSettings now = settings.get();
    if (!now.equals(used)) {
      used = now;
      attentions.clear();
    }
    Attention attention =
        attentions.computeIfAbsent(
            session.id(), _ -> new Attention(used.notifyOf(), used.notifyEvery()));
    attention.changed(pane.get().reading(), pane.get().viewers() > 0);
    schedule(session, attention);
    marks.changed(session, pane.get(), used.notifyOf() != SessionSettings.Notify.NONE);
  }

  private void schedule(Session session, Attention attention) {
    Instant now = parts.clock().instant();
    attention
        .when(now)
        .ifPresent(at -> {
          if (!at.isAfter(now)) {
            tell(session, attention);
          } else if (waiting.add(session.id())) {
            parts
                .loop()
                .later(
                    Duration.between(now, at),
                    () -> {
                      waiting.remove(session.id());
                      tell(session, attention);
                    });
          }
        });
  }

  private void tell(Session session, Attention attention) {
    attention.due(parts.clock().instant()).ifPresent(reading -> tell(panes.now(session), reading));
  }

  private void tell(Session session, Activity.Reading reading) {
    String called = session.name().orElse(session.id());
    String title = SafeText.shownLine(called + " (" + session.provider() + ")");
    String text =
        reading.state() == Activity.State.ATTENTION
            // It is copied into a shell, and desktops take marks in it for their own.
            ? "needs you: comity attach " + (WORD.test(called) ? called : session.id())
            : "waits for its next task";
    Runnable otherwise = () -> inTerminals(session, title + " " + text);
    if (!onDesktop(title, text, otherwise)) {
      otherwise.run();
    }
  }

  private boolean onDesktop(String title, String text, Runnable otherwise) {
    boolean desktop =
        environment.containsKey("DISPLAY")
            || environment.containsKey("WAYLAND_DISPLAY")
            || environment.containsKey("DBUS_SESSION_BUS_ADDRESS");
    if (!desktop || sending >= MAX_SENDING) {
      return false;
    }
    Terminals.Start start =
        new Terminals.Start(
            List.of("notify-send", "--app-name=Comity", "--", title, text),
            environment,
            parts.home().root());
    if (!(parts.terminals().startSilently(start)
        instanceof Terminals.Starting.Started(Child child))) {
      return false;
    }
    sending++;
    parts
        .loop()
        .watch(
            child.exitNumber(),
            true,
            false,
            (_, _) -> {
              OptionalInt code = child.exitCode();
              if (code.isPresent()) {
                sending--;
                parts.loop().forget(child.exitNumber());
                child.close();
                if (code.getAsInt() != 0) {
                  otherwise.run();
                }
              }
            });
    return true;
  }

  /** As a notification and the bell, both of which terminals pass to their desktop. */
  private void inTerminals(Session session, String text) {
    // Numbers at its beginning would be something else than a text.
    byte[] bytes = ("\u001b]9;Comity: " + text + "\u001b\\\u0007").getBytes(StandardCharsets.UTF_8);
    for (Session other : panes.all()) {
      if (!other.id().equals(session.id())) {
        panes.pane(other.id()).ifPresent(pane -> pane.say(bytes));
      }
    }
  }

  @Override
  public void ended(Session session, Pane pane, int code) {
    marks.ended(session);
    Attention attention = attentions.remove(session.id());
    if (attention != null) {
      // What was about to be told of it is so no more.
      attention.changed(pane.reading(), false);
    }
  }
}
