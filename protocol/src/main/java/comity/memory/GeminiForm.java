package comity.memory;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Gemini: either one object with {@code messages}, over many lines or in one; or an object a line:
 * messages, of which a later one with the same {@code id} replaces the one before, {@code
 * {"$rewindTo": id}}, which takes back that message and all behind it, and {@code {"$set": …}}.
 *
 * <p>The last messages are held back, since they may be replaced or taken back.
 */
final class GeminiForm extends TranscriptForm {
  /** As many messages may still be taken back. */
  private static final int HELD = 200;

  /** Of so many messages that were given it is known that they were. */
  private static final int REMEMBERED = 5_000;

  private final LinkedHashMap<String, List<Turn>> held = new LinkedHashMap<>();
  private final Set<String> given = new LinkedHashSet<>();
  private final JsonPieces pieces = new JsonPieces(Transcript.MAX_LINE);
  private boolean whole;
  private boolean started;

  @Override
  void line(String line, int number, Consumer<Turn> turns) {
    String bare = line.strip();
    if (!started) {
      whole = bare.equals("{") || (bare.startsWith("{\"") && !bare.endsWith("}"));
    }
    started = true;
    if (whole) {
      for (String piece : pieces.add(line)) {
        object(piece).ifPresent(message -> message(message, turns));
      }
      return;
    }
    object(line).ifPresent(object -> record(object, turns));
  }

  private void record(JsonObject object, Consumer<Turn> turns) {
    inSession(object.string("sessionId"));
    if (object.get("$rewindTo") instanceof JsonString(String id)) {
      boolean behind = false;
      for (String each : List.copyOf(held.sequencedKeySet())) {
        behind |= each.equals(id);
        if (behind) {
          held.remove(each);
        }
      }
      return;
    }
    if (object.string("id").isPresent()) {
      message(object, turns);
      return;
    }
    JsonObject set = object.object("$set").orElse(object);
    if (set.get("messages") instanceof JsonArray messages) {
      for (JsonValue message : messages.elements()) {
        if (message instanceof JsonObject each) {
          message(each, turns);
        }
      }
    }
  }

  private void message(JsonObject message, Consumer<Turn> turns) {
    if (!(message.get("id") instanceof JsonString(String id)) || given.contains(id)) {
      return;
    }
    List<Turn> said = said(message, id);
    if (held.containsKey(id) || !said.isEmpty()) {
      held.put(id, said);
    }
    while (held.size() > HELD) {
      give(turns);
    }
  }

  private static List<Turn> said(JsonObject message, String id) {
    List<Turn> said = new ArrayList<>();
    String type = message.string("type").orElse("");
    String text = text(message.get("content"), List.of("text")).strip();
    if (type.equals("user") && !text.isEmpty()) {
      said.add(new Turn(id, Turn.Role.USER, time(message), text));
    }
    if (type.equals("gemini") || type.equals("model") || type.equals("assistant")) {
      if (!text.isEmpty()) {
        said.add(new Turn(id, Turn.Role.ASSISTANT, time(message), text));
      }
      if (message.get("toolCalls") instanceof JsonArray calls) {
        for (JsonValue call : calls.elements()) {
          if (call instanceof JsonObject each) {
            each.string("resultDisplay")
                .filter(result -> !result.isBlank())
                .ifPresent(result -> said.add(new Turn(id, Turn.Role.TOOL, time(message), result)));
          }
        }
      }
    }
    return said;
  }

  private void give(Consumer<Turn> turns) {
    var first = Collections.unmodifiableSequencedMap(held).firstEntry();
    held.remove(first.getKey());
    given.add(first.getKey());
    if (given.size() > REMEMBERED) {
      given.remove(given.iterator().next());
    }
    first.getValue().forEach(turns);
  }

  @Override
  void end(Consumer<Turn> turns) {
    while (!held.isEmpty()) {
      give(turns);
    }
  }
}
