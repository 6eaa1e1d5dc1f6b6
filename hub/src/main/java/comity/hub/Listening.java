package comity.hub;

import comity.control.AgentSettings;
import comity.control.Configuration;
import comity.files.Home;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Collectors;

/** Where a hub listens: whether it may, and why it could not. */
final class Listening {
  private Listening() {}

  /** Why the hub must not listen where it was told to (MSG-24). */
  static Optional<String> exposure(Configuration configuration, HubOptions options) {
    try {
      if (options.openToStrangers() || address(configuration).isLoopbackAddress()) {
        return Optional.empty();
      }
    } catch (UnknownHostException e) {
      return Optional.of("hub.bind is no address of this machine: " + configuration.hub().bind());
    }
    String open =
        configuration.agents().stream()
            .filter(agent -> !agent.access().requireAuth())
            .map(AgentSettings::id)
            .collect(Collectors.joining(", "));
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Not listening on "
                + configuration.hub().bind()
                + ": these agents take messages without a key: "
                + open
                + ". Set access.require_auth = true for them, or say --open-to-strangers");
  }

  static InetAddress address(Configuration configuration) throws UnknownHostException {
    return InetAddress.getByName(configuration.hub().bind());
  }

  /** Why there is no hub where listening failed with {@code e}, and what to do about it. */
  static String trouble(IOException e, Home home, Configuration configuration) {
    Optional<String> taken = Optional.empty();
    try {
      taken = TakenPort.why(address(configuration), configuration.hub().port(), home);
    } catch (UnknownHostException none) {
      e.addSuppressed(none);
    }
    return taken.orElseGet(() -> String.valueOf(e.getMessage()));
  }

  /** How its URL names where it listens. */
  static String host(Configuration configuration) throws UnknownHostException {
    InetAddress address = address(configuration);
    if (address.isAnyLocalAddress()) {
      return "127.0.0.1";
    }
    String text = address.getHostAddress();
    return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
  }
}
