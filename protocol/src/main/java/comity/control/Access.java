package comity.control;

import comity.messages.AgentPattern;
import java.util.List;

/**
 * Who may write to an agent and see its card.
 *
 * @param isPublic whether the card shows owner and device to everyone (MSG-20)
 * @param requireAuth whether a key is needed, on loopback too
 * @param allowedAgents whose messages are taken; {@code *} is anyone
 */
public record Access(boolean isPublic, boolean requireAuth, List<AgentPattern> allowedAgents) {
  public Access {
    allowedAgents = List.copyOf(allowedAgents);
  }
}
