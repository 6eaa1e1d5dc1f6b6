package comity.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds keys, tokens and passwords in a text (MEM-15): by the forms that their makers gave them, by
 * what stands before them ({@code password=…}), and by looking made by chance.
 *
 * <p>Digests, UUIDs, public keys, pictures in base64, addresses, paths and long names are none.
 */
public final class Secrets {
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?<name>[\\w.-]{0,40}?(?<word>password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key"
              + "|secret[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|auth[_-]?key"
              + "|token|credentials?|auth[_-]?token|密码|口令|密钥|令牌)(?<tail>[\\w-]{0,30}))"
              + "(?<quote>[\"'`]?)[ \\t]*(?:is|=>|:=|[:=：]|是|为)[ \\t]*(?<open>[\"'`“]?)"
              + "(?<s>[^\\s\"'`“”<>，。；]{4,300})",
          Pattern.CASE_INSENSITIVE);

  /** What such a name goes on with where its value is no secret. */
  private static final Pattern HARMLESS_TAIL =
      Pattern.compile(
          "(?i)s?[_-]?(?:id|ids|url|uri|file|path|name|type|hash|sha\\d*|digest|count|budget|limit|length|size"
              + "|ttl|expiry|expires\\w*|policy|field|header|store|manager|provider|version|rotation|s)");

  private static final Pattern HARMLESS_NAME =
      Pattern.compile("(?i).*(?:public|max|min|num|total|input|output|cache|csrf[_-]?header).*");

  /** Code that asks for a value, or a name of one. */
  private static final Pattern ASKS =
      Pattern.compile(
          "[$%{\\[(<@&*].*|.*[({\\[]\\S*|(?i:os|process|env|config|settings|self|this|args|options|secrets|vault)\\..*"
              + "|[A-Z][A-Z0-9_]*_[A-Z0-9_]*|https?:.*|[./~].*|.*\\.(?:md|txt|json|toml|yaml|yml|pem|env)");

  /** What looks made by chance and is public, or no key. */
  private static final Pattern PUBLIC =
      Pattern.compile(
          "-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|PGP PUBLIC KEY BLOCK|PGP SIGNATURE|PGP MESSAGE)-----"
              + "(?s:.*?)(?:-----END [A-Z ]{3,30}-----|\\z)"
              + "|data:[\\w.+-]{1,40}/[\\w.+-]{1,60};base64,[A-Za-z0-9+/=\\s]{1,100000}"
              + "|\\b(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp\\d+|sk-ssh-ed25519@openssh\\.com) [A-Za-z0-9+/=]+"
              + "|\\bsha\\d{1,3}[-:][A-Za-z0-9+/=_-]+"
              + "|\\b[a-z][a-z0-9+.-]{1,20}://\\S+"
              + "|\\bQm[1-9A-HJ-NP-Za-km-z]{44}\\b"
              + "|(?m:(?:^[ \\t>]*[A-Za-z0-9+/]{60,}={0,2}[ \\t]*$\\R?){2,})");

  private static final Pattern WORD =
      Pattern.compile(
          "(?<![\\w+/=-])[A-Za-z0-9+/_-]{" + Randomness.MIN_LENGTH + ",}={0,2}(?![\\w+/=-])");

  private Secrets() {}

  /**
   * A secret.
   *
   * @param kind such as {@code github-token}
   * @param said such as {@code a GitHub token}
   * @param from the index of its first character
   * @param to the index behind its last
   * @param line in which it begins, from 1
   */
  public record Found(String kind, String said, int from, int to, int line) {}

  /** All secrets of a text, in their order; none overlaps another. */
  public static List<Found> in(String text) {
    List<Found> found = new ArrayList<>();
    for (SecretKind kind : SecretKind.values()) {
      Matcher matcher = kind.matcher(text);
      while (matcher.find()) {
        boolean part = kind.hasGroup() && matcher.group("s") != null;
        int from = part ? matcher.start("s") : matcher.start();
        int to = part ? matcher.end("s") : matcher.end();
        if (isReal(kind, text.substring(from, to))) {
          add(found, text, kind.word(), kind.said(), from, to);
        }
      }
    }
    assigned(text, found);
    byChance(text, found);
    found.sort(Comparator.comparingInt(Found::from));
    return List.copyOf(found);
  }

  private static boolean isReal(SecretKind kind, String secret) {
    return switch (kind) {
      case PRIVATE_KEY -> secret.length() > 60;
      case URL_PASSWORD -> !Randomness.isPlaceholder(secret) && !ASKS.matcher(secret).matches();
      case BEARER -> !Randomness.isPlaceholder(secret) && secret.matches(".*\\d.*");
      // By its form it is a key, also where a part of it says example: nobody can tell which are
      // live.
      default -> !Randomness.isLeftOpen(secret) && Randomness.bits(secret) > 2.5;
    };
  }

  private static void add(
      List<Found> found, String text, String kind, String said, int from, int to) {
    if (found.stream().noneMatch(other -> from < other.to() && other.from() < to)) {
      int line = 1 + (int) text.substring(0, from).chars().filter(c -> c == '\n').count();
      found.add(new Found(kind, said, from, to, line));
    }
  }

  private static void assigned(String text, List<Found> found) {
    Matcher matcher = ASSIGNED.matcher(text);
    while (matcher.find()) {
      String value = matcher.group("s").replaceFirst("[,;.)\\]}]+$", "");
      String word = matcher.group("word").toLowerCase(Locale.ROOT);
      boolean password = word.startsWith("pass") || word.equals("pwd") || word.matches("密码|口令");
      boolean quoted = !matcher.group("open").isEmpty();
      if (!HARMLESS_TAIL.matcher(matcher.group("tail")).matches()
          && !HARMLESS_NAME.matcher(matcher.group("name")).matches()
          && !Randomness.isPlaceholder(value)
          && !ASKS.matcher(value).matches()
          && (password ? isPassword(value, quoted) : isValue(value))) {
        int from = matcher.start("s");
        String kind = password ? "password" : "secret-value";
        add(
            found,
            text,
            kind,
            password ? "a password" : "a secret's value",
            from,
            from + value.length());
      }
    }
  }

  private static boolean isPassword(String value, boolean quoted) {
    boolean digit = value.matches(".*\\d.*");
    boolean sign = value.matches(".*[!#^&*+?~@].*");
    boolean letter = value.matches(".*\\p{L}.*");
    return (value.length() >= 6 && letter && (digit || sign))
        || (value.length() >= 8 && quoted && value.matches("[\\x21-\\x7E]+"));
  }

  /** Of a token or key: letters and digits in one word. */
  private static boolean isValue(String value) {
    return value.length() >= 12
        && value.matches("[\\x21-\\x7E]+")
        && value.matches(".*\\d.*")
        && value.matches(".*[A-Za-z].*")
        && Randomness.bits(value) >= 2.8
        && !value.matches("\\d{4}-\\d{2}-\\d{2}.*");
  }

  private static void byChance(String text, List<Found> found) {
    StringBuilder masked = new StringBuilder(text);
    Matcher open = PUBLIC.matcher(text);
    while (open.find()) {
      for (int at = open.start(); at < open.end(); at++) {
        masked.setCharAt(at, ' ');
      }
    }
    Matcher word = WORD.matcher(masked);
    while (word.find()) {
      if (Randomness.isKey(word.group())) {
        add(found, text, "random-key", "a key, by its looks", word.start(), word.end());
      }
    }
  }

  /** The text with {@code [REDACTED:kind]} in the place of each secret. */
  public static String redacted(String text) {
    StringBuilder redacted = new StringBuilder();
    int at = 0;
    for (Found secret : in(text)) {
      redacted
          .append(text, at, secret.from())
          .append("[REDACTED:")
          .append(secret.kind())
          .append(']');
      at = secret.to();
    }
    return redacted.append(text, at, text.length()).toString();
  }

  /**
   * Why a text is not written: which secrets stand in which lines, without the secrets; empty where
   * there are none.
   */
  public static Optional<String> refusal(String text) {
    List<Found> found = in(text);
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            found.stream()
                .map(secret -> "line " + secret.line() + " has " + secret.said())
                .distinct()
                .collect(Collectors.joining("; ")));
  }
}
