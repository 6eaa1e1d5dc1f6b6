package comity.panes;

import comity.control.SessionSettings;
import comity.messages.SafeText;
import comity.pty.Child;
import comity.pty.Terminals;
import comity.sessions.Activity;
import comity.sessions.Attentions;
import comity.sessions.Session;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Tells a person of sessions that they don't look at (SES-15): on the desktop by {@code
 * notify-send}, else in the terminals in which they look at other sessions.
 */
final class Notifier implements Panes.Watcher {
  /** Where the disk does not answer, more of them count by the settings that were read last. */
  private static final int MAX_LOOKING = 1_000;

  /** A desktop that does not take notifications keeps the program that sends them. */
  private static final int MAX_SENDING = 8;

  private static final Predicate<String> WORD =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*").asMatchPredicate();

  private final HostParts parts;
  private final Panes panes;
  private final Reread<SessionSettings> settings;
  private final Map<String, String> environment;
  private final Attentions attentions;
  private final TitleMarks marks;
  private int sending;

  /** Changes for which the settings are looked at. */
  private int looking;

  /**
   * @param environment of the host, which says where the desktop is
   */
  Notifier(
      HostParts parts,
      Panes panes,
      Reread<SessionSettings> settings,
      Map<String, String> environment) {
    this.parts = parts;
    this.panes = panes;
    this.marks = new TitleMarks(panes);
    this.settings = settings;
    this.attentions =
        new Attentions((when, then) ->
            parts
                .loop()
                .later(
                    Duration.between(parts.clock().instant(), when),
                    () -> then.accept(parts.clock().instant())));
    this.environment = environment;
    panes.watch(this);
  }

  @Override
  public void changed(Session session) {
    Optional<Pane> pane = panes.pane(session.id());
    if (pane.isEmpty()) {
      return;
    }
    // As it is at this moment: what comes next may be another thing to tell of.
    Activity.Reading reading = pane.get().reading();
    boolean lookedAt = pane.get().viewers() > 0;
    if (looking >= MAX_LOOKING) {
      attend(session, reading, lookedAt, settings.last());
      return;
    }
    looking++;
    settings.now(now -> {
      looking--;
      attend(session, reading, lookedAt, now);
    });
  }

  private void attend(
      Session session, Activity.Reading reading, boolean lookedAt, SessionSettings now) {
    Optional<Pane> pane = panes.pane(session.id());
    if (pane.isPresent()) {
      attentions.changed(
          session.id(),
          reading,
          lookedAt,
          now,
          parts.clock().instant(),
          due -> tell(panes.now(session), due));
      boolean tells = now.notifyOf() != SessionSettings.Notify.NONE;
      marks.changed(session, pane.get(), reading, lookedAt, tells);
    }
  }

  private void tell(Session session, Activity.Reading reading) {
    String called = session.name().orElse(session.id());
    String says = reading.evidence().text();
    String title =
        SafeText.shownLine(
            called + " (" + session.provider() + ")" + (says.isEmpty() ? "" : ": " + says));
    String text =
        reading.state() == Activity.State.ATTENTION
            // It is copied into a shell, and desktops take marks in it for their own.
            ? "needs you: comity attach " + (WORD.test(called) ? called : session.id())
            : "waits for its next task";
    Runnable otherwise = () -> inTerminals(session, title + " " + text);
    boolean desktop =
        environment.containsKey("DISPLAY")
            || environment.containsKey("WAYLAND_DISPLAY")
            || environment.containsKey("DBUS_SESSION_BUS_ADDRESS");
    if (desktop && sending < MAX_SENDING) {
      onDesktop(title, text, otherwise);
    } else {
      otherwise.run();
    }
  }

  private void onDesktop(String title, String text, Runnable otherwise) {
    Terminals.Start start =
        new Terminals.Start(
            List.of("notify-send", "--app-name=Comity", "--", title, text),
            environment,
            parts.home().root());
    sending++;
    parts
        .terminals()
        .start(
            start,
            Optional.empty(),
            parts.aside().programs(),
            parts.loop()::submit,
            starting -> {
              switch (starting) {
                case Terminals.Starting.Refused _ -> {
                  sending--;
                  otherwise.run();
                }
                case Terminals.Starting.Started(Child child) -> follow(child, otherwise);
              }
            });
  }

  private void follow(Child child, Runnable otherwise) {
    parts
        .loop()
        .watch(
            child.exitNumber(),
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
    attentions.gone(session.id());
    marks.ended(session);
  }
}
