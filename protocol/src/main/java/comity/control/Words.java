package comity.control;

import comity.control.Kind.Worded;
import comity.json.JsonPointer;
import comity.messages.AgentPattern;
import comity.messages.AgentUri;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Strings with a meaning of their own: addresses, patterns, pointers, keys. */
final class Words {
  /** What may stand in a URL after its host; a query or fragment has no place in a base. */
  private static final Pattern URL =
      Pattern.compile("(?i)(https?)://([^/?#@\\\\]+)((?:/[A-Za-z0-9._~!$&'()*+,;=:@%-]*)*)");

  /** RFC 6750's b64token is narrower; other hubs may hand out any visible ASCII. */
  private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]{1,4096}");

  private Words() {}

  /** {@code host} or {@code host:port} as in {@code agent://}, in its one spelling. */
  static Kind<String> authority() {
    return Kinds.worded(
        "authority",
        "`host` or `host:port`",
        text ->
            switch (AgentUri.read("agent://" + text + "/x")) {
              case AgentUri.Reading.Read(AgentUri uri) when !text.contains("/") ->
                  new Worded.Taken<>(uri.authority());
              case AgentUri.Reading.Read _, AgentUri.Reading.Malformed _ ->
                  new Worded.Wrong<>(
                      "must be a host name in ASCII, IPv4 or [IPv6] with an optional port, is "
                          + Place.shown(text));
            },
        v -> v);
  }

  /** An address to listen at. */
  static Kind<String> bind() {
    return Kinds.worded(
        "string",
        "an IPv4 or IPv6 address, or `localhost`",
        text -> {
          String host = text.contains(":") ? "[" + text + "]" : text;
          boolean address = text.equals("localhost") || text.contains(":") || isNumeric(text);
          return address && AgentUri.read("agent://" + host + "/x") instanceof AgentUri.Reading.Read
              ? new Worded.Taken<>(text)
              : new Worded.Wrong<>(
                  "must be an IPv4 or IPv6 address or \"localhost\", is " + Place.shown(text));
        },
        v -> v);
  }

  private static boolean isNumeric(String text) {
    return text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
  }

  static Kind<AgentPattern> pattern() {
    return Kinds.worded(
        "pattern",
        "`agent://authority/agent-id` with `*` in the agent-id, or `*` for anyone",
        text ->
            switch (AgentPattern.read(text)) {
              case AgentPattern.Reading.Read(AgentPattern pattern) -> new Worded.Taken<>(pattern);
              case AgentPattern.Reading.Malformed(String reason) ->
                  new Worded.Wrong<>(Place.shown(text) + " " + reason);
            },
        AgentPattern::toString);
  }

  /** A pattern with an authority of its own. */
  static Kind<AgentPattern> someonesPattern() {
    Kind<AgentPattern> any = pattern();
    return new Kind<>(
        any.name(),
        "`agent://authority/*` or narrower",
        (value, place) ->
            any.reader()
                .read(value, place)
                .filter(pattern -> {
                  if (pattern.isAnyone()) {
                    place.fault(value, "must name an authority, such as \"agent://hub.example/*\"");
                  }
                  return !pattern.isAnyone();
                }),
        any.shown());
  }

  /** The base URL of a hub, with its host in one spelling and no slash at its end. */
  static Kind<String> url() {
    return Kinds.worded(
        "url", "`http` or `https`, without user, query or fragment", Words::url, v -> v);
  }

  private static Worded<String> url(String text) {
    Matcher url = URL.matcher(text);
    if (text.length() > AgentUri.MAX_LENGTH || !url.matches()) {
      return new Worded.Wrong<>(
          "must be an http or https URL without user, query or fragment, is " + Place.shown(text));
    }
    if (!(AgentUri.read("agent://" + url.group(2) + "/x")
        instanceof AgentUri.Reading.Read(AgentUri host))) {
      return new Worded.Wrong<>(
          "must have a host name in ASCII, IPv4 or [IPv6] with an optional port, is "
              + Place.shown(text));
    }
    String path = url.group(3).replaceAll("/+$", "");
    return new Worded.Taken<>(
        (url.group(1).length() == 4 ? "http://" : "https://") + host.authority() + path);
  }

  /** Whether the host of a URL of {@link #url} is an address of this machine or a private one. */
  static boolean isPrivate(String url) {
    String authority = url.substring(url.indexOf("://") + 3).replaceAll("/.*", "");
    AgentUri uri = AgentUri.of("agent://" + authority + "/x");
    String host = uri.host();
    return uri.isLoopback()
        || host.endsWith(".localhost")
        || (isNumeric(host) && host.matches("(10|192\\.168|172\\.(1[6-9]|2[0-9]|3[01]))\\..*"))
        || host.matches("\\[f[cd][0-9a-f]{2}:.*");
  }

  /** Something that must not be shown. */
  static Kind<Secret> key() {
    return Kinds.worded(
        "string",
        "visible ASCII (it travels in a header)",
        text ->
            VISIBLE_ASCII.matcher(text).matches()
                ? new Worded.Taken<>(new Secret(text))
                : new Worded.Wrong<>("must be 1 to 4096 visible ASCII characters"),
        Secret::toString);
  }

  static boolean isPointer(String text) {
    return !text.isEmpty() && JsonPointer.parse(text).isPresent();
  }

  static Kind<String> pointer() {
    return Kinds.worded(
        "JSON pointer",
        "RFC 6901",
        text ->
            isPointer(text)
                ? new Worded.Taken<>(text)
                : new Worded.Wrong<>(
                    "must be a JSON pointer such as \"/result\", is " + Place.shown(text)),
        v -> v);
  }

  static Kind<Runner.SessionId> sessionId() {
    return Kinds.worded(
        "string",
        "`assigned` or a JSON pointer",
        text -> {
          if (text.equals("assigned")) {
            return new Worded.Taken<>(new Runner.SessionId.Assigned());
          }
          return isPointer(text)
              ? new Worded.Taken<>(new Runner.SessionId.Reported(text))
              : new Worded.Wrong<>(
                  "must be \"assigned\" or a JSON pointer such as \"/session_id\", is "
                      + Place.shown(text));
        },
        v ->
            switch (v) {
              case Runner.SessionId.Assigned _ -> "assigned";
              case Runner.SessionId.Reported(String pointer) -> pointer;
            });
  }

  /** A folder by its whole path; what it is relative to would depend on who starts the hub. */
  static Kind<String> folder() {
    return Kinds.worded(
        "path",
        "absolute, or below `~/`",
        text ->
            (text.startsWith("/") || text.startsWith("~/"))
                    && text.indexOf('\0') < 0
                    && text.length() <= 4096
                ? new Worded.Taken<>(text)
                : new Worded.Wrong<>(
                    "must be an absolute path or one below ~/, is " + Place.shown(text)),
        v -> v);
  }

  /** A word of a command line: anything that can be handed to a program. */
  static Kind<String> argument() {
    return Kinds.worded(
        "string",
        "",
        text -> {
          if (text.indexOf('\0') >= 0) {
            return new Worded.Wrong<>("must not have a NUL character: no program can be given one");
          }
          return text.length() <= MAX_ARGUMENT
              ? new Worded.Taken<>(text)
              : new Worded.Wrong<>(
                  "must have at most " + MAX_ARGUMENT + " characters; has " + text.length());
        },
        v -> v);
  }

  /** Linux takes 128 KiB in one argument, in bytes; a quarter of it fits in any encoding. */
  static final int MAX_ARGUMENT = 32_768;
}
