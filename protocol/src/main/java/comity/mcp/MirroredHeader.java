package comity.mcp;

import comity.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The HTTP headers that repeat parts of a request since 2026-07-28. */
public final class MirroredHeader {
  private static final String PREFIX = "=?base64?";
  private static final String SUFFIX = "?=";

  private MirroredHeader() {}

  /** What {@code Mcp-Name} must say for this request; empty where it needs none. */
  public static Optional<String> name(String method, JsonObject params) {
    return switch (method) {
      case "tools/call", "prompts/get" -> params.string("name");
      case "resources/read" -> params.string("uri");
      default -> Optional.empty();
    };
  }

  /** The value that a header stands for; empty where it is encoded wrongly. */
  public static Optional<String> decode(String header) {
    if (!header.startsWith(PREFIX)
        || !header.endsWith(SUFFIX)
        || header.length() < PREFIX.length() + SUFFIX.length()) {
      return Optional.of(header);
    }
    String inner = header.substring(PREFIX.length(), header.length() - SUFFIX.length());
    try {
      byte[] bytes = Base64.getDecoder().decode(inner);
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (IllegalArgumentException | CharacterCodingException malformed) {
      return Optional.empty();
    }
  }
}
