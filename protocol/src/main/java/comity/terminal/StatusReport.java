package comity.terminal;

import comity.messages.SafeText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a program is at, by the program status protocol, revision 0.4 (SES-23): {@code OSC
 * 7501;state=…:id=…:kind=…:app=…:title=…:msg=…:progress=…}.
 *
 * @param id the names from the whole to its part, such as {@code build/test}; empty for the program
 * @param kind what it is blocked on; empty otherwise
 * @param title may be empty
 * @param message may be empty
 * @param progress 0 to 100
 */
public record StatusReport(
    State state,
    List<String> id,
    Optional<Kind> kind,
    String app,
    String title,
    String message,
    OptionalInt progress) {
  /** Of a whole sequence, in bytes. */
  static final int MAX_BYTES = 4096;

  private static final int MAX_KEY = 16;
  private static final int MAX_MESSAGE = 2732;
  private static final int MAX_MESSAGE_DECODED = 2048;
  private static final int MAX_TITLE = 256;
  private static final int MAX_TITLE_DECODED = 192;
  private static final int MAX_ID = 128;
  private static final int MAX_LEVELS = 8;
  private static final int MAX_LEVEL = 32;

  /** What it is at. */
  public enum State {
    IDLE,
    WORKING,
    BLOCKED,
    DONE,
    ERROR,
    /** Takes the record back, and those below it. */
    CLEAR
  }

  /** What it is blocked on. */
  public enum Kind {
    PERMISSION,
    QUESTION,
    AUTH
  }

  public StatusReport {
    id = List.copyOf(id);
  }

  /**
   * Reads what stands after {@code 7501;}; empty where it is no report or breaks a limit. A part
   * that is not {@code key=value} is left out.
   */
  static Optional<StatusReport> read(String text) {
    if (text.length() > MAX_BYTES) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (String pair : text.split(":", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && isKey(pair.substring(0, equals)) && isValue(pair, equals + 1)) {
        values.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    Optional<State> state = named(State.values(), values.get("state"));
    Optional<List<String>> id = id(values.getOrDefault("id", ""));
    Optional<String> title =
        decoded(values.getOrDefault("title", ""), MAX_TITLE, MAX_TITLE_DECODED);
    Optional<String> message =
        decoded(values.getOrDefault("msg", ""), MAX_MESSAGE, MAX_MESSAGE_DECODED);
    if (state.isEmpty() || id.isEmpty() || title.isEmpty() || message.isEmpty()) {
      return Optional.empty();
    }
    Optional<Kind> kind =
        state.get() == State.BLOCKED
            ? named(Kind.values(), values.get("kind"))
            : Optional.<Kind>empty();
    return Optional.of(
        new StatusReport(
            state.get(),
            id.get(),
            kind,
            values.getOrDefault("app", ""),
            title.get(),
            message.get(),
            Numbers.read(values.getOrDefault("progress", "x"), 100)));
  }

  private static boolean isKey(String key) {
    return key.length() <= MAX_KEY && key.chars().allMatch(c -> c >= 'a' && c <= 'z');
  }

  private static boolean isValue(String text, int from) {
    return text.chars()
        .skip(from)
        .allMatch(c ->
            (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || "_.,+/=-".indexOf(c) >= 0);
  }

  private static <T extends Enum<T>> Optional<T> named(T[] all, @Nullable String word) {
    for (T each : all) {
      if (word != null && each.name().toLowerCase(Locale.ROOT).equals(word)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** The levels of a path; empty where it breaks a limit. */
  private static Optional<List<String>> id(String path) {
    if (path.isEmpty()) {
      return Optional.of(List.of());
    }
    List<String> levels = new ArrayList<>(List.of(path.split("/", -1)));
    boolean fits =
        path.length() <= MAX_ID
            && levels.size() <= MAX_LEVELS
            && levels.stream().allMatch(each -> !each.isEmpty() && each.length() <= MAX_LEVEL);
    return fits ? Optional.of(levels) : Optional.empty();
  }

  /** A text in Base64; empty where it is none, or holds what must not be shown. */
  private static Optional<String> decoded(String base64, int most, int mostDecoded) {
    if (base64.length() > most) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return bytes.length > mostDecoded || text.chars().anyMatch(Character::isISOControl)
          ? Optional.empty()
          : Optional.of(SafeText.shownLine(text));
    } catch (IllegalArgumentException | CharacterCodingException wrong) {
      return Optional.empty();
    }
  }
}
