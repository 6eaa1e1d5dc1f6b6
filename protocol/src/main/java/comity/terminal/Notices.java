package comity.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Puts the pieces of kitty's notifications together ({@code OSC 99;key=value:…;PAYLOAD}): those of
 * one {@code i} belong together until one says that it is done. One agent leaves {@code d} out of a
 * piece in the middle, so what is done and goes on with the same {@code i} is told once.
 */
final class Notices {
  /** Before it is encoded, of one piece. */
  private static final int MAX_PAYLOAD = 2048;

  private static final int MAX_TEXT = 4096;

  /** Begun and not done; the one begun first is dropped. */
  private static final int MAX_OPEN = 16;

  private final Consumer<Signal> told;
  private final Map<String, Pieces> open = new LinkedHashMap<>();

  /** The last that was told with an id, to which a piece may still come. */
  private String last = "";

  /** What there is of one. */
  private static final class Pieces {
    private final StringBuilder title = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
  }

  Notices(Consumer<Signal> told) {
    this.told = told;
  }

  /** What stands after {@code 99;}. */
  void take(String rest) {
    int end = rest.indexOf(';');
    Map<String, String> keys = keys(end < 0 ? rest : rest.substring(0, end));
    String payload = end < 0 ? "" : rest.substring(end + 1);
    String id = keys.getOrDefault("i", "");
    String part = keys.getOrDefault("p", "title");
    if (part.equals("?")) {
      told.accept(new Signal.Asked(new Query.Notifications(id)));
      return;
    }
    if (part.equals("close")) {
      open.remove(id);
      return;
    }
    if (!part.equals("title") && !part.equals("body")) {
      return;
    }
    String text = decoded(payload, keys.getOrDefault("e", "0").equals("1"));
    Pieces pieces = open.computeIfAbsent(id, _ -> new Pieces());
    StringBuilder into = part.equals("title") ? pieces.title : pieces.body;
    into.append(text, 0, Math.min(text.length(), MAX_TEXT - Math.min(MAX_TEXT, into.length())));
    if (open.size() > MAX_OPEN) {
      open.remove(open.keySet().iterator().next());
    }
    if (!keys.getOrDefault("d", "1").equals("0")) {
      done(id, pieces);
    }
  }

  private void done(String id, Pieces pieces) {
    open.remove(id);
    String title = pieces.title.toString();
    String body = pieces.body.toString();
    boolean again = !id.isEmpty() && id.equals(last) && title.isEmpty();
    last = id;
    if (!again && !(title.isEmpty() && body.isEmpty())) {
      told.accept(new Signal.Notification(99, title, body));
    }
  }

  private static Map<String, String> keys(String metadata) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String pair : metadata.split(":", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        keys.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return keys;
  }

  private static String decoded(String payload, boolean base64) {
    try {
      byte[] bytes =
          base64 ? Base64.getDecoder().decode(payload) : payload.getBytes(StandardCharsets.UTF_8);
      return bytes.length > MAX_PAYLOAD ? "" : new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException none) {
      return "";
    }
  }

  void forget() {
    open.clear();
    last = "";
  }
}
