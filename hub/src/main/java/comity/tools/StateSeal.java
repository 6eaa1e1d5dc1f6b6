package comity.tools;

import comity.json.Json;
import comity.json.JsonObject;
import comity.messages.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals the state that goes through a client, for one principal and one request, and for a time: a
 * client can read it, and can neither change it nor use it elsewhere. The key lives as long as the
 * process, so a request under way at a restart has to be made anew.
 */
final class StateSeal {
  /** A person who is asked something answers within this, or asks again. */
  static final Duration LIFETIME = Duration.ofHours(1);

  private static final String ALGORITHM = "HmacSHA256";
  private static final int MAC_BYTES = 32;
  private static final int HEAD_BYTES = MAC_BYTES + Long.BYTES;

  private final LongSupplier nanos;

  /** Drawn when it is first needed: most processes never seal anything, and all start quicker. */
  private byte @Nullable [] key;

  /** {@code nanos}: a monotonic clock. */
  StateSeal(LongSupplier nanos) {
    this.nanos = nanos;
  }

  private synchronized byte[] key() {
    byte[] drawn = key;
    if (drawn == null) {
      drawn = new byte[MAC_BYTES];
      new SecureRandom().nextBytes(drawn);
      key = drawn;
    }
    return drawn;
  }

  /**
   * What a request is, whatever is answered in it: for whom, which method, with which arguments.
   */
  static byte[] digest(Principal principal, String method, JsonObject params) {
    JsonObject salient = params.without("_meta").without("inputResponses").without("requestState");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes((principal + "\n" + method + "\n").getBytes(StandardCharsets.UTF_8));
    all.writeBytes(Json.canonical(salient));
    return Sha256.of(all.toByteArray());
  }

  String seal(byte[] digest, String state) {
    byte[] text = state.getBytes(StandardCharsets.UTF_8);
    long until = nanos.getAsLong() + LIFETIME.toNanos();
    byte[] all =
        ByteBuffer.allocate(HEAD_BYTES + text.length)
            .put(mac(digest, until, text))
            .putLong(until)
            .put(text)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /** The state, where it was sealed here for that request and its time is not over. */
  Optional<String> open(byte[] digest, String sealed) {
    byte[] all;
    try {
      all = Base64.getUrlDecoder().decode(sealed);
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
    if (all.length < HEAD_BYTES) {
      return Optional.empty();
    }
    long until = ByteBuffer.wrap(all).getLong(MAC_BYTES);
    byte[] text = Arrays.copyOfRange(all, HEAD_BYTES, all.length);
    boolean genuine =
        MessageDigest.isEqual(Arrays.copyOf(all, MAC_BYTES), mac(digest, until, text));
    return genuine && until - nanos.getAsLong() > 0
        ? Optional.of(new String(text, StandardCharsets.UTF_8))
        : Optional.empty();
  }

  private byte[] mac(byte[] digest, long until, byte[] text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key(), ALGORITHM));
      mac.update(digest);
      mac.update(ByteBuffer.allocate(Long.BYTES).putLong(until).array());
      return mac.doFinal(text);
    } catch (GeneralSecurityException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
