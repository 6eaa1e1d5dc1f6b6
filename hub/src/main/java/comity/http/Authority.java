package comity.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/**
 * A host and port as in {@code Host}, {@code Origin} and URLs.
 *
 * @param host a name in lower case, four decimal numbers, or an IPv6 address in brackets
 * @param port the port, or -1 where none is given
 */
record Authority(String host, int port) {
  /** The longest name that DNS knows. */
  private static final int MAX_HOST = 255;

  /** Reads {@code host[:port]}; empty where it is neither name nor address. */
  static Optional<Authority> read(String text) {
    int colon = text.startsWith("[") ? text.indexOf(':', text.indexOf(']') + 1) : text.indexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    int port = colon < 0 ? -1 : port(text.substring(colon + 1));
    if (port == -2 || host.isEmpty() || host.length() > MAX_HOST) {
      return Optional.empty();
    }
    if (host.startsWith("[")) {
      return v6(host).map(address -> new Authority(address, port));
    }
    boolean named =
        Ascii.all(host, c -> Ascii.isAlphanumeric(c) || c == '.' || c == '-' || c == '_');
    return named
        ? Optional.of(new Authority(host.toLowerCase(Locale.ROOT), port))
        : Optional.empty();
  }

  /** An empty port is allowed (RFC 9110) and says nothing; -2 is no port. */
  private static int port(String digits) {
    if (digits.isEmpty()) {
      return -1;
    }
    if (digits.length() > 5 || !Ascii.all(digits, Ascii::isDigit)) {
      return -2;
    }
    int port = Integer.parseInt(digits);
    return port > 65_535 ? -2 : port;
  }

  private static Optional<String> v6(String bracketed) {
    String inner = bracketed.substring(1, Math.max(1, bracketed.length() - 1));
    if (!bracketed.endsWith("]")
        || inner.indexOf(':') < 0
        || !Ascii.all(inner, c -> Ascii.hex(c) >= 0 || c == ':' || c == '.')) {
      return Optional.empty();
    }
    try {
      return Optional.of("[" + InetAddress.ofLiteral(inner).getHostAddress() + "]");
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** The address that the host spells in the usual way, without asking anyone. */
  Optional<InetAddress> address() {
    if (host.startsWith("[")) {
      return Optional.of(InetAddress.ofLiteral(host.substring(1, host.length() - 1)));
    }
    return isDottedQuad() ? Optional.of(Inet4Address.ofLiteral(host)) : Optional.empty();
  }

  /** Whether it can mean only the machine itself, whatever a name server says. */
  boolean isLoopback() {
    return host.equals("localhost") || address().filter(InetAddress::isLoopbackAddress).isPresent();
  }

  /** Four decimal numbers without leading zeros: other spellings are read differently by others. */
  private boolean isDottedQuad() {
    int numbers = 0;
    for (String number : host.split("\\.", -1)) {
      numbers++;
      if (number.isEmpty()
          || number.length() > 3
          || (number.length() > 1 && number.charAt(0) == '0')
          || !Ascii.all(number, Ascii::isDigit)
          || Integer.parseInt(number) > 255) {
        return false;
      }
    }
    return numbers == 4;
  }

  @Override
  public String toString() {
    return port < 0 ? host : host + ":" + port;
  }
}
