package comity.conformance.sessions;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The tools that the model of {@link ModelApis} wants used: a file beside its log says which, by a
 * mark in the prompt: {@code {"MARK":{"name":…,"input":{…}}}}. What came of it is answered as any
 * prompt is.
 */
final class ModelTools {
  /** What comes of a tool, in all four interfaces. */
  private static final Pattern RESULT =
      Pattern.compile(
          "\"type\":\"(tool_result|[a-z_]+_call_output)\"|\"functionResponse\"|\"role\":\"tool\"");

  private static final JsonObject NONE = JsonObject.empty();

  private ModelTools() {}

  /** From now on a prompt with that mark wants that tool. */
  static void want(Path log, String mark, RealAgent.Use use) throws IOException {
    JsonObject wish = NONE.with("name", use.tool()).with("input", use.input());
    Files.writeString(file(log), Json.text(all(log).with(mark, wish)));
  }

  private static Path file(Path log) {
    return log.resolveSibling("tools.json");
  }

  private static JsonObject all(Path log) throws IOException {
    return Files.exists(file(log))
            && Json.read(Files.readAllBytes(file(log))) instanceof JsonReading.Read(JsonObject all)
        ? all
        : NONE;
  }

  /** The parts of a streamed answer that wants a tool; none where no tool is wanted. */
  static List<String> wanted(Path log, JsonObject asked) throws IOException {
    String interfaces =
        asked.get("contents") != null ? "contents" : asked.get("input") != null ? "input" : "";
    String messages = interfaces.isEmpty() ? "messages" : interfaces;
    if (!(asked.get(messages) instanceof JsonArray array)
        || array.elements().isEmpty()
        || !(asked.get("tools") instanceof JsonArray tools)
        || tools.elements().isEmpty()) {
      return List.of();
    }
    Optional<JsonObject> wish = wish(array, all(log));
    if (wish.isEmpty()) {
      return List.of();
    }
    String name = wish.get().string("name").orElseThrow();
    JsonObject input = wish.get().object("input").orElseThrow();
    return switch (messages) {
      case "contents" -> List.of(google(name, input));
      case "input" -> responses(name, input);
      default -> isAnthropic(tools) ? anthropic(name, input) : chat(name, input);
    };
  }

  /** What the last prompt wants, where nothing came of that yet. */
  private static Optional<JsonObject> wish(JsonArray messages, JsonObject all) {
    for (JsonValue message : messages.elements().reversed()) {
      String text = String.valueOf(message);
      if (RESULT.matcher(text).find()) {
        return Optional.empty();
      }
      for (var each : all.members().entrySet()) {
        if (text.contains(each.getKey()) && each.getValue() instanceof JsonObject wish) {
          return Optional.of(wish);
        }
      }
    }
    return Optional.empty();
  }

  /** Its tools are not wrapped. */
  private static boolean isAnthropic(JsonArray tools) {
    return tools.elements().getFirst() instanceof JsonObject tool && tool.get("function") == null;
  }

  private static List<String> anthropic(String name, JsonObject input) {
    JsonValue json = new JsonString(Json.text(input));
    return List.of(
        "{\"type\":\"message_start\",\"message\":"
            + ModelApis.ANTHROPIC_MESSAGE.replace("CONTENT", "").replace("STOP", "null")
            + "}",
        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\","
            + "\"id\":\"toolu_N\",\"name\":\""
            + name
            + "\",\"input\":{}}}",
        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\","
            + "\"partial_json\":"
            + Json.text(json)
            + "}}",
        "{\"type\":\"content_block_stop\",\"index\":0}",
        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\","
            + "\"stop_sequence\":null},\"usage\":{\"output_tokens\":3}}",
        "{\"type\":\"message_stop\"}");
  }

  private static List<String> responses(String name, JsonObject input) {
    String item =
        Json.text(
            NONE.with("id", "fc_N")
                .with("type", "function_call")
                .with("status", "completed")
                .with("call_id", "call_N")
                .with("name", name)
                .with("arguments", Json.text(input)));
    return List.of(
        "{\"type\":\"response.created\",\"sequence_number\":0,\"response\":"
            + ModelApis.RESPONSES_BEGUN
            + "}",
        "{\"type\":\"response.output_item.done\",\"sequence_number\":1,\"output_index\":0,"
            + "\"item\":"
            + item
            + "}",
        "{\"type\":\"response.completed\",\"sequence_number\":2,\"response\":"
            + ModelApis.RESPONSES_DONE.replace(ModelApis.RESPONSES_ITEM, item)
            + "}");
  }

  private static List<String> chat(String name, JsonObject input) {
    JsonObject function = NONE.with("name", name).with("arguments", Json.text(input));
    String call =
        "{\"index\":0,\"id\":\"call_N\",\"type\":\"function\",\"function\":"
            + Json.text(function)
            + "}";
    return List.of(
        ModelApis.CHAT
            + ".chunk\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
            + "\"tool_calls\":["
            + call
            + "]},\"finish_reason\":null}]}",
        ModelApis.CHAT
            + ".chunk\",\"choices\":[{\"index\":0,\"delta\":{},"
            + "\"finish_reason\":\"tool_calls\"}]}",
        ModelApis.CHAT + ".chunk\",\"choices\":[]," + ModelApis.CHAT_USAGE + "}",
        "[DONE]");
  }

  private static String google(String name, JsonObject input) {
    return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":"
        + Json.text(NONE.with("name", name).with("args", input))
        + "}]},\"finishReason\":\"STOP\",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":10,"
        + "\"candidatesTokenCount\":3,\"totalTokenCount\":13},\"modelVersion\":\"mock\","
        + "\"responseId\":\"gN\"}";
  }
}
