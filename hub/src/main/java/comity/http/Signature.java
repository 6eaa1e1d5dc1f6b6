package comity.http;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs a body for a peer that shares a secret (MSG-27): {@code X-Comity-Signature:
 * t=SECONDS,v1=HEX} with the HMAC-SHA256 over {@code SECONDS "." body}. The time is under the
 * signature, so that an old callback cannot be sent again.
 */
public final class Signature {
  public static final String HEADER = "X-Comity-Signature";

  private static final String ALGORITHM = "HmacSHA256";

  /** Of seconds since 1970: enough until the year 33658. */
  private static final int MAX_DIGITS = 12;

  private Signature() {}

  /** What a signature is worth. */
  public enum Verdict {
    VALID,
    MALFORMED,
    /** Made at a time too far from now. */
    STALE,
    /** Made with another secret or for another body. */
    WRONG
  }

  /**
   * The header's value.
   *
   * @param seconds the time, since 1970
   */
  public static String sign(byte[] secret, long seconds, byte[] body) {
    return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac(secret, seconds, body));
  }

  /** Checks a header's value; takes the same time wherever the signature differs. */
  public static Verdict verify(
      byte[] secret, String value, byte[] body, long now, Duration tolerance) {
    String[] parts = value.split(",", -1);
    if (parts.length != 2 || !parts[0].startsWith("t=") || !parts[1].startsWith("v1=")) {
      return Verdict.MALFORMED;
    }
    String digits = parts[0].substring(2);
    if (digits.isEmpty()
        || digits.length() > MAX_DIGITS
        || !digits.chars().allMatch(Ascii::isDigit)) {
      return Verdict.MALFORMED;
    }
    byte[] claimed;
    try {
      claimed = HexFormat.of().parseHex(parts[1].substring(3));
    } catch (IllegalArgumentException notHex) {
      return Verdict.MALFORMED;
    }
    long seconds = Long.parseLong(digits);
    if (!MessageDigest.isEqual(mac(secret, seconds, body), claimed)) {
      return Verdict.WRONG;
    }
    return Math.abs(now - seconds) <= tolerance.toSeconds() ? Verdict.VALID : Verdict.STALE;
  }

  private static byte[] mac(byte[] secret, long seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(body);
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
