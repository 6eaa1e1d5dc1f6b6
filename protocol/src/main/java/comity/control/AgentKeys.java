package comity.control;

import comity.messages.AgentPattern;
import comity.messages.AgentProfile;
import comity.messages.AgentUri;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys of {@code [agents.ID]}. */
final class AgentKeys {
  /** Which runner an agent names; what it needs is in keys of their own. */
  enum RunnerName {
    ECHO,
    COMMAND,
    INBOX
  }

  private static final Kind<String> LINE = Kinds.line(200, "it is shown in one line");

  static final Key<String> NAME =
      Key.optional("name", LINE, "the id", "What the agent is called on its card.");
  static final Key<String> DESCRIPTION =
      Key.optional(
          "description",
          Kinds.line(1000, "cards are read by models too"),
          "none",
          "What it is for, on its card.");
  static final Key<RunnerName> RUNNER =
      Key.required(
          "runner",
          Kinds.choice(RunnerName.values()),
          "What answers: `echo` (what it was sent), `command` (a program per message) or `inbox`"
              + " (kept until the agent fetches it).");
  static final Key<Boolean> DEFAULT =
      Key.of(
          "default",
          Kinds.truth(),
          false,
          "Whether its card is the hub's card; without any, the first agent's is.");
  static final Key<Integer> CONCURRENCY =
      Key.of(
          "concurrency",
          Kinds.integer(1, 256, "each run may be a process"),
          4,
          "How many of its conversations run at once.");
  static final Key<Duration> TIMEOUT =
      Key.of(
          "timeout",
          Kinds.duration(
              Duration.ofSeconds(1), Duration.ofDays(7), "a run that never ends blocks its place"),
          Duration.ofMinutes(10),
          "A run that takes longer is ended with all its processes and has failed.");
  static final Key<Long> OUTPUT_LIMIT =
      Key.of(
          "output_limit",
          Kinds.size(1 << 10, 24 << 20, "output is in memory several times when the run ends"),
          8L << 20,
          "A run that writes more is ended and has failed.");
  static final Key<OnInterrupt> ON_INTERRUPT =
      Key.optional(
          "on_interrupt",
          Kinds.choice(OnInterrupt.values()),
          "`\"retry\"` for `echo` and `command`, else `\"fail\"`",
          "What becomes of a run that was under way when the hub went down: run once more, or"
              + " failed and the sender told.");
  static final Key<Long> MAX_MESSAGE_SIZE =
      Key.optional(
          "max_message_size",
          Kinds.size(1 << 10, 24 << 20, "no more than `hub.max_body`"),
          "`\"10MiB\"`, or `hub.max_body` where that is less",
          "Larger messages are refused, and its card says so.");
  static final Key<List<String>> CONTENT_TYPES =
      Key.of(
          "content_types",
          Kinds.set(
              Kinds.worded("string", "", AgentKeys::contentType, v -> v),
              1,
              64,
              "a card lists them all"),
          List.of("text", "image", "code", "file"),
          "The types of content blocks it takes; types of your own are kept as they come, and `*` takes every type.");
  static final Key<List<String>> TOOLS =
      Key.of(
          "tools",
          Kinds.set(LINE, 0, 256, "a card lists them all"),
          List.of(),
          "The tools that its card names.");

  static final Key<Boolean> PUBLIC =
      Key.of(
          "public", Kinds.truth(), false, "Whether its card shows owner and device to everyone.");
  static final Key<Boolean> REQUIRE_AUTH =
      Key.of("require_auth", Kinds.truth(), true, "Whether a key is needed, on loopback too.");
  static final Key<List<AgentPattern>> ALLOWED_AGENTS =
      Key.of(
          "allowed_agents",
          Kinds.set(Words.pattern(), 0, 1000, "each is compared with every sender"),
          List.of(AgentPattern.ANYONE),
          "Whose messages are taken.");

  static final Section<Access> ACCESS_SECTION =
      new Section<>(
          "[agents.ID.access]",
          "Who may write to the agent.",
          List.of(PUBLIC, REQUIRE_AUTH, ALLOWED_AGENTS),
          _ -> {},
          v -> new Access(v.get(PUBLIC), v.get(REQUIRE_AUTH), v.get(ALLOWED_AGENTS)));

  static final Key<Access> ACCESS =
      new Key<>(
          "access",
          Kinds.table(ACCESS_SECTION),
          Optional.of(new Access(false, true, List.of(AgentPattern.ANYONE))),
          "every sender with a key",
          "See `[agents.ID.access]`.");

  static final Section<AgentSettings> AGENT =
      new Section<>(
          "[agents.ID]",
          "An agent of this hub. `ID` is its agent-id; one with a slash stands in quotes:"
              + " `[agents.\"muse/build\"]`. Without any, the hub has one agent, `echo`, which takes"
              + " messages from loopback without a key. The keys from `command` on are for"
              + " `runner = \"command\"`.",
          keys(),
          CommandKeys::rules,
          AgentKeys::build);

  static final Key<List<AgentSettings>> AGENTS =
      Key.optional(
          "agents",
          Kinds.named("agents", 1000, "each message is compared with their ids", AgentKeys::agent),
          "one agent, `echo`",
          "See `[agents.ID]`.");

  private AgentKeys() {}

  private static List<Key<?>> keys() {
    List<Key<?>> keys =
        new ArrayList<>(
            List.of(
                NAME,
                DESCRIPTION,
                RUNNER,
                DEFAULT,
                CONCURRENCY,
                TIMEOUT,
                OUTPUT_LIMIT,
                ON_INTERRUPT,
                MAX_MESSAGE_SIZE,
                CONTENT_TYPES,
                TOOLS,
                ACCESS));
    keys.addAll(CommandKeys.ALL);
    return keys;
  }

  private static Kind.Worded<String> contentType(String text) {
    return text.matches("[!-~]{1,64}")
        ? new Kind.Worded.Taken<>(text)
        : new Kind.Worded.Wrong<>(
            "must be a block type of 1 to 64 visible ASCII characters, is " + Place.shown(text));
  }

  private static Optional<AgentSettings> agent(String id, ConfigValue value, Place place) {
    String fault = id.length() > 256 ? "has more than 256 characters" : AgentUri.idFault(id);
    if (!fault.isEmpty()) {
      place.fault(value, "is no agent-id: it " + fault);
    } else if (id.equals("me") || id.startsWith("session/") || id.startsWith("trace-")) {
      place.fault(
          value, "is a name that Comity keeps for itself: me, session/… and trace-… are taken");
    }
    if (!(value instanceof ConfigValue.Table table)) {
      return Kinds.wrongKind("a table", value, place);
    }
    if (isHalfAnId(table)) {
      place.fault(
          value,
          "is no agent: an id of several parts stands in quotes, as in agents.\"muse/build\"");
      return Optional.empty();
    }
    return AGENT.read(table, place);
  }

  /** Whether this looks like the {@code muse} of {@code [agents.muse.build]}. */
  private static boolean isHalfAnId(ConfigValue.Table table) {
    return !table.members().containsKey(RUNNER.name())
        && table.members().values().stream()
            .anyMatch(m ->
                m instanceof ConfigValue.Table inner && inner.members().containsKey(RUNNER.name()));
  }

  private static AgentSettings build(Values v) {
    RunnerName runner = v.get(RUNNER);
    return new AgentSettings(
        v.name(),
        v.find(NAME).orElse(v.name()),
        v.find(DESCRIPTION).orElse(""),
        switch (runner) {
          case ECHO -> new Runner.Echo();
          case INBOX -> new Runner.Inbox();
          case COMMAND -> CommandKeys.build(v);
        },
        v.get(DEFAULT),
        v.get(CONCURRENCY),
        v.get(TIMEOUT),
        v.get(OUTPUT_LIMIT),
        v.find(ON_INTERRUPT)
            .orElse(
                switch (runner) {
                  case ECHO, COMMAND -> OnInterrupt.RETRY;
                  case INBOX -> OnInterrupt.FAIL;
                }),
        v.find(MAX_MESSAGE_SIZE).orElse(AgentProfile.DEFAULT_MAX_MESSAGE_SIZE),
        v.get(CONTENT_TYPES),
        v.get(TOOLS),
        v.get(ACCESS));
  }
}
