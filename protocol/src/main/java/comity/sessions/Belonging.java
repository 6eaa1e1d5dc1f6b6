package comity.sessions;

import java.util.Iterator;

/**
 * Whose a process is that carries the mark of a run: this home's, or another's.
 *
 * <p>A home that was copied keeps the same runs as the one it was copied from, with the same ids,
 * pids and start times, so none of these tells the homes apart. What does is the home that a
 * program was told of in its environment when it was started. This is the rule:
 *
 * <ol>
 *   <li>What this process has started itself is this home's, whatever it was told.
 *   <li>Else the process is asked, then its parent, and so upwards. The first that names a home in
 *       which the run is kept decides: this one, or another. It is this one where it is the same
 *       folder, by whatever path; and where this very process is met on the way.
 *   <li>Where none decides, the process is this home's.
 * </ol>
 *
 * <p>So a home decides nothing that is not there any more, since it may be this one, which was
 * moved; nor one that does not keep the run, since programs may be told of another home to work on.
 * A process whose environment was emptied, or can't be read, is this home's unless one above it,
 * its host at last, says otherwise.
 */
public final class Belonging {
  /** Nothing ordinary is nested so deeply; pids that are used again while we go up must end. */
  static final int MAX_ABOVE = 100;

  private Belonging() {}

  /** The home that a process was told of, as far as it matters. */
  public enum Named {
    /** None, or none that decides: it is not there, or does not keep the run. */
    NONE,
    /** This one. */
    THIS,
    /** Another one, which keeps the run too. */
    ANOTHER
  }

  /**
   * What was read of a process.
   *
   * @param parent its pid; 0 where it has none, or has ended
   */
  public record Looked(long pid, long parent, Named home) {}

  /**
   * Whether a process is of this home's run.
   *
   * @param self the pid of whoever asks, a process of this home
   * @param upwards the process, then its parent, and so on as far as can be seen; no more of them
   *     are taken than are needed
   */
  public static boolean isOurs(long self, Iterator<Looked> upwards) {
    for (int above = 0; above < MAX_ABOVE && upwards.hasNext(); above++) {
      Looked looked = upwards.next();
      boolean started = above == 0 && looked.parent() == self;
      if (started || looked.pid() == self || looked.home() == Named.THIS) {
        return true;
      }
      if (looked.home() == Named.ANOTHER) {
        return false;
      }
    }
    return true;
  }
}
