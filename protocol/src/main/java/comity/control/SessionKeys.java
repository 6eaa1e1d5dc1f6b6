package comity.control;

import java.time.Duration;
import java.util.List;

/** The keys of {@code [sessions]}. */
final class SessionKeys {
  static final Key<SessionSettings.Notify> NOTIFY =
      Key.of(
          "notify",
          Kinds.choice(SessionSettings.Notify.values()),
          SessionSettings.Notify.ATTENTION,
          "When you are told of a session that you don't look at: when its agent needs you"
              + " (`attention`), also when it waits after it worked (`waiting`), or never.");
  static final Key<Duration> NOTIFY_EVERY =
      Key.of(
          "notify_every",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(1), "a day has work in it"),
          Duration.ofSeconds(30),
          "No session tells you more often; what is kept back is told then, if it still holds.");
  static final Key<String> WEBHOOK =
      Key.optional(
          "webhook",
          Words.url(),
          "none",
          "The hub sends the same there, as a POST of the session's JSON.");

  static final Key<Duration> KEEP_CLOSED =
      Key.of(
          "keep_closed",
          Kinds.duration(Duration.ofHours(1), Duration.ofDays(3650), "ten years are for ever"),
          Duration.ofDays(30),
          "What is kept of a session that you closed goes after this time.");

  static final Section<SessionSettings> SESSIONS =
      new Section<>(
          "[sessions]",
          "Agents in sessions: when you are told of them, and what is kept.",
          List.of(NOTIFY, NOTIFY_EVERY, WEBHOOK, KEEP_CLOSED),
          _ -> {},
          v ->
              new SessionSettings(
                  v.get(NOTIFY), v.get(NOTIFY_EVERY), v.find(WEBHOOK), v.get(KEEP_CLOSED)));

  private SessionKeys() {}
}
