package comity.recall;

import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.memory.Gate;
import comity.memory.Receipt;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** The JSON shapes of memory, the same at every door. */
public final class Shapes {
  private Shapes() {}

  /** {@code {"session","scope","room"?,"index","index_read","spent","budget","warnings":[…]}}. */
  public static JsonObject opened(MemoryDesk.Opened opened) {
    Gate gate = opened.gate();
    JsonObject json =
        JsonObject.empty().with("session", opened.session()).with("scope", gate.scope().word());
    json = gate.room().isPresent() ? json.with("room", gate.room().get()) : json;
    return json.with("index", gate.scope().index())
        .with("index_read", gate.isIndexRead())
        .with("spent", gate.spent())
        .with("budget", gate.budget())
        .with("warnings", strings(opened.problems().stream().map(Object::toString).toList()));
  }

  /**
   * {@code {"session","scope","index","loaded":[…],"left_out":[…],"tokens","budget","spent","mode",
   * "nothing","warnings":[…],"text"}}, the lists as in {@link Receipt}. The index is not among what
   * is loaded; {@code tokens} are those of the text.
   */
  public static JsonObject given(MemoryDesk.Given given) {
    Receipt receipt = given.given().receipt();
    List<JsonObject> loaded =
        receipt.loaded().stream()
            .filter(item -> !item.priority().equals("index"))
            .map(Receipt.Item::toJson)
            .toList();
    return JsonObject.empty()
        .with("session", given.session())
        .with("scope", receipt.scope())
        .with("index", given.given().gate().scope().index())
        .with("loaded", JsonArray.of(loaded))
        .with(
            "left_out", JsonArray.of(receipt.leftOut().stream().map(Receipt.Left::toJson).toList()))
        .with("tokens", receipt.tokens())
        .with("budget", receipt.budget())
        .with("spent", receipt.spent())
        .with("mode", receipt.mode())
        .with("nothing", given.nothing())
        .with("warnings", strings(given.given().warnings()))
        .with("text", given.given().text());
  }

  /**
   * {@code {"session","index","mode","hits":[{"file","line","score","text"}],"left_out"}}; {@code
   * left_out} is how many more the budget did not hold.
   */
  public static JsonObject searched(MemoryDesk.Searched searched) {
    return JsonObject.empty()
        .with("session", searched.session())
        .with("index", searched.index())
        .with("mode", searched.found().mode())
        .with("hits", JsonArray.of(searched.found().hits().stream().map(Shapes::hit).toList()))
        .with("left_out", searched.leftOut());
  }

  /** {@code {"session","file","changed","note"?}}; {@code note} says what a person should know. */
  public static JsonObject appended(Keeping.Appended appended) {
    JsonObject json =
        JsonObject.empty()
            .with("session", appended.session())
            .with("file", appended.file())
            .with("changed", appended.changed());
    return appended.note().isEmpty() ? json : json.with("note", appended.note());
  }

  /**
   * {@code {"flushed":[{"scope","at","entries","files":[…],"made":[…],"problems":[…]}]}}; {@code
   * made} are files that were missing.
   */
  public static JsonObject flushed(List<Flush.Flushing.Flushed> flushed) {
    return JsonObject.empty()
        .with("flushed", JsonArray.of(flushed.stream().map(Shapes::flush).toList()));
  }

  private static JsonObject flush(Flush.Flushing.Flushed flushed) {
    return JsonObject.empty()
        .with("scope", flushed.scope().word())
        .with("at", flushed.at().toString())
        .with("entries", flushed.entries())
        .with("files", strings(flushed.files()))
        .with("made", strings(flushed.made()))
        .with("problems", strings(flushed.problems()));
  }

  private static JsonObject hit(Finder.Hit hit) {
    return JsonObject.empty()
        .with("file", hit.file())
        .with("line", hit.line())
        .with("score", number(hit.score()))
        .with("text", hit.text());
  }

  private static JsonNumber number(double score) {
    return new JsonNumber(
        BigDecimal.valueOf(score).setScale(4, RoundingMode.HALF_UP).toPlainString());
  }

  private static JsonArray strings(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::new).toList());
  }
}
