package comity.conformance.mcp;

import comity.json.JsonObject;
import comity.mcp.Completion;
import comity.mcp.Content;
import comity.mcp.InputRequest;
import comity.mcp.Prompt;
import comity.mcp.PromptResult;
import comity.mcp.PromptResult.PromptMessage;
import comity.mcp.PromptResult.Role;
import comity.mcp.Resource;
import comity.mcp.ResourceContents;
import comity.mcp.ResourceTemplate;
import comity.mcp.Tool;
import comity.mcp.ToolResult;
import comity.tools.Ability;
import comity.tools.Call;
import comity.tools.Change;
import comity.tools.Given;
import comity.tools.Offer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What the official suite and our own tests ask for; one for all clients, so that they share it.
 */
final class FixtureOffer implements Offer {
  private static final String TEMPLATE = "test://template/";
  private static final String DATA = "/data";

  private final Map<String, Fixture> fixtures = new LinkedHashMap<>();
  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();

  FixtureOffer() {
    List<Fixture> all = new ArrayList<>(new ContentFixtures().all());
    all.addAll(InputFixtures.all());
    all.add(changing("test_trigger_tool_change", new Change.Tools()));
    all.add(changing("test_trigger_prompt_change", new Change.Prompts()));
    all.add(changing("change_watched", new Change.Resource("test://watched-resource")));
    all.forEach(each -> fixtures.put(each.tool().name(), each));
  }

  private Fixture changing(String name, Change change) {
    return Fixture.saying(
        name,
        (_, _) -> {
          listeners.forEach(each -> each.accept(change));
          return ToolResult.text("changed");
        });
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.allOf(Ability.class);
  }

  @Override
  public List<Tool> tools() {
    return fixtures.values().stream().map(Fixture::tool).toList();
  }

  @Override
  public Given<ToolResult> call(String name, JsonObject arguments, Call call) throws Exception {
    Fixture fixture = fixtures.get(name);
    if (fixture == null) {
      throw new IllegalStateException("the engine let " + name + " through");
    }
    return fixture.doing().call(arguments, call);
  }

  @Override
  public List<Prompt> prompts() {
    return List.of(
        new Prompt("test_simple_prompt", "Simple", "A prompt without arguments", List.of()),
        new Prompt(
            "test_prompt_with_arguments",
            "",
            "A prompt with arguments",
            List.of(
                new Prompt.Argument("arg1", "First test argument", true),
                new Prompt.Argument("arg2", "Second test argument", true))),
        new Prompt(
            "test_prompt_with_embedded_resource",
            "",
            "A prompt with a resource",
            List.of(new Prompt.Argument("resourceUri", "URI of the resource", true))),
        new Prompt("test_prompt_with_image", "", "A prompt with a picture", List.of()),
        new Prompt(
            "test_input_required_result_prompt", "", "A prompt that needs input", List.of()));
  }

  @Override
  public Given<PromptResult> prompt(String name, Map<String, String> arguments, Call call) {
    return switch (name) {
      case "test_simple_prompt" ->
          new Given.Done<>(PromptResult.text("This is a simple prompt for testing."));
      case "test_prompt_with_arguments" ->
          new Given.Done<>(
              PromptResult.text(
                  "Prompt with arguments: arg1='%s', arg2='%s'"
                      .formatted(arguments.get("arg1"), arguments.get("arg2"))));
      case "test_prompt_with_embedded_resource" ->
          messages(
              new Content.Embedded(
                  new ResourceContents.Text(
                      arguments.getOrDefault("resourceUri", ""),
                      "text/plain",
                      "Embedded resource content for testing.")),
              "Please process the embedded resource above.");
      case "test_prompt_with_image" ->
          messages(
              new Content.Image(ContentFixtures.PNG, "image/png"),
              "Please analyze the image above.");
      default -> context(call);
    };
  }

  private static Given<PromptResult> messages(Content first, String second) {
    return new Given.Done<>(
        new PromptResult(
            "",
            List.of(
                new PromptMessage(Role.USER, first),
                new PromptMessage(Role.USER, new Content.Text(second)))));
  }

  private static Given<PromptResult> context(Call call) {
    JsonObject answer = call.inputs().get("user_context");
    if (answer != null) {
      return new Given.Done<>(PromptResult.text("With " + answer));
    }
    SequencedMap<String, InputRequest> requests = new LinkedHashMap<>();
    requests.put(
        "user_context", Fixture.field("What context should the prompt use?", "context", "string"));
    return new Given.NeedsInput<>(requests, "");
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.of("test://static-text", "static-text", "A text", "text/plain"),
        Resource.of("test://static-binary", "static-binary", "A picture", "image/png"),
        Resource.of("test://watched-resource", "watched-resource", "It changes", "text/plain"));
  }

  @Override
  public List<ResourceTemplate> templates() {
    return List.of(
        new ResourceTemplate(
            TEMPLATE + "{id}" + DATA, "template", "Template", "By its id", "application/json"));
  }

  @Override
  public Given<List<ResourceContents>> read(String uri, Call call) {
    return new Given.Done<>(
        switch (uri) {
          case "test://static-text" ->
              text(uri, "text/plain", "This is the content of the static text resource.");
          case "test://static-binary" ->
              List.of(new ResourceContents.Blob(uri, "image/png", ContentFixtures.PNG));
          case "test://watched-resource" -> text(uri, "text/plain", "Watched resource content");
          default ->
              uri.startsWith(TEMPLATE) && uri.endsWith(DATA)
                  ? text(
                      uri,
                      "application/json",
                      "{\"id\":\"%s\",\"templateTest\":true}"
                          .formatted(
                              uri.substring(TEMPLATE.length(), uri.length() - DATA.length())))
                  : List.of();
        });
  }

  private static List<ResourceContents> text(String uri, String mimeType, String text) {
    return List.of(new ResourceContents.Text(uri, mimeType, text));
  }

  @Override
  public Completion complete(
      Completion.Reference reference, String argument, String value, Map<String, String> context) {
    return new Completion(
        List.of("paris", "park", "party").stream().filter(each -> each.startsWith(value)).toList());
  }

  @Override
  public Watch watch(Consumer<Change> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
