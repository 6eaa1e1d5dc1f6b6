package comity.http;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How often a key and an address may ask (MSG-25). */
public final class RateLimits {
  /**
   * Of each kind: some 10 MB when full; the one unused longest goes first, and starts anew full.
   */
  static final int MAX_BUCKETS = 20_000;

  private final Settings settings;
  private final Buckets keys;
  private final Buckets addresses;

  /** By themselves: a proxy here has the address of this machine too, and another limit. */
  private final Buckets loopbacks;

  /**
   * So many requests in so much time, and as many at once.
   *
   * @param requests at least 1
   */
  public record Limit(long requests, Duration per) {
    public Limit {
      if (requests < 1 || per.isZero() || per.isNegative()) {
        throw new IllegalArgumentException(requests + " requests per " + per);
      }
    }
  }

  /** Empty is unlimited; {@code loopback} is all there is for requests from this machine. */
  public record Settings(Optional<Limit> key, Optional<Limit> address, Optional<Limit> loopback) {
    /** No limit on anything. */
    public static final Settings NONE =
        new Settings(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Whether a request may go on. */
  public sealed interface Verdict {
    /** It may. */
    record Allowed() implements Verdict {}

    /**
     * It may not (429).
     *
     * @param retryAfter whole seconds, at least 1, for the header of that name
     */
    record Limited(long retryAfter) implements Verdict {}
  }

  private static final Verdict ALLOWED = new Verdict.Allowed();

  public RateLimits(Settings settings) {
    this(settings, System::nanoTime, MAX_BUCKETS);
  }

  RateLimits(Settings settings, LongSupplier nanos, int maxBuckets) {
    this.settings = settings;
    keys = new Buckets(nanos, maxBuckets);
    addresses = new Buckets(nanos, maxBuckets);
    loopbacks = new Buckets(nanos, maxBuckets);
  }

  /**
   * Counts a request.
   *
   * @param key the id of the caller's key
   * @param loopback as {@link Request#isLoopback} has it
   */
  public Verdict take(Optional<String> key, InetAddress remote, boolean loopback) {
    if (loopback) {
      return take(loopbacks, () -> network(remote), settings.loopback());
    }
    Verdict verdict = take(addresses, () -> network(remote), settings.address());
    return verdict instanceof Verdict.Allowed && key.isPresent()
        ? take(keys, key::get, settings.key())
        : verdict;
  }

  /** How many buckets are kept. */
  int buckets() {
    return keys.size() + addresses.size() + loopbacks.size();
  }

  private static Verdict take(Buckets buckets, Supplier<String> name, Optional<Limit> limit) {
    return limit.isPresent() ? buckets.take(name.get(), limit.get()) : ALLOWED;
  }

  /** One subscriber has a whole /64 of IPv6, and could come from another address each time. */
  private static String network(InetAddress remote) {
    byte[] bytes = remote.getAddress();
    return HexFormat.of()
        .formatHex(remote instanceof Inet6Address ? Arrays.copyOf(bytes, 8) : bytes);
  }

  private static final class Buckets {
    private final TimeMeter clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Bucket> byName;

    private Buckets(LongSupplier nanos, int max) {
      clock = new Clock(nanos);
      byName =
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
              return size() > max;
            }
          };
    }

    private Verdict take(String name, Limit limit) {
      Bucket bucket;
      lock.lock();
      try {
        bucket = byName.computeIfAbsent(name, _ -> bucket(limit));
      } finally {
        lock.unlock();
      }
      ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
      return probe.isConsumed()
          ? ALLOWED
          : new Verdict.Limited(Math.ceilDiv(probe.getNanosToWaitForRefill(), 1_000_000_000L));
    }

    private int size() {
      lock.lock();
      try {
        return byName.size();
      } finally {
        lock.unlock();
      }
    }

    private Bucket bucket(Limit limit) {
      return Bucket.builder()
          .addLimit(l -> l.capacity(limit.requests()).refillGreedy(limit.requests(), limit.per()))
          .withCustomTimePrecision(clock)
          .build();
    }
  }

  private record Clock(LongSupplier nanos) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanos.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
