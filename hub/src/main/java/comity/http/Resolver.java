package comity.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name. */
@FunctionalInterface
public interface Resolver {
  /** The machine's own. */
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  /** One address or more. */
  List<InetAddress> resolve(String host) throws UnknownHostException;
}
