package comity.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The ladder by which a session comes back (SES-17, SES-18, SES-27): its conversation by id; the id
 * that it was given, again; a new conversation only where both are known to be impossible and
 * nothing was said in the old one. Each step is asked for anew with what came of the one before.
 * Whoever takes a step first sees to it that no process of the session lives: two must never write
 * one conversation.
 */
public final class Resuming {
  /** An agent that could not take its conversation up ends as soon. */
  private static final Duration AT_ONCE = Duration.ofSeconds(20);

  /** An agent that can't go on without being seen to has mostly ended by then. */
  private static final Duration GOES_ON = Duration.ofSeconds(2);

  private Resuming() {}

  /**
   * Whether a process that ends now ends as soon as one that could not do what it was begun for.
   */
  public static boolean isAtOnce(Session.Run run, Instant now) {
    return !run.began().plus(AT_ONCE).isBefore(now);
  }

  /**
   * How long it is until a program that was run again counts as going on, where it runs until then:
   * not at all where a hook of its agent was called, since an agent calls none before it has begun.
   *
   * @param now of the clock that told when it began; this may have been set back since
   */
  public static Duration untilGoesOn(Session.Run run, boolean hooked, Instant now) {
    Duration left = Duration.between(now, run.began().plus(GOES_ON));
    if (hooked || left.isNegative()) {
      return Duration.ZERO;
    }
    return left.compareTo(GOES_ON) > 0 ? GOES_ON : left;
  }

  /** What is known of the session's conversation. */
  public sealed interface Conversation {
    /** Nothing: its agent never told an id. */
    record Unknown() implements Conversation {}

    /** It was given this id, which no hook has confirmed. */
    record Provisional(String id) implements Conversation {}

    /** Its agent told this id; no turn was recorded. */
    record Confirmed(String id) implements Conversation {}

    /** Its agent told this id, and a turn was recorded. */
    record Resumable(String id) implements Conversation {}

    /** Of a session. */
    static Conversation of(Session session) {
      if (session.nativeId().isEmpty()) {
        return new Unknown();
      }
      Session.NativeId known = session.nativeId().get();
      return switch (known.standing()) {
        case PROVISIONAL -> new Provisional(known.id());
        case CONFIRMED -> new Confirmed(known.id());
        case RESUMABLE -> new Resumable(known.id());
      };
    }
  }

  /** What came of steps that were taken since the session last ran. */
  public enum Tried {
    /** Taking it up by its id: there is no such conversation. */
    RESUME_GONE,
    /** Giving the id again: it is in use. */
    ID_TAKEN,
    /** The agent ended at once and did not say why in words that are known. */
    FAILED
  }

  /** What to do next. */
  public sealed interface Step {
    /** Take up the conversation: {@link Launching#resume}. */
    record ByResume(String id) implements Step {}

    /** Run the command anew with the id that it was given: {@link Launching#begin}. */
    record Again(String id) implements Step {}

    /**
     * Begin a new conversation, and tell the person.
     *
     * @param told why, in one sentence
     */
    record New(String told) implements Step {}

    /**
     * Show the session as stopped.
     *
     * @param reason in one sentence
     * @param todo what the person can do
     */
    record Stopped(String reason, String todo) implements Step {}
  }

  /**
   * The next step.
   *
   * @param hasTemplate whether the person gave a resume command of their own
   */
  public static Step next(
      Provider provider, boolean hasTemplate, Conversation conversation, Set<Tried> tried) {
    if (tried.contains(Tried.FAILED)) {
      return new Step.Stopped(
          provider.title() + " ended at once when its conversation was taken up",
          "look at what it said with `comity session logs`, then resume it again");
    }
    boolean resumes = hasTemplate || !provider.resume().words().isEmpty();
    boolean gone = tried.contains(Tried.RESUME_GONE);
    return switch (conversation) {
      case Conversation.Unknown() ->
          new Step.Stopped(
              (provider.name().equals(Provider.CUSTOM) ? "its program" : provider.title())
                  + " never told which conversation it has",
              provider.name().equals(Provider.CUSTOM)
                  ? "stop it, and run the command anew"
                  : "if nothing was said in it, stop it and run the command anew; else take it up by"
                      + " hand, and set up hooks with `comity hooks setup`");
      case Conversation.Provisional(String id) -> provisional(provider, resumes, id, tried);
      case Conversation.Confirmed(String id) ->
          !resumes
              ? cannot(provider)
              : gone ? confirmedGone(provider, id, tried) : new Step.ByResume(id);
      case Conversation.Resumable(String id) ->
          !resumes ? cannot(provider) : gone ? lost(provider, id) : new Step.ByResume(id);
    };
  }

  private static Step provisional(Provider provider, boolean resumes, String id, Set<Tried> tried) {
    if (!tried.contains(Tried.ID_TAKEN)) {
      return new Step.Again(id);
    }
    // Taken: so it did begin, and only the hook did not arrive.
    if (resumes && !tried.contains(Tried.RESUME_GONE)) {
      return new Step.ByResume(id);
    }
    return new Step.New(
        "the conversation %s could neither be begun again nor taken up: %s says that the id is in use"
            .formatted(id, provider.title()));
  }

  /** No turn is known of, and its provider does not know it either. */
  private static Step confirmedGone(Provider provider, String id, Set<Tried> tried) {
    boolean assigned = !provider.start().assign().isEmpty();
    if (!assigned) {
      return lost(provider, id);
    }
    if (provider.start().reusesUnused() && !tried.contains(Tried.ID_TAKEN)) {
      return new Step.Again(id);
    }
    return new Step.New(
        "the conversation %s had no turn, and %s can neither take up such a one nor use its id again"
            .formatted(id, provider.title()));
  }

  private static Step cannot(Provider provider) {
    return new Step.Stopped(
        "it is not known how " + provider.title() + " takes up a conversation",
        "give a resume command of your own, or say it in providers.toml");
  }

  private static Step lost(Provider provider, String id) {
    return new Step.Stopped(
        provider.title() + " has no conversation " + id + " any more",
        "look for it in its own list of conversations, or run the command anew");
  }

  /**
   * What an agent that ended says of the step that was taken.
   *
   * @param step the step
   * @param code its exit code
   * @param shown the last that it showed, as text
   * @return empty where it ended as agents do that ran: none ends with 0 that could not do what it
   *     was begun for, and a conversation may show any words
   */
  public static Optional<Tried> heard(Provider provider, Step step, int code, String shown) {
    if (code == 0) {
      return Optional.empty();
    }
    String low = shown.toLowerCase(Locale.ROOT);
    boolean gone = provider.resume().gone().stream().anyMatch(each -> says(low, each));
    boolean taken = provider.resume().taken().stream().anyMatch(each -> says(low, each));
    return switch (step) {
      case Step.ByResume _ when gone -> Optional.of(Tried.RESUME_GONE);
      case Step.Again _ when taken -> Optional.of(Tried.ID_TAKEN);
      case Step.ByResume _, Step.Again _, Step.New _ -> Optional.of(Tried.FAILED);
      case Step.Stopped _ -> Optional.empty();
    };
  }

  private static boolean says(String low, String text) {
    return low.contains(text.toLowerCase(Locale.ROOT));
  }
}
