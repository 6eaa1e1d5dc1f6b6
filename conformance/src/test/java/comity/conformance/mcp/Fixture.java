package comity.conformance.mcp;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.mcp.InputRequest;
import comity.mcp.Tool;
import comity.mcp.ToolResult;
import comity.tools.Call;
import comity.tools.Given;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** One tool of {@link FixtureServer}. */
record Fixture(Tool tool, Doing doing) {

  /** What it does. */
  interface Doing {
    Given<ToolResult> call(JsonObject arguments, Call call) throws Exception;
  }

  /** What it says, where it needs nothing. */
  interface Saying {
    ToolResult say(JsonObject arguments, Call call) throws Exception;
  }

  static final JsonObject NO_ARGUMENTS = json("{\"type\":\"object\",\"properties\":{}}");

  static Fixture of(String name, Doing doing) {
    return new Fixture(Tool.of(name, "Fixture " + name, NO_ARGUMENTS), doing);
  }

  static Fixture saying(String name, Saying saying) {
    return of(name, (arguments, call) -> new Given.Done<>(saying.say(arguments, call)));
  }

  Fixture withSchema(String schema) {
    return new Fixture(Tool.of(tool.name(), tool.description(), json(schema)), doing);
  }

  /** The object that this text is. */
  static JsonObject json(String text) {
    if (Json.read(text) instanceof JsonReading.Read(JsonObject object)) {
      return object;
    }
    throw new IllegalArgumentException(text);
  }

  static InputRequest form(String message, String schema) {
    return InputRequest.Elicitation.form(message, json(schema));
  }

  /** A form of one field. */
  static InputRequest field(String message, String name, String type) {
    return form(
        message,
        """
        {"type":"object","properties":{"%s":{"type":"%s"}},"required":["%s"]}\
        """
            .formatted(name, type, name));
  }

  static InputRequest sampling(String prompt) {
    return new InputRequest.Sampling(
        json(
            """
            {"messages":[{"role":"user","content":{"type":"text","text":"%s"}}],"maxTokens":100}\
            """
                .formatted(prompt)));
  }

  static Given<ToolResult> needs(String state, String name, InputRequest request) {
    SequencedMap<String, InputRequest> requests = new LinkedHashMap<>();
    requests.put(name, request);
    return new Given.NeedsInput<>(requests, state);
  }

  static Given<ToolResult> text(String text) {
    return new Given.Done<>(ToolResult.text(text));
  }
}
