package comity.messages;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which every Java has. */
public final class Sha256 {
  /** Never fed: copying it costs less than asking the providers for one each time. */
  private static final MessageDigest FRESH = fresh();

  private Sha256() {}

  /** The 32 bytes of the hash. */
  public static byte[] of(byte[] bytes) {
    try {
      return ((MessageDigest) FRESH.clone()).digest(bytes);
    } catch (CloneNotSupportedException notHere) {
      return fresh().digest(bytes);
    }
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
