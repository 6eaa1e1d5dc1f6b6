package comity.memory;

import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Something to be remembered (MEM-14).
 *
 * @param text one or more lines, without blanks around them
 * @param at when it was said, in the person's own time
 * @param source where it was said; empty where somebody wrote it down for its own sake
 */
public record Entry(Kind kind, String text, LocalDateTime at, Optional<Source> source) {
  /** More is no entry but a document. */
  public static final int MAX_TEXT = 16_000;

  /** What it is. */
  public enum Kind {
    DECISION,
    /** A new task, or how far one is: {@code done: …}, {@code blocked: …}. */
    TASK,
    NOTE;

    /** How programs name it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of that word, in any case. */
    public static Optional<Kind> named(String word) {
      for (Kind kind : values()) {
        if (kind.name().equalsIgnoreCase(word.strip())) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }

  /** A message of a session. */
  public record Source(String session, String message) {
    private static final Pattern UUID =
        Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-(?<last>[0-9a-fA-F]{12})");
    private static final Pattern STRANGE = Pattern.compile("[^\\p{L}\\p{N}._:-]+");
    private static final int MAX_ID = 24;
    private static final int SHORT_ID = 12;

    /**
     * As it stands in a file, such as {@code 58f76e0ba584/50d6cc0eb34f}: of a long id its end,
     * which differs also where ids begin with the time.
     */
    public String citation() {
      return shortened(session) + "/" + shortened(message);
    }

    private static String shortened(String id) {
      var uuid = UUID.matcher(id);
      if (uuid.matches()) {
        return uuid.group("last");
      }
      String plain = STRANGE.matcher(id).replaceAll("-");
      return plain.length() <= MAX_ID ? plain : plain.substring(plain.length() - SHORT_ID);
    }
  }

  public Entry {
    text = text.strip();
    problem(text)
        .ifPresent(why -> {
          throw new IllegalArgumentException("no entry: " + why);
        });
  }

  /** Why that text can't be an entry; empty where it can. */
  public static Optional<String> problem(String text) {
    if (text.codePoints().allMatch(Entry::isUnseen)) {
      return Optional.of("the text is empty");
    }
    return text.length() > MAX_TEXT
        ? Optional.of("it is longer than " + MAX_TEXT + " characters")
        : Optional.empty();
  }

  private static boolean isUnseen(int sign) {
    return Character.isWhitespace(sign)
        || Character.isSpaceChar(sign)
        || Character.isISOControl(sign)
        || Character.getType(sign) == Character.FORMAT;
  }

  /** The day, such as {@code 2026-11-30}. */
  String date() {
    return at.toLocalDate().toString();
  }

  /** The time of the day, such as {@code 14:05}. */
  String time() {
    return "%02d:%02d".formatted(at.getHour(), at.getMinute());
  }

  public Entry withText(String other) {
    return new Entry(kind, other, at, source);
  }

  /** Without secrets (MEM-15); what is too long then is cut. */
  public Entry redacted() {
    String safe = Secrets.redacted(text);
    return withText(safe.length() <= MAX_TEXT ? safe : safe.substring(0, MAX_TEXT));
  }

  /** As it waits to be written. */
  public JsonObject toJson() {
    JsonObject json =
        JsonObject.empty().with("kind", kind.word()).with("text", text).with("at", at.toString());
    return source.isEmpty()
        ? json
        : json.with("session", source.get().session()).with("message", source.get().message());
  }

  /** Reads what {@link #toJson} gave; empty where something of it is missing or strange. */
  public static Optional<Entry> read(JsonValue value) {
    if (!(value instanceof JsonObject json)
        || !(json.get("kind") instanceof JsonString(String word))
        || !(json.get("text") instanceof JsonString(String text))
        || !(json.get("at") instanceof JsonString(String at))
        || Kind.named(word).isEmpty()
        || problem(text).isPresent()) {
      return Optional.empty();
    }
    Optional<Source> source =
        json.string("session").isPresent() && json.string("message").isPresent()
            ? Optional.of(
                new Source(
                    json.string("session").orElseThrow(), json.string("message").orElseThrow()))
            : Optional.empty();
    try {
      return Optional.of(
          new Entry(Kind.named(word).orElseThrow(), text, LocalDateTime.parse(at), source));
    } catch (DateTimeParseException noTime) {
      return Optional.empty();
    }
  }
}
