package comity.recall;

import comity.messages.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Names of files for what may be any text. */
final class Hash {
  /** Enough digits to tell all texts apart. */
  private static final int DIGITS = 32;

  private Hash() {}

  static String of(String text) {
    byte[] digest = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest).substring(0, DIGITS);
  }
}
