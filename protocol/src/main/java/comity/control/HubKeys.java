package comity.control;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The keys of {@code [hub]}, {@code [owner]}, {@code [device]}, limits and outbox. */
final class HubKeys {
  static final Key<Integer> PORT =
      Key.of(
          "port",
          Kinds.integer(0, 65_535, "what TCP has; 0 takes any free one"),
          7420,
          "The TCP port; read at start only.");
  static final Key<String> BIND =
      Key.of(
          "bind",
          Words.bind(),
          "127.0.0.1",
          "The address to listen at; read at start only. Elsewhere than loopback every agent must"
              + " ask for a key.");
  static final Key<List<String>> AUTHORITIES =
      Key.optional(
          "authorities",
          Kinds.set(Words.authority(), 1, 64, "each is compared with every message"),
          "the loopback names with the hub's port",
          "The authorities whose `agent://` addresses are this hub's agents.");
  static final Key<Long> MAX_BODY =
      Key.of(
          "max_body",
          Kinds.size(1 << 10, 24 << 20, "a body is in memory several times while it is checked"),
          16L << 20,
          "Larger request bodies are refused while they are read.");
  static final Key<LogLevel> LOG_LEVEL =
      Key.of(
          "log_level", Kinds.choice(LogLevel.values()), LogLevel.INFO, "The least that is logged.");
  static final Key<Boolean> LOG_JSON =
      Key.of("log_json", Kinds.truth(), false, "Whether each line of the log is a JSON object.");

  static final Key<Duration> AGE =
      Key.optional(
          "age",
          Kinds.duration(
              Duration.ofMinutes(1), Duration.ofDays(36_500), "less is gone before it is read"),
          "any age",
          "What is older is dropped.");
  static final Key<Long> SIZE =
      Key.optional(
          "size",
          Kinds.size(1 << 20, 1L << 50, "less is gone before it is read"),
          "any size",
          "The oldest is dropped while all of it takes more.");

  static final Key<Retention.Kept> MESSAGES =
      kept(
          "messages",
          "Messages and their conversations; what still waits for a run or to be sent stays, what"
              + " nobody fetched does not.");
  static final Key<Retention.Kept> TRACES = kept("traces", "Traces of finished runs.");
  static final Key<Retention.Kept> LOGS = kept("logs", "The files of `log/`.");
  static final Key<Retention.Kept> AUDIT =
      kept("audit", "The entries of `audit.jsonl`: what roles were refused, and what was written.");

  static final Section<Retention> RETENTION =
      new Section<>(
          "[hub.retention]",
          "What is dropped, and when. Each key is a table with `age`, `size` or both; without them"
              + " everything is kept for ever.",
          List.of(MESSAGES, TRACES, LOGS, AUDIT),
          _ -> {},
          v -> new Retention(v.get(MESSAGES), v.get(TRACES), v.get(LOGS), v.get(AUDIT)));

  static final Key<Retention> KEPT =
      Key.optional("retention", Kinds.table(RETENTION), "all is kept", "See `[hub.retention]`.");

  static final Section<HubSettings> HUB =
      new Section<>(
          "[hub]",
          "The hub itself.",
          List.of(PORT, BIND, AUTHORITIES, MAX_BODY, KEPT, LOG_LEVEL, LOG_JSON),
          _ -> {},
          v ->
              new HubSettings(
                  v.get(PORT),
                  v.get(BIND),
                  v.find(AUTHORITIES).orElse(List.of()),
                  v.get(MAX_BODY),
                  v.find(KEPT).orElse(Retention.FOR_EVER),
                  v.get(LOG_LEVEL),
                  v.get(LOG_JSON)));

  static final Key<String> USER_ID = shown("user_id", "Your id.");
  static final Key<String> USER_NAME = shown("user_name", "Your name.");
  static final Key<String> ORGANIZATION = shown("organization", "Your organization.");

  static final Section<OwnerSettings> OWNER =
      new Section<>(
          "[owner]",
          "Whose hub this is, as its agents' cards show it.",
          List.of(USER_ID, USER_NAME, ORGANIZATION),
          _ -> {},
          v -> new OwnerSettings(v.find(USER_ID), v.find(USER_NAME), v.find(ORGANIZATION)));

  static final Key<String> DEVICE_ID = shown("device_id", "The machine's id.");
  static final Key<String> DEVICE_NAME = shown("device_name", "The machine's name.");
  static final Key<String> LOCATION = shown("location", "Where it stands.");
  static final Key<String> PLATFORM = shown("platform", "What it runs, such as `linux`.");

  static final Section<DeviceSettings> DEVICE =
      new Section<>(
          "[device]",
          "What the hub runs on, as its agents' cards show it.",
          List.of(DEVICE_ID, DEVICE_NAME, LOCATION, PLATFORM),
          _ -> {},
          v ->
              new DeviceSettings(
                  v.find(DEVICE_ID), v.find(DEVICE_NAME), v.find(LOCATION), v.find(PLATFORM)));

  private static final Optional<Rate> STANDARD_RATE =
      Optional.of(new Rate(600, Duration.ofMinutes(1)));

  static final Key<Optional<Rate>> PER_KEY =
      Key.of("per_key", Kinds.rate(), STANDARD_RATE, "Requests with the same key.");
  static final Key<Optional<Rate>> PER_ADDRESS =
      Key.of("per_address", Kinds.rate(), STANDARD_RATE, "Requests from the same address.");
  static final Key<Optional<Rate>> LOOPBACK =
      Key.of("loopback", Kinds.rate(), Optional.empty(), "Requests from this machine.");

  static final Section<RateLimits> RATE_LIMITS =
      new Section<>(
          "[rate_limits]",
          "How many requests are taken; what is over is answered with 429 and `Retry-After`.",
          List.of(PER_KEY, PER_ADDRESS, LOOPBACK),
          _ -> {},
          v -> new RateLimits(v.get(PER_KEY), v.get(PER_ADDRESS), v.get(LOOPBACK)));

  static final Key<Duration> FIRST_RETRY =
      Key.of(
          "first_retry",
          Kinds.duration(
              Duration.ofMillis(100), Duration.ofHours(1), "a peer that is down needs a moment"),
          Duration.ofSeconds(2),
          "The wait after the first failure; each later one is about twice as long.");
  static final Key<Duration> LONGEST_RETRY =
      Key.of(
          "longest_retry",
          Kinds.duration(
              Duration.ofMillis(100), Duration.ofDays(1), "a peer that is back should not wait"),
          Duration.ofMinutes(10),
          "No wait is longer, unless the other hub asks for it with `Retry-After`.");
  static final Key<Duration> GIVE_UP_AFTER =
      Key.of(
          "give_up_after",
          Kinds.duration(
              Duration.ofSeconds(1), Duration.ofDays(365), "nobody waits for an answer longer"),
          Duration.ofDays(3),
          "A message of this age becomes a dead letter; `comity outbox retry` sends it again.");
  static final Key<Integer> ATTEMPTS =
      Key.optional(
          "attempts",
          Kinds.integer(1, 1_000_000, "at least the first"),
          "no limit but `give_up_after`",
          "A message that failed so many times becomes a dead letter.");

  static final Section<OutboxSettings> OUTBOX =
      new Section<>(
          "[outbox]",
          "How messages to other hubs are tried again.",
          List.of(FIRST_RETRY, LONGEST_RETRY, GIVE_UP_AFTER, ATTEMPTS),
          v -> {
            Duration first = v.get(FIRST_RETRY);
            Duration longest = v.get(LONGEST_RETRY);
            if (first.compareTo(longest) > 0) {
              boolean given = v.given(FIRST_RETRY);
              v.fault(
                  given ? FIRST_RETRY : LONGEST_RETRY,
                  given
                      ? "must be no longer than longest_retry, which is " + Amounts.text(longest)
                      : "must be no shorter than first_retry, which is " + Amounts.text(first));
            }
          },
          v ->
              new OutboxSettings(
                  v.get(FIRST_RETRY),
                  v.get(LONGEST_RETRY),
                  v.get(GIVE_UP_AFTER),
                  v.find(ATTEMPTS).map(OptionalLong::of).orElse(OptionalLong.empty())));

  private HubKeys() {}

  private static Key<Retention.Kept> kept(String name, String doc) {
    Section<Retention.Kept> section =
        new Section<>(
            "{ age = …, size = … }",
            doc,
            List.of(AGE, SIZE),
            _ -> {},
            v ->
                new Retention.Kept(
                    v.find(AGE), v.find(SIZE).map(OptionalLong::of).orElse(OptionalLong.empty())));
    return new Key<>(
        name, Kinds.table(section), Optional.of(Retention.Kept.FOR_EVER), "kept for ever", doc);
  }

  private static Key<String> shown(String name, String doc) {
    return Key.optional(name, Kinds.line(200, "it is shown in one line"), "not shown", doc);
  }
}
