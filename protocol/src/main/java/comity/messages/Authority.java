package comity.messages;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/** The authority part of an agent URI: a host name, IPv4 or [IPv6], and an optional port. */
final class Authority {
  /** RFC 1035. */
  private static final int MAX_NAME = 253;

  private static final int MAX_LABEL = 63;
  private static final int IPV6_GROUPS = 8;

  private Authority() {}

  /** The one spelling of this authority, or empty where it is none. */
  static Optional<String> canonical(String text) {
    int hostEnd = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
    if (hostEnd < 0) {
      hostEnd = text.length();
    }
    String host = text.substring(0, hostEnd);
    String rest = text.substring(hostEnd);
    Optional<String> known =
        host.startsWith("[") ? ipv6(host) : name(host.toLowerCase(Locale.ROOT));
    if (rest.isEmpty()) {
      return known;
    }
    return isPort(rest) ? known.map(h -> h + rest) : Optional.empty();
  }

  private static boolean isPort(String colonAndDigits) {
    int length = colonAndDigits.length();
    if (length < 2 || length > 6 || colonAndDigits.charAt(0) != ':') {
      return false;
    }
    if (colonAndDigits.charAt(1) == '0' || !digits(colonAndDigits.substring(1))) {
      return false;
    }
    return Integer.parseInt(colonAndDigits.substring(1)) <= 65_535;
  }

  private static boolean digits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static Optional<String> name(String host) {
    if (host.isEmpty() || host.length() > MAX_NAME) {
      return Optional.empty();
    }
    int label = 0;
    for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', label)) {
      if (!isLabel(host, label, dot)) {
        return Optional.empty();
      }
      label = dot + 1;
    }
    if (!isLabel(host, label, host.length())) {
      return Optional.empty();
    }
    // A name that ends in a number would be read as an IPv4 address by some and not by others.
    boolean numeric = digits(host.substring(label));
    return !numeric || ipv4(host).isPresent() ? Optional.of(host) : Optional.empty();
  }

  private static boolean isLabel(String host, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = host.charAt(i);
      if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') {
        return false;
      }
    }
    return from < to
        && to - from <= MAX_LABEL
        && host.charAt(from) != '-'
        && host.charAt(to - 1) != '-';
  }

  /** The 32 bits of four plain decimal numbers; other spellings of an address are refused. */
  private static Optional<Integer> ipv4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length != 4) {
      return Optional.empty();
    }
    int address = 0;
    for (String part : parts) {
      boolean leadingZero = part.length() > 1 && part.startsWith("0");
      if (!digits(part) || part.length() > 3 || leadingZero || Integer.parseInt(part) > 255) {
        return Optional.empty();
      }
      address = address << 8 | Integer.parseInt(part);
    }
    return Optional.of(address);
  }

  /** RFC 4291 in, RFC 5952 out. */
  private static Optional<String> ipv6(String bracketed) {
    if (bracketed.length() < 4) {
      return Optional.empty();
    }
    String text = bracketed.substring(1, bracketed.length() - 1);
    int gap = text.indexOf("::");
    if (gap != text.lastIndexOf("::")) {
      return Optional.empty();
    }
    int[] groups = new int[IPV6_GROUPS];
    if (gap < 0) {
      return groups(text, groups) == IPV6_GROUPS ? Optional.of(spelled(groups)) : Optional.empty();
    }
    int[] tail = new int[IPV6_GROUPS];
    int before = groups(text.substring(0, gap), groups);
    int after = groups(text.substring(gap + 2), tail);
    if (before < 0 || after < 0 || before + after >= IPV6_GROUPS) {
      return Optional.empty();
    }
    Arrays.fill(groups, before, IPV6_GROUPS, 0);
    System.arraycopy(tail, 0, groups, IPV6_GROUPS - after, after);
    return Optional.of(spelled(groups));
  }

  /** Fills {@code into} from the front; the number of groups, or -1. */
  private static int groups(String text, int[] into) {
    if (text.isEmpty()) {
      return 0;
    }
    String[] parts = text.split(":", -1);
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      boolean embedded = i == parts.length - 1 && parts[i].indexOf('.') >= 0;
      if (count + (embedded ? 2 : 1) > IPV6_GROUPS) {
        return -1;
      }
      if (embedded) {
        Optional<Integer> v4 = ipv4(parts[i]);
        if (v4.isEmpty()) {
          return -1;
        }
        into[count++] = v4.get() >>> 16;
        into[count++] = v4.get() & 0xFFFF;
      } else if (parts[i].matches("[0-9A-Fa-f]{1,4}")) {
        into[count++] = Integer.parseInt(parts[i], 16);
      } else {
        return -1;
      }
    }
    return count;
  }

  private static String spelled(int[] groups) {
    int from = -1;
    int length = 1;
    int run = 0;
    for (int i = 0; i < IPV6_GROUPS; i++) {
      run = groups[i] == 0 ? run + 1 : 0;
      if (run > length) {
        length = run;
        from = i - run + 1;
      }
    }
    if (from < 0) {
      return "[" + joined(groups, 0, IPV6_GROUPS) + "]";
    }
    return "[" + joined(groups, 0, from) + "::" + joined(groups, from + length, IPV6_GROUPS) + "]";
  }

  private static String joined(int[] groups, int from, int to) {
    StringJoiner joiner = new StringJoiner(":");
    for (int i = from; i < to; i++) {
      joiner.add(Integer.toHexString(groups[i]));
    }
    return joiner.toString();
  }
}
