package comity.sessions;

import comity.sessions.Session.NativeId;
import java.util.List;
import java.util.Optional;

/** Finds who has a conversation open: two processes must never write one (SES-27). */
public final class Writers {
  private Writers() {}

  /**
   * Another session whose agent has the conversation of this one.
   *
   * @param running sessions that have a process, or are about to
   */
  public static Optional<Session> other(Session session, List<Session> running) {
    return running.stream()
        .filter(each -> !each.id().equals(session.id()))
        .filter(each -> each.provider().equals(session.provider()))
        .filter(each ->
            session.nativeId().isPresent()
                && each.nativeId().map(NativeId::id).equals(session.nativeId().map(NativeId::id)))
        .findFirst();
  }

  /**
   * A session whose conversation a new command names: a person may choose one that is open.
   *
   * @param provider whose program the command runs
   * @param running sessions that have a process, or are about to
   */
  public static Optional<Session> chosen(
      CommandForm command, String provider, List<Session> running) {
    return running.stream()
        .filter(each -> each.provider().equals(provider))
        .filter(
            each -> each.nativeId().filter(own -> command.line().contains(own.id())).isPresent())
        .findFirst();
  }
}
