package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressClassTest {
  @ParameterizedTest
  @CsvSource({
    "1.1.1.1, PUBLIC",
    "9.255.255.255, PUBLIC",
    "11.0.0.0, PUBLIC",
    "100.63.255.255, PUBLIC",
    "100.128.0.0, PUBLIC",
    "126.255.255.255, PUBLIC",
    "128.0.0.0, PUBLIC",
    "172.15.255.255, PUBLIC",
    "172.32.0.0, PUBLIC",
    "192.167.255.255, PUBLIC",
    "192.169.0.0, PUBLIC",
    "223.255.255.255, PUBLIC",
    "2606:4700::1111, PUBLIC",
    "2001:4860:4860::8888, PUBLIC",
    "3ffe::1, PUBLIC"
  })
  void aPublicAddressIsPublic(String address, AddressClass is) {
    assertThat(AddressClass.of(InetAddress.ofLiteral(address))).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, UNSPECIFIED",
    "::, UNSPECIFIED",
    "127.0.0.1, LOOPBACK",
    "127.255.255.255, LOOPBACK",
    "::1, LOOPBACK",
    "169.254.0.1, LINK_LOCAL",
    "fe80::1, LINK_LOCAL",
    "febf::1, LINK_LOCAL",
    "169.254.169.254, METADATA",
    "169.254.170.2, METADATA",
    "168.63.129.16, METADATA",
    "100.100.100.200, METADATA",
    "192.0.0.192, METADATA",
    "fd00:ec2::254, METADATA",
    "10.0.0.0, PRIVATE",
    "10.255.255.255, PRIVATE",
    "172.16.0.0, PRIVATE",
    "172.31.255.255, PRIVATE",
    "192.168.0.0, PRIVATE",
    "192.168.255.255, PRIVATE",
    "fc00::1, PRIVATE",
    "fdff::1, PRIVATE",
    "fec0::1, PRIVATE",
    "100.64.0.0, SHARED",
    "100.127.255.255, SHARED",
    "224.0.0.1, MULTICAST",
    "239.255.255.255, MULTICAST",
    "ff02::1, MULTICAST",
    "0.1.2.3, RESERVED",
    "192.0.0.1, RESERVED",
    "192.0.2.1, RESERVED",
    "192.88.99.1, RESERVED",
    "198.18.0.1, RESERVED",
    "198.19.255.255, RESERVED",
    "198.51.100.1, RESERVED",
    "203.0.113.1, RESERVED",
    "240.0.0.1, RESERVED",
    "255.255.255.255, RESERVED",
    "100::1, RESERVED",
    "2001::1, RESERVED",
    "2001:10::1, RESERVED",
    "2001:db8::1, RESERVED",
    "3fff::1, RESERVED",
    "4000::1, RESERVED",
    "64:ff9b:1::1, RESERVED",
    "5f00::1, RESERVED"
  })
  void anAddressHasItsClass(String address, AddressClass is) {
    assertThat(AddressClass.of(InetAddress.ofLiteral(address))).isEqualTo(is);
  }

  /** Addresses that mean an IPv4 address; bytes, for Java turns some of them into IPv4 at once. */
  @ParameterizedTest
  @CsvSource({
    "00000000000000000000ffff7f000001, LOOPBACK",
    "00000000000000000000ffff0a000001, PRIVATE",
    "00000000000000000000ffff01010101, PUBLIC",
    "0000000000000000000000007f000001, LOOPBACK",
    "000000000000000000000000c0a80101, PRIVATE",
    "0000000000000000ffff0000a9fea9fe, METADATA",
    "0064ff9b00000000000000007f000001, LOOPBACK",
    "0064ff9b0000000000000000a9fea9fe, METADATA",
    "0064ff9b000000000000000001010101, PUBLIC",
    "20027f00000100000000000000000001, LOOPBACK",
    "20020a00000100000000000000000001, PRIVATE"
  })
  void anAddressInsideAnAddressCounts(String hex, AddressClass is) {
    assertThat(AddressClass.of(HexFormat.of().parseHex(hex))).isEqualTo(is);
  }
}
