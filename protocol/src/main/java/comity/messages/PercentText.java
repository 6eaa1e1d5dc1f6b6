package comity.messages;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Percent-encoding of one path segment (RFC 3986), in UTF-8. */
final class PercentText {
  private static final String PLAIN = "-._~!$&'()*+,;=:@";

  private PercentText() {}

  /** Decoded once; empty where an escape is broken or the bytes are no UTF-8. */
  static Optional<String> decode(String segment) {
    if (segment.indexOf('%') < 0) {
      return Optional.of(segment);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(segment.length());
    int at = 0;
    while (at < segment.length()) {
      char c = segment.charAt(at);
      if (c != '%') {
        int end = segment.indexOf('%', at);
        end = end < 0 ? segment.length() : end;
        out.writeBytes(segment.substring(at, end).getBytes(StandardCharsets.UTF_8));
        at = end;
        continue;
      }
      if (at + 3 > segment.length()
          || !HexFormat.isHexDigit(segment.charAt(at + 1))
          || !HexFormat.isHexDigit(segment.charAt(at + 2))) {
        return Optional.empty();
      }
      out.write(HexFormat.fromHexDigits(segment, at + 1, at + 3));
      at += 3;
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(out.toByteArray()))
              .toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }

  /** Appends {@code text} with everything escaped that is no letter, digit or mark of a segment. */
  static void encode(String text, StringBuilder out) {
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if ((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || PLAIN.indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
      }
    }
  }
}
