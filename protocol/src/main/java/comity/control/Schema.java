package comity.control;

import comity.messages.AgentPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The file as a whole: its tables, and what holds between them. */
final class Schema {
  static final Key<HubSettings> HUB = table("hub", HubKeys.HUB);
  static final Key<OwnerSettings> OWNER = table("owner", HubKeys.OWNER);
  static final Key<DeviceSettings> DEVICE = table("device", HubKeys.DEVICE);
  static final Key<RateLimits> RATE_LIMITS = table("rate_limits", HubKeys.RATE_LIMITS);
  static final Key<OutboxSettings> OUTBOX = table("outbox", HubKeys.OUTBOX);
  static final Key<MemorySettings> MEMORY = table("memory", MemoryKeys.MEMORY);
  static final Key<SessionSettings> SESSIONS = table("sessions", SessionKeys.SESSIONS);

  static final Section<Configuration> FILE =
      new Section<>(
          "",
          "",
          List.of(
              HUB,
              OWNER,
              DEVICE,
              RATE_LIMITS,
              OUTBOX,
              MEMORY,
              SESSIONS,
              AgentKeys.AGENTS,
              PeerKeys.PEERS),
          Schema::rules,
          Schema::build);

  /** Every table, in the order of the reference. */
  static final List<Section<?>> SECTIONS =
      List.of(
          HubKeys.HUB,
          HubKeys.RETENTION,
          HubKeys.OWNER,
          HubKeys.DEVICE,
          HubKeys.RATE_LIMITS,
          HubKeys.OUTBOX,
          MemoryKeys.MEMORY,
          SessionKeys.SESSIONS,
          AgentKeys.AGENT,
          AgentKeys.ACCESS_SECTION,
          PeerKeys.PEER);

  private static final AgentSettings ECHO = fresh();

  private Schema() {}

  static ConfigCheck check(ConfigValue.Table file) {
    List<ConfigFault> faults = new ArrayList<>();
    Optional<Configuration> read = FILE.read(file, new Place("", "", faults));
    if (read.isPresent()) {
      return new ConfigCheck.Checked(read.get());
    }
    faults.sort(Comparator.comparingInt(ConfigFault::line).thenComparingInt(ConfigFault::column));
    return new ConfigCheck.Faulty(
        faults.subList(0, Math.min(ConfigCheck.MAX_FAULTS, faults.size())));
  }

  /** The headings of the tables that have a key of this name. */
  static List<String> sectionsWith(String name) {
    return SECTIONS.stream()
        .filter(s -> s.keys().stream().anyMatch(k -> k.name().equals(name)))
        .map(Section::heading)
        .toList();
  }

  /** A table that may be left out: what is read from nothing then holds. */
  private static <T> Key<T> table(String name, Section<T> section) {
    List<ConfigFault> faults = new ArrayList<>();
    T standard = section.read(ConfigValue.Table.empty(), new Place("", name, faults)).orElseThrow();
    return Key.of(name, Kinds.table(section), standard, section.doc());
  }

  /** The one agent of a home that names none. */
  private static AgentSettings fresh() {
    ConfigValue.Table table =
        new ConfigValue.Table(
            new LinkedHashMap<>(Map.of("runner", new ConfigValue.Text("echo", 1, 1))), 1, 1);
    AgentSettings echo =
        AgentKeys.AGENT.read(table, new Place("", "echo", new ArrayList<>())).orElseThrow();
    return echo.asDefault().withAccess(new Access(true, false, List.of(AgentPattern.ANYONE)));
  }

  private static void rules(Values v) {
    long maxBody = v.get(HUB).maxBody();
    boolean found = false;
    for (AgentSettings agent : v.find(AgentKeys.AGENTS).orElse(List.of())) {
      List<String> path = List.of(AgentKeys.AGENTS.name(), agent.id());
      if (agent.maxMessageSize() > maxBody && given(v, agent, AgentKeys.MAX_MESSAGE_SIZE)) {
        v.fault(
            below(path, AgentKeys.MAX_MESSAGE_SIZE),
            "must be no more than hub.max_body, which is " + Amounts.text(maxBody));
      }
      if (agent.isDefault() && found) {
        v.fault(below(path, AgentKeys.DEFAULT), "must be true for one agent only");
      }
      found |= agent.isDefault();
    }
    List<Peer> peers = v.find(PeerKeys.PEERS).orElse(List.of());
    Set<AgentPattern> seen = new HashSet<>();
    for (int i = 0; i < peers.size(); i++) {
      if (!seen.add(peers.get(i).match())) {
        v.faultOfItem(PeerKeys.PEERS, i, PeerKeys.MATCH, "is matched by an entry above");
      }
    }
  }

  private static Configuration build(Values v) {
    HubSettings hub = v.get(HUB);
    List<AgentSettings> agents = new ArrayList<>();
    for (AgentSettings agent : v.find(AgentKeys.AGENTS).orElse(List.of())) {
      agents.add(given(v, agent, AgentKeys.MAX_MESSAGE_SIZE) ? agent : fitting(agent, hub));
    }
    if (agents.isEmpty()) {
      agents.add(fitting(ECHO, hub));
    }
    if (agents.stream().noneMatch(AgentSettings::isDefault)) {
      agents.set(0, agents.getFirst().asDefault());
    }
    return new Configuration(
        hub,
        v.get(OWNER),
        v.get(DEVICE),
        v.get(RATE_LIMITS),
        v.get(OUTBOX),
        v.get(MEMORY),
        v.get(SESSIONS),
        agents,
        v.find(PeerKeys.PEERS).orElse(List.of()));
  }

  private static AgentSettings fitting(AgentSettings agent, HubSettings hub) {
    return agent.withMaxMessageSize(Math.min(agent.maxMessageSize(), hub.maxBody()));
  }

  private static List<String> below(List<String> path, Key<?> key) {
    List<String> longer = new ArrayList<>(path);
    longer.add(key.name());
    return longer;
  }

  private static boolean given(Values v, AgentSettings agent, Key<?> key) {
    return v.table().members().get(AgentKeys.AGENTS.name()) instanceof ConfigValue.Table agents
        && agents.members().get(agent.id()) instanceof ConfigValue.Table table
        && table.members().containsKey(key.name());
  }
}
