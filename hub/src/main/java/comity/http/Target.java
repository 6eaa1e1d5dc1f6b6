package comity.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for: its path cut into segments and its query, percent-decoded once.
 *
 * @param authority of a target in absolute form, else null
 * @param path the path as it came, still encoded
 * @param segments the parts between slashes; a slash inside one was sent as {@code %2F} and
 *     separates nothing
 */
record Target(
    @Nullable Authority authority,
    String path,
    List<String> segments,
    SequencedMap<String, List<String>> query) {

  /** {@code OPTIONS *}: the server itself. */
  static final Target SERVER = new Target(null, "*", List.of(), new LinkedHashMap<>());

  /** What came of reading a target. */
  sealed interface Reading {
    record Read(Target target) implements Reading {}

    record Malformed(String reason) implements Reading {}
  }

  /** Reads the origin form {@code /path?query}, or the absolute form that proxies send. */
  static Reading read(String text) {
    if (text.charAt(0) == '/') {
      return read(null, text);
    }
    String scheme = text.substring(0, Math.min(text.length(), 8)).toLowerCase(Locale.ROOT);
    int after = scheme.startsWith("http://") ? 7 : scheme.equals("https://") ? 8 : -1;
    if (after < 0) {
      return new Reading.Malformed("The request target is no path.");
    }
    int slash = after;
    while (slash < text.length() && text.charAt(slash) != '/' && text.charAt(slash) != '?') {
      slash++;
    }
    Authority authority = Authority.read(text.substring(after, slash)).orElse(null);
    if (authority == null) {
      return new Reading.Malformed("The request target names no host.");
    }
    String rest = text.substring(slash);
    return read(authority, rest.startsWith("/") ? rest : "/" + rest);
  }

  private static Reading read(@Nullable Authority authority, String text) {
    int question = text.indexOf('?');
    String path = question < 0 ? text : text.substring(0, question);
    try {
      List<String> segments = segments(path);
      SequencedMap<String, List<String>> query =
          question < 0 ? NO_QUERY : query(text.substring(question + 1));
      return new Reading.Read(new Target(authority, path, segments, query));
    } catch (Malformed malformed) {
      return new Reading.Malformed(malformed.reason);
    }
  }

  private static final SequencedMap<String, List<String>> NO_QUERY = new LinkedHashMap<>();

  private static List<String> segments(String path) throws Malformed {
    List<String> segments = new ArrayList<>(6);
    int from = 1;
    while (from <= path.length()) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      segments.add(segment(path.substring(from, to)));
      from = to + 1;
    }
    return segments;
  }

  private static String segment(String raw) throws Malformed {
    String decoded = decode(raw, false);
    if (decoded.equals(".") || decoded.equals("..")) {
      throw new Malformed("The path has a dot segment.");
    }
    for (int i = 0; i < decoded.length(); i++) {
      char c = decoded.charAt(i);
      if (c < ' ' || c == 0x7F) {
        throw new Malformed("The path has an encoded control character.");
      }
    }
    if (!Ascii.all(raw, c -> c > ' ' && c < 0x7F && c != '\\' && c != '#')) {
      throw new Malformed("The path has a character that must be percent-encoded.");
    }
    return decoded;
  }

  private static SequencedMap<String, List<String>> query(String text) throws Malformed {
    SequencedMap<String, List<String>> query = new LinkedHashMap<>();
    for (String pair : text.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
        String value = equals < 0 ? "" : decode(pair.substring(equals + 1), true);
        query.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
      }
    }
    query.replaceAll((_, values) -> List.copyOf(values));
    return query;
  }

  /** Decodes {@code %XX} once; {@code plus}: a plus sign is a blank, as HTML forms write it. */
  private static String decode(String raw, boolean plus) throws Malformed {
    if (raw.indexOf('%') < 0) {
      return plus ? raw.replace('+', ' ') : raw;
    }
    byte[] bytes = new byte[raw.length()];
    int length = 0;
    int at = 0;
    while (at < raw.length()) {
      char c = raw.charAt(at);
      if (c != '%') {
        bytes[length++] = (byte) (plus && c == '+' ? ' ' : c);
        at++;
        continue;
      }
      int high = at + 2 < raw.length() ? Ascii.hex(raw.charAt(at + 1)) : -1;
      int low = at + 2 < raw.length() ? Ascii.hex(raw.charAt(at + 2)) : -1;
      if (high < 0 || low < 0) {
        throw new Malformed("A percent sign is not followed by two hexadecimal digits.");
      }
      bytes[length++] = (byte) (high << 4 | low);
      at += 3;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, 0, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new Malformed("A percent-encoded text is not UTF-8.");
    }
  }

  /** Leaves the decoding; never leaves this class. */
  private static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;
    private final String reason;

    Malformed(String reason) {
      super(reason, null, false, false);
      this.reason = reason;
    }
  }
}
