package comity.messages;

import java.util.List;

/**
 * What an agent declares of itself and what is held to be so (MSG-21).
 *
 * @param contentTypes block types it takes, such as {@code text}; {@code *} is every type
 * @param maxMessageSize bytes of the whole message
 * @param requireAuth whether a key is needed on loopback too
 * @param allowedAgents whose messages it takes
 */
public record AgentProfile(
    String agentId,
    String name,
    String description,
    List<String> contentTypes,
    long maxMessageSize,
    boolean streaming,
    boolean async,
    List<String> tools,
    boolean isPublic,
    boolean requireAuth,
    List<AgentPattern> allowedAgents) {
  /** 10 MiB, the protocol document's figure. */
  public static final long DEFAULT_MAX_MESSAGE_SIZE = 10_485_760;

  public AgentProfile {
    contentTypes = List.copyOf(contentTypes);
    tools = List.copyOf(tools);
    allowedAgents = List.copyOf(allowedAgents);
  }

  /** Whether a block of this type can be given to the agent. */
  public boolean takes(String type) {
    return contentTypes.contains(type) || contentTypes.contains("*");
  }

  /** Whether messages of this sender are taken. */
  public boolean allows(AgentUri sender) {
    return allowedAgents.stream().anyMatch(pattern -> pattern.covers(sender));
  }
}
