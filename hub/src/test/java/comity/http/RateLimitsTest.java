package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import comity.http.RateLimits.Limit;
import comity.http.RateLimits.Settings;
import comity.http.RateLimits.Verdict;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
  private static final InetAddress THERE = InetAddress.ofLiteral("1.2.3.4");
  private static final Limit TWO_A_MINUTE = new Limit(2, Duration.ofMinutes(1));

  private final AtomicLong nanos = new AtomicLong();

  private RateLimits limits(Settings settings, int buckets) {
    return new RateLimits(settings, nanos::get, buckets);
  }

  private static Settings both() {
    return new Settings(Optional.of(TWO_A_MINUTE), Optional.of(TWO_A_MINUTE), Optional.empty());
  }

  private static boolean allowed(RateLimits limits, String key, InetAddress remote) {
    return limits.take(Optional.of(key).filter(k -> !k.isEmpty()), remote, remote.equals(HERE))
        instanceof Verdict.Allowed;
  }

  @Test
  void anAddressIsToldWhenToComeBack() {
    RateLimits limits = limits(both(), 100);
    assertThat(allowed(limits, "", THERE)).isTrue();
    assertThat(allowed(limits, "", THERE)).isTrue();
    assertThat(limits.take(Optional.empty(), THERE, false)).isEqualTo(new Verdict.Limited(30));
    assertThat(allowed(limits, "", InetAddress.ofLiteral("1.2.3.5"))).isTrue();
    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(allowed(limits, "", THERE)).isTrue();
    assertThat(allowed(limits, "", THERE)).isFalse();
  }

  @Test
  void aKeyIsLimitedWhereverItIsUsed() {
    RateLimits limits = limits(both(), 100);
    assertThat(allowed(limits, "k1", InetAddress.ofLiteral("1.0.0.1"))).isTrue();
    assertThat(allowed(limits, "k1", InetAddress.ofLiteral("1.0.0.2"))).isTrue();
    assertThat(allowed(limits, "k1", InetAddress.ofLiteral("1.0.0.3"))).isFalse();
    assertThat(allowed(limits, "k2", InetAddress.ofLiteral("1.0.0.4"))).isTrue();
  }

  @Test
  void aNetworkOfIpv6IsOneAddress() {
    RateLimits limits = limits(both(), 100);
    assertThat(allowed(limits, "", InetAddress.ofLiteral("2606:4700:1:1::1"))).isTrue();
    assertThat(allowed(limits, "", InetAddress.ofLiteral("2606:4700:1:1::2"))).isTrue();
    assertThat(allowed(limits, "", InetAddress.ofLiteral("2606:4700:1:1:ffff::3"))).isFalse();
    assertThat(allowed(limits, "", InetAddress.ofLiteral("2606:4700:1:2::1"))).isTrue();
  }

  @Test
  void thisMachineIsUnlimitedUnlessSaidOtherwise() {
    RateLimits limits = limits(both(), 100);
    for (int i = 0; i < 1_000; i++) {
      assertThat(allowed(limits, "k1", HERE)).isTrue();
    }
    RateLimits strict =
        limits(new Settings(Optional.empty(), Optional.empty(), Optional.of(TWO_A_MINUTE)), 100);
    assertThat(allowed(strict, "", HERE)).isTrue();
    assertThat(allowed(strict, "", HERE)).isTrue();
    assertThat(allowed(strict, "", HERE)).isFalse();
    assertThat(allowed(strict, "", THERE)).isTrue();
  }

  /** What a proxy on this machine passes on has this machine's address as well. */
  @Test
  void thisMachineAndAProxyOnItHaveEachTheirOwnLimit() {
    Limit one = new Limit(1, Duration.ofMinutes(1));
    Settings settings = new Settings(Optional.empty(), Optional.of(one), Optional.of(TWO_A_MINUTE));
    for (boolean proxyFirst : new boolean[] {true, false}) {
      RateLimits limits = limits(settings, 100);
      long proxied = proxyFirst ? allowedOf(3, limits, false) : 0;
      assertThat(allowedOf(3, limits, true)).as("this machine").isEqualTo(2);
      proxied += proxyFirst ? 0 : allowedOf(3, limits, false);
      assertThat(proxied).as("the proxy").isEqualTo(1);
    }
  }

  private static long allowedOf(int requests, RateLimits limits, boolean loopback) {
    long allowed = 0;
    for (int i = 0; i < requests; i++) {
      allowed += limits.take(Optional.empty(), HERE, loopback) instanceof Verdict.Allowed ? 1 : 0;
    }
    return allowed;
  }

  @Test
  void manyAddressesTakeBoundedMemoryAndLeaveTheKeysAlone() {
    RateLimits limits = limits(both(), 10);
    assertThat(allowed(limits, "k1", THERE)).isTrue();
    assertThat(allowed(limits, "k1", THERE)).isTrue();
    for (int i = 0; i < 1_000; i++) {
      allowed(limits, "", InetAddress.ofLiteral("9.9." + i / 250 + "." + i % 250));
    }
    assertThat(limits.buckets()).isLessThanOrEqualTo(20);
    assertThat(allowed(limits, "k1", InetAddress.ofLiteral("8.8.8.8"))).isFalse();
  }
}
