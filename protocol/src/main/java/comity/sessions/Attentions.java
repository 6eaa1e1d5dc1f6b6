package comity.sessions;

import comity.control.SessionSettings;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Has a person told of each session as {@link Attention} decides, now or later, with one time for
 * each that waits. For one owner thread.
 */
public final class Attentions {
  /** The owner's clock. */
  @FunctionalInterface
  public interface Later {
    /** Calls back at a time, on the owner's thread, with the time that it is then. */
    void at(Instant when, Consumer<Instant> then);
  }

  /**
   * A session.
   *
   * @param told tells a person what it is at; of the change that was last
   */
  private record Followed(Attention attention, Consumer<Activity.Reading> told) {}

  private final Later later;
  private final Map<String, Followed> followed = new HashMap<>();

  /** Those of which something is told later: one time for each. */
  private final Set<String> waiting = new HashSet<>();

  private Optional<SessionSettings> used = Optional.empty();

  /** Nothing was told yet. */
  public Attentions(Later later) {
    this.later = later;
  }

  /**
   * A session is at this now. Where the settings are others than before, nothing counts as told.
   *
   * @param told tells a person, now or later
   */
  public void changed(
      String session,
      Activity.Reading reading,
      boolean lookedAt,
      SessionSettings settings,
      Instant now,
      Consumer<Activity.Reading> told) {
    if (!used.equals(Optional.of(settings))) {
      used = Optional.of(settings);
      followed.clear();
    }
    Followed before = followed.get(session);
    Attention attention =
        before == null
            ? new Attention(settings.notifyOf(), settings.notifyEvery())
            : before.attention();
    followed.put(session, new Followed(attention, told));
    attention.changed(reading, lookedAt);
    tell(session, now);
  }

  /** Nothing is told of it any more. */
  public void gone(String session) {
    followed.remove(session);
  }

  private void tell(String session, Instant now) {
    Followed one = followed.get(session);
    if (one == null) {
      return;
    }
    one.attention().due(now).ifPresent(one.told());
    Optional<Instant> when = one.attention().when(now);
    if (when.isPresent() && waiting.add(session)) {
      later.at(
          when.get(),
          then -> {
            waiting.remove(session);
            tell(session, then);
          });
    }
  }
}
