package comity.messages;

import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * {@code agent://authority/agent-id}, the address of an agent (MSG-5).
 *
 * <p>Two URIs that name the same agent are equal: the host is in lower case, an IPv6 address in its
 * one spelling, and the agent-id decoded. {@link #toString} is the one way it is written.
 *
 * @param authority host and optional port, canonical
 * @param agentId one or more segments with {@code /} between them, percent-decoded; no segment is
 *     empty, {@code .} or {@code ..}, or has a control character or a {@code /} of its own
 */
public record AgentUri(String authority, String agentId) {
  /** Longer addresses serve nobody, and each is repeated in every message and index. */
  public static final int MAX_LENGTH = 1024;

  /** Three bytes for one character, each written as {@code %XX}. */
  private static final int LONGEST_ESCAPE = 9;

  private static final String SCHEME = "agent://";

  /** What came of reading text as an agent URI. */
  public sealed interface Reading {
    /** The text is an agent URI. */
    record Read(AgentUri uri) implements Reading {}

    /** The text is none; {@code reason} goes on after "it", for a person. */
    record Malformed(String reason) implements Reading {}
  }

  public AgentUri {
    if (!Authority.canonical(authority).equals(Optional.of(authority))
        || !idFault(agentId).isEmpty()) {
      throw new IllegalArgumentException("no agent address: " + authority + " / " + agentId);
    }
  }

  /** Reads text as it stands in an envelope or a configuration. */
  public static Reading read(String text) {
    if (text.length() > MAX_LENGTH) {
      return new Reading.Malformed("is longer than " + MAX_LENGTH + " characters");
    }
    if (!text.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return new Reading.Malformed("does not begin with agent://");
    }
    int slash = text.indexOf('/', SCHEME.length());
    if (slash < 0) {
      return new Reading.Malformed("has no agent-id after the authority");
    }
    Optional<String> authority = Authority.canonical(text.substring(SCHEME.length(), slash));
    if (authority.isEmpty()) {
      return new Reading.Malformed(
          "has an authority that is no host name in ASCII, IPv4 or [IPv6] with an optional port");
    }
    String path = text.substring(slash + 1);
    if (path.indexOf('?') >= 0 || path.indexOf('#') >= 0) {
      return new Reading.Malformed("has a query or fragment");
    }
    Optional<String> id = decoded(path);
    if (id.isEmpty()) {
      return new Reading.Malformed("has a broken percent escape in its agent-id");
    }
    String fault = idFault(id.get());
    if (!fault.isEmpty()) {
      return new Reading.Malformed(fault);
    }
    AgentUri uri = new AgentUri(authority.get(), id.get());
    // What is written must be readable again, and escapes make it longer.
    return text.length() * LONGEST_ESCAPE > MAX_LENGTH && uri.toString().length() > MAX_LENGTH
        ? new Reading.Malformed("is longer than " + MAX_LENGTH + " characters with its escapes")
        : new Reading.Read(uri);
  }

  /** Empty where an escape is broken, or hides a {@code /}. */
  private static Optional<String> decoded(String path) {
    if (path.indexOf('%') < 0) {
      return Optional.of(path);
    }
    StringJoiner id = new StringJoiner("/");
    for (String segment : path.split("/", -1)) {
      Optional<String> plain = PercentText.decode(segment);
      if (plain.isEmpty() || plain.get().indexOf('/') >= 0) {
        return Optional.empty();
      }
      id.add(plain.get());
    }
    return Optional.of(id.toString());
  }

  /** The URI of {@code text}, for text that this program wrote itself. */
  public static AgentUri of(String text) {
    return switch (read(text)) {
      case Reading.Read(AgentUri uri) -> uri;
      case Reading.Malformed(String reason) ->
          throw new IllegalArgumentException(text + ": " + reason);
    };
  }

  /** Whether {@code text} can be an agent-id; empty where it can, else the reason. */
  public static String idFault(String text) {
    if (isPlain(text)) {
      return "";
    }
    for (String segment : text.split("/", -1)) {
      if (segment.isEmpty()) {
        return "has an empty segment in its agent-id";
      }
      if (segment.equals(".") || segment.equals("..")) {
        return "has the segment " + segment + " in its agent-id";
      }
      boolean odd =
          segment
              .codePoints()
              .anyMatch(c ->
                  Character.isISOControl(c)
                      || Character.getType(c) == Character.SURROGATE
                      || Character.getType(c) == Character.LINE_SEPARATOR
                      || Character.getType(c) == Character.PARAGRAPH_SEPARATOR);
      if (odd) {
        return "has a control character in its agent-id";
      }
    }
    return "";
  }

  /** Whether it is one segment of ASCII letters, digits, {@code -} and {@code _}, as most are. */
  private static boolean isPlain(String id) {
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if ((c < 'a' || c > 'z')
          && (c < 'A' || c > 'Z')
          && (c < '0' || c > '9')
          && c != '-'
          && c != '_') {
        return false;
      }
    }
    return !id.isEmpty();
  }

  /** The authority without its port, IPv6 in brackets. */
  public String host() {
    int colon = authority.lastIndexOf(':');
    return colon > authority.indexOf(']') ? authority.substring(0, colon) : authority;
  }

  /** Whether the host is a name of this machine itself: localhost, 127.0.0.0/8 or [::1]. */
  public boolean isLoopback() {
    String host = host().toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals("[::1]")
        || (host.startsWith("127.")
            && host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9')));
  }

  /** As it is written in envelopes: the agent-id percent-encoded. */
  @Override
  public String toString() {
    if (isPlain(agentId)) {
      return SCHEME + authority + "/" + agentId;
    }
    StringBuilder out = new StringBuilder(SCHEME).append(authority);
    for (String segment : agentId.split("/", -1)) {
      PercentText.encode(segment, out.append('/'));
    }
    return out.toString();
  }
}
