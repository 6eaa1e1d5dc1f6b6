package comity.control;

import comity.messages.AgentProfile;
import java.time.Duration;
import java.util.List;

/**
 * An agent of this hub.
 *
 * @param id the agent-id, decoded
 * @param isDefault whether its card is the hub's card
 * @param concurrency how many of its conversations run at once
 * @param timeout of one run
 * @param outputLimit bytes that one run may write
 * @param maxMessageSize bytes of a message's body
 * @param contentTypes the block types it takes
 */
public record AgentSettings(
    String id,
    String name,
    String description,
    Runner runner,
    boolean isDefault,
    int concurrency,
    Duration timeout,
    long outputLimit,
    OnInterrupt onInterrupt,
    long maxMessageSize,
    List<String> contentTypes,
    List<String> tools,
    Access access) {
  public AgentSettings {
    contentTypes = List.copyOf(contentTypes);
    tools = List.copyOf(tools);
  }

  /** What its card declares; no agent answers by stream or callback yet. */
  public AgentProfile profile() {
    return new AgentProfile(
        id,
        name,
        description,
        contentTypes,
        maxMessageSize,
        false,
        false,
        tools,
        access.isPublic(),
        access.requireAuth(),
        access.allowedAgents());
  }

  AgentSettings withMaxMessageSize(long bytes) {
    return new AgentSettings(
        id,
        name,
        description,
        runner,
        isDefault,
        concurrency,
        timeout,
        outputLimit,
        onInterrupt,
        bytes,
        contentTypes,
        tools,
        access);
  }

  AgentSettings asDefault() {
    return new AgentSettings(
        id,
        name,
        description,
        runner,
        true,
        concurrency,
        timeout,
        outputLimit,
        onInterrupt,
        maxMessageSize,
        contentTypes,
        tools,
        access);
  }

  AgentSettings withAccess(Access other) {
    return new AgentSettings(
        id,
        name,
        description,
        runner,
        isDefault,
        concurrency,
        timeout,
        outputLimit,
        onInterrupt,
        maxMessageSize,
        contentTypes,
        tools,
        other);
  }
}
