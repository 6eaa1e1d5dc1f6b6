package comity.http;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * Who an address may belong to, by its bytes alone (IANA's special-purpose registries, late 2025).
 * Only {@link #PUBLIC} ones may be called without leave (MSG-26).
 */
public enum AddressClass {
  PUBLIC("a public address"),
  UNSPECIFIED("an unspecified address"),
  LOOPBACK("a loopback address"),
  LINK_LOCAL("a link-local address"),
  METADATA("a cloud's metadata address"),
  PRIVATE("a private address"),
  SHARED("a provider's shared address"),
  MULTICAST("a multicast address"),
  RESERVED("a reserved address");

  private final String words;

  AddressClass(String words) {
    this.words = words;
  }

  /** For a sentence such as "x.example is …". */
  public String words() {
    return words;
  }

  /** The class of this address; of the IPv4 address inside it where it carries one. */
  public static AddressClass of(InetAddress address) {
    return of(address.getAddress());
  }

  /** As {@link #of(InetAddress)}, of 4 or 16 bytes. */
  static AddressClass of(byte[] address) {
    return address.length == 4 ? v4(address) : v6(address);
  }

  private static AddressClass v4(byte[] b) {
    int ip = (b[0] & 0xFF) << 24 | (b[1] & 0xFF) << 16 | (b[2] & 0xFF) << 8 | (b[3] & 0xFF);
    for (Block block : Block.V4) {
      if (ip >>> (32 - block.bits) == block.start >>> (32 - block.bits)) {
        return block.is;
      }
    }
    return PUBLIC;
  }

  private static AddressClass v6(byte[] b) {
    int first = (b[0] & 0xFF) << 8 | (b[1] & 0xFF);
    int second = (b[2] & 0xFF) << 8 | (b[3] & 0xFF);
    if (zeros(b, 0, 12)) {
      return zeros(b, 12, 15) && b[15] <= 1 && b[15] >= 0
          ? b[15] == 1 ? LOOPBACK : UNSPECIFIED
          : v4(Arrays.copyOfRange(b, 12, 16));
    }
    if (carriesV4Last(b, first, second)) {
      return v4(Arrays.copyOfRange(b, 12, 16));
    }
    if (first == 0x2002) { // 6to4
      return v4(Arrays.copyOfRange(b, 2, 6));
    }
    if (first >> 8 == 0xFF) {
      return MULTICAST;
    }
    if (first >> 6 == 0xFE80 >> 6) {
      return LINK_LOCAL;
    }
    if (first == 0xFD00 && second == 0x0EC2) {
      return METADATA;
    }
    if (first >> 9 == 0xFC00 >> 9 || first >> 6 == 0xFEC0 >> 6) {
      return PRIVATE;
    }
    boolean special =
        (first == 0x2001 && second < 0x0200) // Teredo, ORCHID, benchmarks: protocols' own
            || (first == 0x2001 && second == 0x0DB8)
            || (first == 0x3FFF && second < 0x1000);
    return first >> 13 == 1 && !special ? PUBLIC : RESERVED; // 2000::/3 is all that is given out
  }

  /**
   * IPv4-mapped, translated (SIIT) and NAT64 addresses end with the IPv4 address that they mean.
   */
  private static boolean carriesV4Last(byte[] b, int first, int second) {
    boolean mapped = zeros(b, 0, 10) && b[10] == -1 && b[11] == -1;
    boolean translated = zeros(b, 0, 8) && b[8] == -1 && b[9] == -1 && b[10] == 0 && b[11] == 0;
    boolean nat64 = first == 0x0064 && second == 0xFF9B && zeros(b, 4, 12);
    return mapped || translated || nat64;
  }

  private static boolean zeros(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (b[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** A range of IPv4 addresses; the first that fits counts. */
  private record Block(int start, int bits, AddressClass is) {
    private static final Block[] V4 = {
      block("0.0.0.0", 32, UNSPECIFIED),
      block("0.0.0.0", 8, RESERVED),
      block("127.0.0.0", 8, LOOPBACK),
      block("169.254.169.254", 32, METADATA), // AWS, Google, Azure and most others
      block("169.254.170.2", 32, METADATA), // AWS containers
      block("168.63.129.16", 32, METADATA), // Azure's host, on a public address
      block("100.100.100.200", 32, METADATA), // Alibaba
      block("192.0.0.192", 32, METADATA), // Oracle
      block("169.254.0.0", 16, LINK_LOCAL),
      block("10.0.0.0", 8, PRIVATE),
      block("172.16.0.0", 12, PRIVATE),
      block("192.168.0.0", 16, PRIVATE),
      block("100.64.0.0", 10, SHARED),
      block("192.0.0.0", 24, RESERVED),
      block("192.0.2.0", 24, RESERVED),
      block("192.88.99.0", 24, RESERVED),
      block("198.18.0.0", 15, RESERVED),
      block("198.51.100.0", 24, RESERVED),
      block("203.0.113.0", 24, RESERVED),
      block("224.0.0.0", 4, MULTICAST),
      block("240.0.0.0", 4, RESERVED),
    };

    private static Block block(String start, int bits, AddressClass is) {
      int ip = 0;
      for (String number : start.split("\\.", -1)) {
        ip = ip << 8 | Integer.parseInt(number);
      }
      return new Block(ip, bits, is);
    }
  }
}
