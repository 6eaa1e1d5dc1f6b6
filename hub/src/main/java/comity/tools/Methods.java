package comity.tools;

import comity.files.FileException;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.mcp.Arguments;
import comity.mcp.Completion;
import comity.mcp.Prompt;
import comity.mcp.PromptResult;
import comity.mcp.Resource;
import comity.mcp.ResourceContents;
import comity.mcp.ResourceTemplate;
import comity.mcp.Revision;
import comity.mcp.RpcError;
import comity.mcp.Tool;
import comity.mcp.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What the methods about tools, prompts and resources mean: the same in every revision. */
final class Methods {
  /** Entries of one page of a list; a client asks for the next. */
  static final int PAGE = 500;

  private final Offer offer;
  private final Set<Ability> abilities;
  private final InputRounds rounds;

  Methods(Offer offer, InputRounds rounds) {
    this.offer = offer;
    this.abilities = offer.abilities();
    this.rounds = rounds;
  }

  Set<Ability> abilities() {
    return abilities;
  }

  /** What the request comes to; never {@link Given.NeedsInput}. */
  Given<JsonObject> answer(RunningCall call) throws Exception {
    JsonObject params = call.request().params();
    String method = call.request().method();
    Optional<Ability> needed = needed(method);
    if (needed.isEmpty() || !abilities.contains(needed.get())) {
      return new Given.Refused<>(RpcError.noMethod(method));
    }
    return switch (method) {
      case "tools/list" -> page("tools", offer.tools(), Tool::toJson, params, call);
      case "prompts/list" -> page("prompts", offer.prompts(), Prompt::toJson, params, call);
      case "resources/list" -> page("resources", offer.resources(), Resource::toJson, params, call);
      case "resources/templates/list" ->
          page("resourceTemplates", offer.templates(), ResourceTemplate::toJson, params, call);
      case "tools/call" -> call(params, call);
      case "prompts/get" -> prompt(params, call);
      case "resources/read" -> read(params, call);
      case "completion/complete" -> complete(params);
      default -> new Given.Refused<>(RpcError.noMethod(method));
    };
  }

  private static Optional<Ability> needed(String method) {
    return switch (method) {
      case "tools/list", "tools/call" -> Optional.of(Ability.TOOLS);
      case "prompts/list", "prompts/get" -> Optional.of(Ability.PROMPTS);
      case "resources/list", "resources/templates/list", "resources/read" ->
          Optional.of(Ability.RESOURCES);
      case "completion/complete" -> Optional.of(Ability.COMPLETIONS);
      default -> Optional.empty();
    };
  }

  private static <T> Given<JsonObject> page(
      String name, List<T> all, Function<T, JsonObject> json, JsonObject params, RunningCall call) {
    int from = 0;
    if (params.get("cursor") != null) {
      Optional<String> cursor = params.string("cursor").filter(c -> c.matches("[0-9]{1,9}"));
      from = cursor.map(Integer::parseInt).orElse(-1);
      if (from <= 0 || from >= all.size()) {
        return wrong("Invalid cursor: list again from the beginning");
      }
    }
    int to = Math.min(all.size(), from + PAGE);
    JsonObject result =
        JsonObject.empty()
            .with(name, JsonArray.of(all.subList(from, to).stream().map(json).toList()));
    result = to < all.size() ? result.with("nextCursor", Integer.toString(to)) : result;
    return new Given.Done<>(cacheable(result, call));
  }

  /** What the stateless revisions want to know: it is this principal's, and may change at once. */
  static JsonObject cacheable(JsonObject result, RunningCall call) {
    return call.revision().isStateless()
        ? result.with("ttlMs", 0).with("cacheScope", "private")
        : result;
  }

  private Given<JsonObject> call(JsonObject params, RunningCall call) throws Exception {
    String name = params.string("name").orElse("");
    Optional<Tool> tool = offer.tools().stream().filter(t -> t.name().equals(name)).findFirst();
    if (tool.isEmpty()) {
      return wrong("Unknown tool: " + name);
    }
    if (params.get("arguments") != null && !(params.get("arguments") instanceof JsonObject)) {
      return wrong("arguments must be an object");
    }
    JsonObject arguments = params.object("arguments").orElse(JsonObject.empty());
    Optional<String> fault = Arguments.fault(tool.get().inputSchema(), arguments);
    if (fault.isPresent()) {
      String why = "Invalid arguments for " + name + ": " + fault.get();
      // Since SEP-1303 the model is to see it, so that it can do better.
      return call.revision().isAtLeast(Revision.NOVEMBER_2025)
          ? new Given.Done<>(ToolResult.error(why).toJson(call.revision()))
          : wrong(why);
    }
    return rounds.run(
        call,
        () -> {
          try {
            return offer.call(name, arguments, call).map(r -> r.toJson(call.revision()));
          } catch (FileException failed) {
            return new Given.Done<>(
                ToolResult.error(String.valueOf(failed.getMessage())).toJson(call.revision()));
          }
        });
  }

  private Given<JsonObject> prompt(JsonObject params, RunningCall call) throws Exception {
    String name = params.string("name").orElse("");
    Optional<Prompt> found =
        offer.prompts().stream().filter(p -> p.name().equals(name)).findFirst();
    if (found.isEmpty()) {
      return wrong("Unknown prompt: " + name);
    }
    if (params.get("arguments") != null && !(params.get("arguments") instanceof JsonObject)) {
      return wrong("arguments must be an object");
    }
    Map<String, String> arguments = texts(params.object("arguments").orElse(JsonObject.empty()));
    for (Prompt.Argument argument : found.get().arguments()) {
      if (argument.required() && !arguments.containsKey(argument.name())) {
        return wrong("The prompt " + name + " needs the argument " + argument.name());
      }
    }
    return rounds.run(
        call,
        () -> {
          Given<PromptResult> given = offer.prompt(name, arguments, call);
          return given.map(result -> result.toJson(call.revision()));
        });
  }

  private Given<JsonObject> read(JsonObject params, RunningCall call) throws Exception {
    Optional<String> uri = params.string("uri");
    if (uri.isEmpty()) {
      return wrong("resources/read needs a uri");
    }
    Given<JsonObject> given =
        rounds.run(call, () -> offer.read(uri.get(), call).map(all -> contents(all, call)));
    return given instanceof Given.Done<JsonObject>(JsonObject result)
            && result.get("contents") instanceof JsonArray none
            && none.elements().isEmpty()
        ? new Given.Refused<>(RpcError.noResource(uri.get(), call.revision()))
        : given;
  }

  private static JsonObject contents(List<ResourceContents> all, RunningCall call) {
    JsonArray array = JsonArray.of(all.stream().map(ResourceContents::toJson).toList());
    return cacheable(JsonObject.empty().with("contents", array), call);
  }

  private Given<JsonObject> complete(JsonObject params) {
    JsonObject ref = params.object("ref").orElse(JsonObject.empty());
    JsonObject argument = params.object("argument").orElse(JsonObject.empty());
    Optional<Completion.Reference> reference =
        switch (ref.string("type").orElse("")) {
          case "ref/prompt" -> ref.string("name").map(Completion.Reference.OfPrompt::new);
          case "ref/resource" -> ref.string("uri").map(Completion.Reference.OfResource::new);
          default -> Optional.empty();
        };
    Optional<String> name = argument.string("name");
    Optional<String> value = argument.string("value");
    if (reference.isEmpty() || name.isEmpty() || value.isEmpty()) {
      return wrong("completion/complete needs ref and argument, with name and value");
    }
    JsonObject context =
        params.object("context").flatMap(c -> c.object("arguments")).orElse(JsonObject.empty());
    return new Given.Done<>(
        offer.complete(reference.get(), name.get(), value.get(), texts(context)).toJson());
  }

  private static Map<String, String> texts(JsonObject object) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
      texts.put(
          member.getKey(),
          member.getValue() instanceof JsonString(String text)
              ? text
              : member.getValue().toString());
    }
    return texts;
  }

  private static Given<JsonObject> wrong(String why) {
    return new Given.Refused<>(RpcError.invalidParams(why));
  }
}
