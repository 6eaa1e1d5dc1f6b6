package comity.memory;

import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was given of a memory, and why (MEM-6).
 *
 * @param at when
 * @param scope as {@link Scope#word}
 * @param asked the message or the file that was asked for
 * @param mode what found it: {@code meaning}, {@code lexical}, or nothing where a file was named
 * @param loaded in the order of the text
 * @param tokens of the text that was given
 * @param budget of the session
 * @param spent tokens that the session gave in all
 */
public record Receipt(
    Instant at,
    String scope,
    String asked,
    String mode,
    List<Item> loaded,
    List<Left> leftOut,
    int tokens,
    int budget,
    int spent) {
  /** A question is kept no longer than this. */
  private static final int MAX_ASKED = 500;

  /**
   * What was given of a file.
   *
   * @param file from the project's root
   * @param priority {@code index}, {@code P0} to {@code P3}, or {@code -} for a file that has none
   * @param lines such as {@code 1-40} or {@code 3-9, 14-20}
   * @param tokens that the text grew by
   * @param reason which rule or trigger
   * @param score of the trigger; 0 where there is none
   */
  public record Item(
      String file, String priority, String lines, int tokens, String reason, double score) {
    /** {@code {"file","priority","lines","tokens","reason","score"}}. */
    public JsonObject toJson() {
      return JsonObject.empty()
          .with("file", file)
          .with("priority", priority)
          .with("lines", lines)
          .with("tokens", tokens)
          .with("reason", reason)
          .with(
              "score",
              new JsonNumber(
                  BigDecimal.valueOf(score).setScale(3, RoundingMode.HALF_UP).toPlainString()));
    }
  }

  /**
   * What was not given.
   *
   * @param file from the project's root, with the lines where it is a part
   * @param rule such as {@code budget} or {@code ceiling}
   */
  public record Left(String file, String rule) {
    /** {@code {"file","rule"}}. */
    public JsonObject toJson() {
      return JsonObject.empty().with("file", file).with("rule", rule);
    }
  }

  public Receipt {
    loaded = List.copyOf(loaded);
    leftOut = List.copyOf(leftOut);
    asked = Secrets.redacted(shortened(asked));
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_ASKED) {
      return text;
    }
    boolean half = Character.isHighSurrogate(text.charAt(MAX_ASKED - 1));
    return text.substring(0, half ? MAX_ASKED - 1 : MAX_ASKED) + "…";
  }

  /**
   * {@code {"at","scope","asked","mode","loaded":[…],"left_out":[…],"tokens","budget","spent"}}.
   */
  public JsonObject toJson() {
    return JsonObject.empty()
        .with("at", at.toString())
        .with("scope", scope)
        .with("asked", asked)
        .with("mode", mode)
        .with("loaded", JsonArray.of(loaded.stream().map(Item::toJson).toList()))
        .with("left_out", JsonArray.of(leftOut.stream().map(Left::toJson).toList()))
        .with("tokens", tokens)
        .with("budget", budget)
        .with("spent", spent);
  }

  /** Reads what {@link #toJson} made; empty where it is something else. */
  public static Optional<Receipt> read(JsonValue value) {
    if (!(value instanceof JsonObject json)
        || !(json.get("loaded") instanceof JsonArray items)
        || !(json.get("left_out") instanceof JsonArray left)) {
      return Optional.empty();
    }
    try {
      List<Item> loaded = new ArrayList<>();
      for (JsonValue each : items.elements()) {
        loaded.add(item((JsonObject) each));
      }
      List<Left> leftOut = new ArrayList<>();
      for (JsonValue each : left.elements()) {
        leftOut.add(new Left(text((JsonObject) each, "file"), text((JsonObject) each, "rule")));
      }
      return Optional.of(
          new Receipt(
              Instant.parse(text(json, "at")),
              text(json, "scope"),
              text(json, "asked"),
              text(json, "mode"),
              loaded,
              leftOut,
              number(json, "tokens"),
              number(json, "budget"),
              number(json, "spent")));
    } catch (ClassCastException | DateTimeException | NumberFormatException other) {
      return Optional.empty();
    }
  }

  private static Item item(JsonObject json) {
    return new Item(
        text(json, "file"),
        text(json, "priority"),
        text(json, "lines"),
        number(json, "tokens"),
        text(json, "reason"),
        json.get("score") instanceof JsonNumber score ? Double.parseDouble(score.digits()) : 0);
  }

  private static String text(JsonObject json, String name) {
    return json.get(name) instanceof JsonString(String text) ? text : "";
  }

  private static int number(JsonObject json, String name) {
    return json.get(name) instanceof JsonNumber number ? (int) number.asLong().orElse(0) : 0;
  }
}
