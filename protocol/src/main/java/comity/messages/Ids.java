package comity.messages;

import java.util.UUID;

/** Spells ids; time and randomness are arguments. */
public final class Ids {
  private Ids() {}

  /** A UUID of version 7 (RFC 9562): {@code millis} since 1970, then 74 random bits. */
  public static UUID uuid7(long millis, long randomA, long randomB) {
    long high = millis << 16 | 0x7000 | (randomA & 0xFFF);
    long low = 0x8000_0000_0000_0000L | (randomB & 0x3FFF_FFFF_FFFF_FFFFL);
    return new UUID(high, low);
  }

  /** {@code conv-} and a UUIDv7 (MSG-4). */
  public static String conversation(UUID uuid) {
    return "conv-" + uuid;
  }

  /** {@code msg-} and a UUIDv7. */
  public static String message(UUID uuid) {
    return "msg-" + uuid;
  }

  /** {@code trace-} and a UUIDv7: an agent-id too (MSG-6). */
  public static String trace(UUID uuid) {
    return "trace-" + uuid;
  }
}
