package comity.control;

import java.util.List;
import java.util.Optional;

/**
 * The checked configuration of a home.
 *
 * @param agents at least one, in the order of the file; exactly one of them is the default
 * @param peers in the order of the file
 */
public record Configuration(
    HubSettings hub,
    OwnerSettings owner,
    DeviceSettings device,
    RateLimits rateLimits,
    OutboxSettings outbox,
    MemorySettings memory,
    SessionSettings sessions,
    List<AgentSettings> agents,
    List<Peer> peers) {
  public Configuration {
    agents = List.copyOf(agents);
    peers = List.copyOf(peers);
  }

  /** Checks what a file says against the schema; never throws. */
  public static ConfigCheck check(ConfigValue.Table file) {
    return Schema.check(file);
  }

  /** The configuration of a home without a file. */
  public static Configuration standard() {
    return switch (check(ConfigValue.Table.empty())) {
      case ConfigCheck.Checked(Configuration configuration) -> configuration;
      case ConfigCheck.Faulty(List<ConfigFault> faults) -> throw new AssertionError(faults);
    };
  }

  /** The reference of all keys as a Markdown page; {@code docs/configuration.md} is this. */
  public static String reference() {
    return Reference.markdown();
  }

  /** The agent of that id. */
  public Optional<AgentSettings> agent(String id) {
    return agents.stream().filter(a -> a.id().equals(id)).findFirst();
  }

  /** The agent whose card is the hub's. */
  public AgentSettings defaultAgent() {
    return agents.stream().filter(AgentSettings::isDefault).findFirst().orElseThrow();
  }

  /** The same with other hub settings, such as those of the command line. */
  public Configuration withHub(HubSettings other) {
    return new Configuration(
        other, owner, device, rateLimits, outbox, memory, sessions, agents, peers);
  }
}
