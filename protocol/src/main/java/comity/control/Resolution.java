package comity.control;

import comity.messages.AgentUri;
import java.util.List;
import java.util.Optional;

/**
 * Where an agent's hub is (MSG-29).
 *
 * @param url its base URL, without a slash at the end
 * @param rule which rule decided, for a person
 * @param peer the entry that decided, where one did
 */
public record Resolution(String url, String rule, Optional<Peer> peer) {

  /**
   * The first peer entry that covers the agent, else its authority: http on loopback, else https.
   */
  public static Resolution of(AgentUri agent, List<Peer> peers) {
    for (Peer peer : peers) {
      if (peer.match().covers(agent)) {
        String url =
            peer.url().endsWith("/")
                ? peer.url().substring(0, peer.url().length() - 1)
                : peer.url();
        return new Resolution(url, "the peer entry for " + peer.match(), Optional.of(peer));
      }
    }
    return agent.isLoopback()
        ? new Resolution("http://" + agent.authority(), "a loopback authority", Optional.empty())
        : new Resolution(
            "https://" + agent.authority(), "its authority, by https", Optional.empty());
  }
}
