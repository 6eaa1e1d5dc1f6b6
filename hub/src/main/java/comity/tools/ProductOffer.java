package comity.tools;

import comity.json.JsonObject;
import comity.mcp.Completion;
import comity.mcp.Implementation;
import comity.mcp.Prompt;
import comity.mcp.PromptResult;
import comity.mcp.Resource;
import comity.mcp.ResourceContents;
import comity.mcp.ResourceTemplate;
import comity.mcp.RpcError;
import comity.mcp.Tool;
import comity.mcp.ToolResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What Comity offers to a principal. Its tools, prompts and resources come here. */
public final class ProductOffer implements Offer {
  private final Principal principal;

  /** What serves it to each principal. */
  public static Serving serving(String version) {
    return new Serving(ProductOffer::new, new Implementation("comity", "Comity", version), "");
  }

  /** The offer for that principal. */
  public ProductOffer(Principal principal) {
    this.principal = principal;
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.TOOLS, Ability.PROMPTS, Ability.RESOURCES);
  }

  @Override
  public List<Tool> tools() {
    return List.of();
  }

  @Override
  public Given<ToolResult> call(String name, JsonObject arguments, Call call) {
    return new Given.Refused<>(RpcError.invalidParams("Unknown tool: " + name));
  }

  @Override
  public List<Prompt> prompts() {
    return List.of();
  }

  @Override
  public Given<PromptResult> prompt(String name, Map<String, String> arguments, Call call) {
    return new Given.Refused<>(RpcError.invalidParams("Unknown prompt: " + name));
  }

  @Override
  public List<Resource> resources() {
    return List.of();
  }

  @Override
  public List<ResourceTemplate> templates() {
    return List.of();
  }

  @Override
  public Given<List<ResourceContents>> read(String uri, Call call) {
    return new Given.Done<>(List.of());
  }

  @Override
  public Completion complete(
      Completion.Reference reference, String argument, String value, Map<String, String> context) {
    return new Completion(List.of());
  }

  @Override
  public Watch watch(Consumer<Change> listener) {
    return Watch.NONE;
  }

  @Override
  public String toString() {
    return "offer for " + principal;
  }
}
