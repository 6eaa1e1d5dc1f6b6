package comity.memory;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one kind of transcript, one after the other. */
abstract sealed class TranscriptForm permits ClaudeForm, CodexForm, GeminiForm {
  private Optional<String> session = Optional.empty();

  /** Reads a line and gives the turns that are complete with it. */
  abstract void line(String line, int number, Consumer<Turn> turns);

  /** Gives the turns that were held back until the end. */
  void end(Consumer<Turn> turns) {}

  /** The session's id, once a line said it. */
  final Optional<String> session() {
    return session;
  }

  final void inSession(Optional<String> id) {
    session = session.isPresent() ? session : id;
  }

  /** The object of a line; what is none is passed over. */
  final Optional<JsonObject> object(String line) {
    return Json.read(line) instanceof JsonReading.Read(JsonObject object)
        ? Optional.of(object)
        : Optional.empty();
  }

  static Optional<Instant> time(JsonObject object) {
    return object.string("timestamp").flatMap(Timestamps::read);
  }

  static boolean is(JsonObject object, String flag) {
    return object.get(flag) instanceof JsonBoolean(boolean value) && value;
  }

  /** The text of a content, which is a text, or blocks of which some have one. */
  static String text(@Nullable JsonValue content, List<String> types) {
    return switch (content) {
      case JsonString(String text) -> text;
      case JsonArray array -> {
        List<String> texts = new ArrayList<>();
        for (JsonValue block : array.elements()) {
          if (block instanceof JsonString(String text)) {
            texts.add(text);
          } else if (block instanceof JsonObject object
              && object.string("type").map(types::contains).orElse(true)) {
            object.string("text").ifPresent(texts::add);
          }
        }
        yield String.join("\n", texts);
      }
      case null, default -> "";
    };
  }
}
