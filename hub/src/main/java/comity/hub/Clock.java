package comity.hub;

import comity.messages.Ids;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;

/** The one place that asks for the time and for randomness. */
final class Clock {
  private final InstantSource source;
  private final SecureRandom random = new SecureRandom();

  Clock(InstantSource source) {
    this.source = source;
  }

  /** Milliseconds since 1970. */
  long now() {
    return source.millis();
  }

  /** The same wall clock, for those outside this package. */
  InstantSource source() {
    return source;
  }

  UUID uuid() {
    ByteBuffer drawn = ByteBuffer.wrap(randomBytes(2 * Long.BYTES));
    return Ids.uuid7(now(), drawn.getLong(), drawn.getLong());
  }

  /** A random (version 4) UUID, for ids that must not tell a time. */
  UUID secretUuid() {
    return new UUID(
        (random.nextLong() & ~0xF000L) | 0x4000L,
        (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | Long.MIN_VALUE);
  }

  byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** From 0 to 1. */
  double fraction() {
    return random.nextDouble();
  }
}
