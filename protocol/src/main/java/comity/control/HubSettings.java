package comity.control;

import java.util.List;

/**
 * The hub itself.
 *
 * @param port 0 takes any free one
 * @param bind an IP address or {@code localhost}
 * @param givenAuthorities as configured; empty where the loopback names are meant
 * @param maxBody bytes of a request's body
 */
public record HubSettings(
    int port,
    String bind,
    List<String> givenAuthorities,
    long maxBody,
    Retention retention,
    LogLevel logLevel,
    boolean logJson) {
  public HubSettings {
    givenAuthorities = List.copyOf(givenAuthorities);
  }

  /**
   * The authorities whose agents are this hub's, canonical (MSG-6).
   *
   * @param listening the port that the hub has in fact
   */
  public List<String> authorities(int listening) {
    if (!givenAuthorities.isEmpty()) {
      return givenAuthorities;
    }
    return List.of("127.0.0.1:" + listening, "localhost:" + listening, "[::1]:" + listening);
  }

  /** The same on another port. */
  public HubSettings withPort(int other) {
    return new HubSettings(other, bind, givenAuthorities, maxBody, retention, logLevel, logJson);
  }

  /** The same at another address. */
  public HubSettings withBind(String other) {
    return new HubSettings(port, other, givenAuthorities, maxBody, retention, logLevel, logJson);
  }
}
