package comity.panes;

import comity.files.FileException;
import comity.frames.Reply;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;

/** Answers what programs printed last: of a session that has ended, from its file. */
final class Logs {
  private final HostParts parts;
  private final Panes panes;

  Logs(HostParts parts, Panes panes) {
    this.parts = parts;
    this.panes = panes;
  }

  /**
   * Answers now or later.
   *
   * @param most in bytes; 0 for all that is kept
   */
  void of(Session session, int most, Consumer<Reply> reply) {
    int size = Math.clamp(most == 0 ? Pane.SCROLL_BACK : most, 0, Pane.SCROLL_BACK);
    Optional<Pane> pane = panes.pane(session.id());
    if (pane.isPresent()) {
      answer(session, pane.get().last(size), reply);
      return;
    }
    SessionFiles files = new SessionFiles(parts.home());
    // In its turn: what was printed last may still be on its way to the file.
    parts
        .keeper()
        .does(() -> {
          try {
            byte[] last = files.readLog(session.id());
            parts.loop().submit(() -> answer(session, last, reply));
          } catch (FileException e) {
            String why = String.valueOf(e.getMessage());
            parts.loop().submit(() -> reply.accept(Panes.refused(why, "")));
          }
        });
  }

  private void answer(Session session, byte[] last, Consumer<Reply> reply) {
    String text = Base64.getEncoder().encodeToString(last);
    reply.accept(new Reply.Done(panes.shown(session).with("base64", text)));
  }
}
