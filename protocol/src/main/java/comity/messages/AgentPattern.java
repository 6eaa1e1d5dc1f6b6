package comity.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which agents a key, a peer entry or an agent's access is for: {@code agent://trusted.com/*}, or
 * {@code *} for anyone (MSG-23).
 *
 * <p>A {@code *} in the agent-id stands for any characters of an agent-id, {@code /} too; the
 * authority is always compared whole, so no pattern reaches into another authority.
 */
public final class AgentPattern {
  /** What came of reading text as a pattern. */
  public sealed interface Reading {
    /** The text is a pattern. */
    record Read(AgentPattern pattern) implements Reading {}

    /** The text is none; {@code reason} is for a person. */
    record Malformed(String reason) implements Reading {}
  }

  /** More would make comparing two patterns slow, and no rule needs them. */
  public static final int MAX_STARS = 4;

  /** Matches every agent; written {@code *}. */
  public static final AgentPattern ANYONE = new AgentPattern("*", Optional.empty(), List.of());

  private final String text;
  private final Optional<String> authority;

  /** The literal parts between the stars. */
  private final List<String> parts;

  private AgentPattern(String text, Optional<String> authority, List<String> parts) {
    this.text = text;
    this.authority = authority;
    this.parts = List.copyOf(parts);
  }

  /** Reads text as it stands in a configuration or a command. */
  public static Reading read(String text) {
    if (text.equals("*")) {
      return new Reading.Read(ANYONE);
    }
    if (text.chars().filter(c -> c == '*').count() > MAX_STARS) {
      return new Reading.Malformed("has more than " + MAX_STARS + " stars");
    }
    // What is literal must be an agent URI: each star is read as a letter to find that out.
    String scheme = "agent://";
    int slash = text.indexOf('/', Math.min(text.length(), scheme.length()));
    if (slash < 0 || text.substring(0, slash).indexOf('*') >= 0) {
      return new Reading.Malformed(
          "is neither * nor agent://authority/agent-id with * in the agent-id");
    }
    return switch (AgentUri.read(
        text.substring(0, slash) + text.substring(slash).replace('*', 'x'))) {
      case AgentUri.Reading.Malformed(String reason) -> new Reading.Malformed(reason);
      case AgentUri.Reading.Read(AgentUri uri) -> {
        List<String> parts = new ArrayList<>();
        for (String part : text.substring(slash + 1).split("\\*", -1)) {
          parts.add(PercentText.decode(part).orElse(part));
        }
        yield new Reading.Read(new AgentPattern(text, Optional.of(uri.authority()), parts));
      }
    };
  }

  /** The pattern of {@code text}, for text that was read before. */
  public static AgentPattern of(String text) {
    return switch (read(text)) {
      case Reading.Read(AgentPattern pattern) -> pattern;
      case Reading.Malformed(String reason) ->
          throw new IllegalArgumentException(text + ": " + reason);
    };
  }

  /** Whether this is {@code *}, which covers every authority. */
  public boolean isAnyone() {
    return authority.isEmpty();
  }

  /** Whether {@code uri} is one of the agents meant. */
  public boolean covers(AgentUri uri) {
    if (authority.isEmpty()) {
      return true;
    }
    return authority.get().equals(uri.authority()) && globs(uri.agentId());
  }

  /** Whether some agent is meant by both. */
  public boolean overlaps(AgentPattern other) {
    if (isAnyone() || other.isAnyone()) {
      return true;
    }
    return authority.equals(other.authority) && meet(glob(), 0, other.glob(), 0);
  }

  /** The agent-id part with {@code \u0000}, which no agent-id has, for each star. */
  private String glob() {
    return String.join("\u0000", parts);
  }

  private static boolean meet(String a, int i, String b, int j) {
    if (i == a.length() || j == b.length()) {
      return onlyStars(a, i) && onlyStars(b, j);
    }
    if (a.charAt(i) == 0) {
      return meet(a, i + 1, b, j) || meet(a, i, b, j + 1);
    }
    if (b.charAt(j) == 0) {
      return meet(a, i, b, j + 1) || meet(a, i + 1, b, j);
    }
    return a.charAt(i) == b.charAt(j) && meet(a, i + 1, b, j + 1);
  }

  private static boolean onlyStars(String glob, int from) {
    return glob.chars().skip(from).allMatch(c -> c == 0);
  }

  private boolean globs(String id) {
    String first = parts.getFirst();
    String last = parts.getLast();
    if (parts.size() == 1) {
      return id.equals(first);
    }
    if (id.length() < first.length() + last.length()
        || !id.startsWith(first)
        || !id.endsWith(last)) {
      return false;
    }
    int at = first.length();
    int end = id.length() - last.length();
    for (String part : parts.subList(1, parts.size() - 1)) {
      int found = id.indexOf(part, at);
      if (found < 0 || found + part.length() > end) {
        return false;
      }
      at = found + part.length();
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AgentPattern that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
