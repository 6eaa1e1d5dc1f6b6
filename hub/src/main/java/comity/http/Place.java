package comity.http;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import org.apache.hc.core5.http.HttpHost;

/** Where a URL leads. */
sealed interface Place {
  record Found(Endpoint endpoint) implements Place {}

  record Refused(String reason) implements Place {}

  /** Whom a connection is to. */
  record Endpoint(boolean tls, String host, int port) {
    /** As it stands in {@code Host}. */
    String authority() {
      return port == (tls ? 443 : 80) ? host : host + ":" + port;
    }

    /** The client takes the address from here, and keeps connections by name and address. */
    HttpHost at(InetAddress address) {
      String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      return new HttpHost(tls ? "https" : "http", address, name, port);
    }
  }

  /** Reads it, without looking anything up. */
  static Place of(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return new Place.Refused("only http and https URLs are called");
    }
    boolean secure = scheme.equals("https");
    String raw = uri.getRawAuthority();
    Authority authority = raw == null ? null : Authority.read(raw).orElse(null);
    if (authority == null || uri.getRawPath() == null) {
      return new Place.Refused("the URL names no host, or a user");
    }
    if (endsInNumber(authority.host()) && authority.address().isEmpty()) {
      return new Place.Refused("the URL spells an address in an unusual way");
    }
    int port = authority.port() < 0 ? (secure ? 443 : 80) : authority.port();
    return port == 0
        ? new Place.Refused("the URL names port 0")
        : new Place.Found(new Endpoint(secure, authority.host(), port));
  }

  /** Resolvers read {@code 0x7f.1}, {@code 2130706433} and {@code 0177.0.0.1} as addresses. */
  private static boolean endsInNumber(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.startsWith("0x") || (!last.isEmpty() && last.chars().allMatch(Ascii::isDigit));
  }
}
