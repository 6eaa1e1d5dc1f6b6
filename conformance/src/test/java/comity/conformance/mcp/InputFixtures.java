package comity.conformance.mcp;

import comity.json.JsonObject;
import comity.mcp.InputRequest;
import comity.mcp.ToolResult;
import comity.tools.Call;
import comity.tools.Given;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/** Tools that need something of the client. */
final class InputFixtures {
  private static final String DEFAULTS =
      """
      {"type":"object","properties":{
        "name":{"type":"string","description":"User name","default":"John Doe"},
        "age":{"type":"integer","description":"User age","default":30},
        "score":{"type":"number","description":"User score","default":95.5},
        "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
        "verified":{"type":"boolean","description":"Verification status","default":true}},
       "required":[]}\
      """;

  private static final String ENUMS =
      """
      {"type":"object","properties":{
        "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
        "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},
          {"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
        "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
          "enumNames":["Option One","Option Two","Option Three"]},
        "untitledMulti":{"type":"array","items":{"type":"string",
          "enum":["option1","option2","option3"]}},
        "titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},
          {"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}},
       "required":[]}\
      """;

  private InputFixtures() {}

  static List<Fixture> all() {
    return List.of(
        asking(
                "test_sampling",
                given -> Fixture.sampling(given.string("prompt").orElse("")),
                answer -> "LLM response: " + sampled(answer))
            .withSchema(argument("prompt")),
        asking(
                "test_elicitation",
                given ->
                    Fixture.form(
                        given.string("message").orElse(""),
                        """
                        {"type":"object","properties":{"username":{"type":"string"},
                         "email":{"type":"string"}},"required":["username","email"]}\
                        """),
                answer -> "User response: " + answer)
            .withSchema(argument("message")),
        asking(
            "test_elicitation_sep1034_defaults",
            _ -> Fixture.form("Please review", DEFAULTS),
            answer -> "Elicitation completed: " + answer),
        asking(
            "test_elicitation_sep1330_enums",
            _ -> Fixture.form("Please select", ENUMS),
            answer -> "Elicitation completed: " + answer),
        asking(
            "test_missing_capability", _ -> Fixture.sampling("anything"), InputFixtures::sampled),
        asking(
            "test_streaming_elicitation",
            _ -> Fixture.field("What is your name?", "name", "string"),
            JsonObject::toString),
        Fixture.of("test_input_required_result_elicitation", (_, call) -> name(call)),
        asking(
            "test_input_required_result_sampling",
            "capital_question",
            _ -> Fixture.sampling("What is the capital of France?"),
            InputFixtures::sampled),
        asking(
            "test_input_required_result_list_roots",
            "client_roots",
            _ -> new InputRequest.Roots(),
            answer -> "Roots: " + answer),
        Fixture.of("test_input_required_result_request_state", (_, call) -> confirmed(call)),
        Fixture.of("test_input_required_result_tampered_state", (_, call) -> confirmed(call)),
        Fixture.of("test_input_required_result_multiple_inputs", (_, call) -> several(call)),
        Fixture.of("test_input_required_result_multi_round", (_, call) -> rounds(call)),
        Fixture.of("test_input_required_result_capabilities", (_, call) -> declared(call)),
        Fixture.of(
            "never_enough",
            (_, _) -> Fixture.needs("", "more", Fixture.field("More?", "more", "string"))));
  }

  private static String argument(String name) {
    return """
    {"type":"object","properties":{"%s":{"type":"string"}},"required":["%s"]}\
    """
        .formatted(name, name);
  }

  private static Fixture asking(
      String name, Function<JsonObject, InputRequest> request, Function<JsonObject, String> said) {
    return asking(name, "input", request, said);
  }

  private static Fixture asking(
      String name,
      String key,
      Function<JsonObject, InputRequest> request,
      Function<JsonObject, String> said) {
    return Fixture.of(
        name,
        (given, call) -> {
          JsonObject answer = call.inputs().get(key);
          return answer == null
              ? Fixture.needs("", key, request.apply(given))
              : Fixture.text(said.apply(answer));
        });
  }

  private static String sampled(JsonObject answer) {
    return answer.object("content").flatMap(c -> c.string("text")).orElse("none");
  }

  private static Given<ToolResult> name(Call call) {
    JsonObject answer = call.inputs().get("user_name");
    return answer == null
        ? Fixture.needs("", "user_name", Fixture.field("What is your name?", "name", "string"))
        : Fixture.text(
            "Hello, "
                + answer.object("content").flatMap(c -> c.string("name")).orElse("nobody")
                + "!");
  }

  private static Given<ToolResult> confirmed(Call call) {
    return call.inputs().containsKey("confirm") && call.state().isPresent()
        ? Fixture.text(call.state().get() + "-ok")
        : Fixture.needs("state", "confirm", Fixture.field("Please confirm", "ok", "boolean"));
  }

  private static Given<ToolResult> several(Call call) {
    SequencedMap<String, InputRequest> requests = new LinkedHashMap<>();
    requests.put("user_name", Fixture.field("What is your name?", "name", "string"));
    requests.put("greeting", Fixture.sampling("Generate a greeting"));
    requests.put("client_roots", new InputRequest.Roots());
    return call.inputs().keySet().containsAll(requests.keySet())
        ? Fixture.text("All inputs: " + call.inputs())
        : new Given.NeedsInput<>(requests, "several");
  }

  private static Given<ToolResult> rounds(Call call) {
    if (call.inputs().containsKey("step2") && call.state().isPresent()) {
      return Fixture.text("Done after " + call.state().get());
    }
    return call.inputs().containsKey("step1")
        ? Fixture.needs("round-2", "step2", Fixture.field("Which color?", "color", "string"))
        : Fixture.needs("round-1", "step1", Fixture.field("What is your name?", "name", "string"));
  }

  private static Given<ToolResult> declared(Call call) {
    SequencedMap<String, InputRequest> requests = new LinkedHashMap<>();
    requests.put("user_name", Fixture.field("What is your name?", "name", "string"));
    requests.put("greeting", Fixture.sampling("Generate a greeting"));
    requests.values().removeIf(each -> !call.capabilities().has(each.capability()));
    return call.inputs().keySet().containsAll(requests.keySet())
        ? Fixture.text("All inputs: " + call.inputs())
        : new Given.NeedsInput<>(requests, "");
  }
}
