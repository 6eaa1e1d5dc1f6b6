package comity.panes;

import comity.files.FileException;
import comity.pty.Descriptor;
import comity.sessionfiles.CaptureInbox;
import comity.sessions.Ancestry;
import comity.sessions.HookReport;
import comity.sessions.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Takes in what hooks reported, as it comes (SES-4 to SES-6): a report of the session's own agent
 * tells which conversation it has and what it is at; any other changes nothing.
 */
final class Captures {
  /** Until a disk that failed is tried again. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /** The loop does what it is asked within milliseconds, or has ended. */
  private static final int PATIENCE_SECONDS = 5;

  /** From one look to the next where the system does not tell of reports. */
  private static final Duration LOOK = Duration.ofMillis(200);

  private final AtomicBoolean asked = new AtomicBoolean();
  private final HostParts parts;
  private final Panes panes;
  private final CaptureInbox inbox;
  private final Optional<Descriptor> arrivals;

  /** Whether the next look is to come; for the loop's thread. */
  private boolean looksAgain;

  /** What was told last of what keeps reports from being taken in; for the thread that writes. */
  private String trouble = "";

  Captures(HostParts parts, Panes panes, CaptureInbox inbox) {
    this.parts = parts;
    this.panes = panes;
    this.inbox = inbox;
    this.arrivals = arrivals();
    arrivals.ifPresentOrElse(
        told -> parts.loop().watch(told.number(), (_, _) -> arrived(told)), () -> later(LOOK));
  }

  /** Empty where the user's programs watch as many folders as the system lets them. */
  private Optional<Descriptor> arrivals() {
    try {
      return Optional.of(parts.terminals().arrivals(inbox.folder()));
    } catch (IllegalStateException refused) {
      parts.log().accept(refused.getMessage() + "; it is looked at time and again instead");
      return Optional.empty();
    }
  }

  /** One look waits at the most. */
  private void later(Duration after) {
    if (!looksAgain) {
      looksAgain = true;
      parts
          .loop()
          .later(
              after,
              () -> {
                looksAgain = false;
                take();
              });
    }
  }

  /** It is told of no more. */
  void close() {
    arrivals.ifPresent(Descriptor::close);
  }

  private void arrived(Descriptor told) {
    while (told.read(parts.buffer()) > 0) {
      // Which files came is seen in the folder.
    }
    take();
  }

  /** Takes in what is there, on the thread that writes; a report goes once what it told is kept. */
  void take() {
    if (asked.getAndSet(true)) {
      return;
    }
    parts
        .keeper()
        .does(() -> {
          asked.set(false);
          try {
            inbox.take(this::takeAndKeep).problems().forEach(parts.log());
            trouble = "";
            if (arrivals.isEmpty()) {
              parts.loop().submit(() -> later(LOOK));
            }
          } catch (FileException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(trouble)) {
              parts.log().accept(why);
              trouble = why;
            }
            parts.loop().submit(() -> later(AGAIN));
          }
        });
  }

  private void takeAndKeep(HookReport report) {
    CompletableFuture<Optional<String>> proven = new CompletableFuture<>();
    parts
        .loop()
        .submit(() -> {
          try {
            proven.complete(taken(report));
          } catch (RuntimeException fault) {
            parts.log().accept("a hook's report could not be used: " + fault);
            proven.complete(Optional.empty());
          }
        });
    try {
      // Also where it told nothing new: what an earlier one told may not have been written.
      proven.get(PATIENCE_SECONDS, TimeUnit.SECONDS).ifPresent(parts.keeper()::keepNow);
    } catch (ExecutionException | TimeoutException | InterruptedException ending) {
      throw FileException.of(
          "Taking in a report of", parts.home().sessions(), new IOException("the host ends"));
    }
  }

  /** Whose it is, to be kept; empty where it is no session's own and changes nothing. */
  private Optional<String> taken(HookReport report) {
    Optional<Session> found =
        panes.all().stream().filter(each -> each.id().equals(report.session())).findFirst();
    if (found.isEmpty() || found.get().run().isEmpty()) {
      parts.log().accept("a hook reported of a session that is not known: " + report.session());
      return Optional.empty();
    }
    Session session = found.get();
    if (!session.provider().equals(report.provider())) {
      // An agent of another maker that was started within it.
      return Optional.empty();
    }
    Session.Run run = session.run().get();
    Ancestry ancestry =
        Ancestry.of(
            report,
            new Ancestry.Root(run.pid(), run.start(), run.boot()),
            session.provider(),
            parts.providers().last().programs());
    return switch (ancestry) {
      // It speaks for itself, not for the session.
      case Ancestry.Nested _ -> Optional.empty();
      case Ancestry.Foreign(String why) -> {
        parts.log().accept("session " + session.id() + ": a hook's report is not its own: " + why);
        yield Optional.empty();
      }
      case Ancestry.Proven() -> {
        proven(session, report);
        yield Optional.of(session.id());
      }
    };
  }

  private void proven(Session session, HookReport report) {
    session
        .told(report)
        .ifPresent(changed -> {
          panes.put(changed);
          parts.keeper().isNow(changed);
          panes.changed(changed);
        });
    report.event().activity().ifPresent(hook -> panes.hooked(session, hook, report.at()));
  }
}
