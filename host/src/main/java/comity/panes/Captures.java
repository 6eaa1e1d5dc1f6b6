package comity.panes;

import comity.files.FileException;
import comity.pty.Descriptor;
import comity.sessionfiles.CaptureInbox;
import comity.sessions.Activity;
import comity.sessions.Ancestry;
import comity.sessions.HookEvent;
import comity.sessions.HookReport;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.util.Optional;

/**
 * Takes in what hooks reported, as it comes (SES-4 to SES-6): a report of the session's own agent
 * tells which conversation it has and what it is at; any other changes nothing.
 */
final class Captures {
  private final HostParts parts;
  private final Panes panes;
  private final CaptureInbox inbox;
  private final Descriptor arrivals;

  Captures(HostParts parts, Panes panes, CaptureInbox inbox) {
    this.parts = parts;
    this.panes = panes;
    this.inbox = inbox;
    this.arrivals = parts.terminals().arrivals(inbox.folder());
    parts.loop().watch(arrivals.number(), true, false, (_, _) -> arrived());
  }

  private void arrived() {
    while (arrivals.read(parts.buffer()) > 0) {
      // Which files came is seen in the folder.
    }
    take();
  }

  /** Takes in what is there. */
  void take() {
    try {
      inbox.take(this::take).problems().forEach(parts.log());
    } catch (FileException e) {
      parts.log().accept(String.valueOf(e.getMessage()));
    }
  }

  private void take(HookReport report) {
    Optional<Session> found =
        panes.all().stream().filter(each -> each.id().equals(report.session())).findFirst();
    if (found.isEmpty() || found.get().run().isEmpty()) {
      parts.log().accept("a hook reported of a session that is not known: " + report.session());
      return;
    }
    Session session = found.get();
    if (!session.provider().equals(report.provider())) {
      // An agent of another maker that was started within it.
      return;
    }
    Session.Run run = session.run().get();
    Ancestry ancestry =
        Ancestry.of(
            report,
            new Ancestry.Root(run.pid(), run.start(), run.boot()),
            session.provider(),
            parts.providers().get().programs());
    switch (ancestry) {
      case Ancestry.Nested _ -> {
        // It speaks for itself, not for the session.
      }
      case Ancestry.Foreign(String why) ->
          parts
              .log()
              .accept("session " + session.id() + ": a hook's report is not its own: " + why);
      case Ancestry.Proven() -> proven(session, report);
    }
  }

  private void proven(Session session, HookReport report) {
    Optional<NativeId> same =
        session.nativeId().filter(known -> known.id().equals(report.nativeId()));
    boolean turn = report.event() != HookEvent.STARTED && report.event() != HookEvent.ENDED;
    NativeId.Standing standing =
        turn || same.filter(known -> known.standing() == NativeId.Standing.RESUMABLE).isPresent()
            ? NativeId.Standing.RESUMABLE
            : NativeId.Standing.CONFIRMED;
    Optional<String> transcript = report.transcript().or(() -> same.flatMap(NativeId::transcript));
    NativeId next = new NativeId(report.nativeId(), standing, transcript);
    if (report.event() != HookEvent.ENDED && !same.equals(Optional.of(next))) {
      panes.became(session.with(next));
    }
    activity(report.event())
        .ifPresent(
            hook -> panes.pane(session.id()).ifPresent(pane -> pane.hooked(hook, report.at())));
  }

  private static Optional<Activity.Hook> activity(HookEvent event) {
    return switch (event) {
      case STARTED -> Optional.of(Activity.Hook.STARTED);
      case PROMPTED -> Optional.of(Activity.Hook.PROMPTED);
      case TOOL -> Optional.of(Activity.Hook.TOOL);
      case PERMISSION -> Optional.of(Activity.Hook.PERMISSION);
      case NOTIFICATION -> Optional.of(Activity.Hook.NOTIFIED);
      case COMPACTING -> Optional.of(Activity.Hook.COMPACTING);
      case STOPPED -> Optional.of(Activity.Hook.STOPPED);
      case ENDED -> Optional.empty();
    };
  }
}
