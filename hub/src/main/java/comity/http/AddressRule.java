package comity.http;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which hosts may be called wherever they are; all others only at public addresses.
 *
 * @param allowed {@code host} for any port or {@code host:port}, in lower case, as a peer entry
 *     spells it; IPv6 addresses in brackets
 */
public record AddressRule(Set<String> allowed) {
  /** Public addresses only. */
  public static final AddressRule PUBLIC_ONLY = new AddressRule(Set.of());

  public AddressRule {
    allowed = allowed.stream().map(s -> s.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    allowed = Set.copyOf(allowed);
  }

  /** Public addresses, and these hosts. */
  public static AddressRule allowing(String... hosts) {
    return new AddressRule(Set.of(hosts));
  }

  boolean allows(String host, int port) {
    return allowed.contains(host) || allowed.contains(host + ":" + port);
  }
}
