package comity.tools;

import comity.json.JsonObject;
import comity.mcp.Completion;
import comity.mcp.Prompt;
import comity.mcp.PromptResult;
import comity.mcp.Resource;
import comity.mcp.ResourceContents;
import comity.mcp.ResourceTemplate;
import comity.mcp.Tool;
import comity.mcp.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a server offers to one principal. Its methods are called from many threads at a time and may
 * block; a {@link comity.files.FileException} is told to the client in its own words, anything else
 * thrown is a fault of ours, which the client learns only as that.
 */
public interface Offer {
  Set<Ability> abilities();

  /** All tools, in the same order each time. */
  List<Tool> tools();

  /**
   * Calls one of {@link #tools}.
   *
   * @param arguments as its input schema wants them, as far as {@link comity.mcp.Arguments} checks
   */
  Given<ToolResult> call(String name, JsonObject arguments, Call call) throws Exception;

  /** All prompts, in the same order each time. */
  List<Prompt> prompts();

  /**
   * Makes one of {@link #prompts}.
   *
   * @param arguments with all that it requires
   */
  Given<PromptResult> prompt(String name, Map<String, String> arguments, Call call)
      throws Exception;

  /** All resources that have a name of their own, in the same order each time. */
  List<Resource> resources();

  /** How the rest are named. */
  List<ResourceTemplate> templates();

  /** What is in a resource; an empty list where there is none of that URI. */
  Given<List<ResourceContents>> read(String uri, Call call) throws Exception;

  /**
   * What an argument could become.
   *
   * @param value as far as it is typed
   * @param context the other arguments that are known by now
   */
  Completion complete(
      Completion.Reference reference, String argument, String value, Map<String, String> context);

  /**
   * Tells {@code listener} of changes until what is returned is closed. The listener does not block
   * and may be called from any thread.
   */
  Watch watch(Consumer<Change> listener);

  /** Ends a {@link #watch}. */
  @FunctionalInterface
  interface Watch extends AutoCloseable {
    /** Of an offer that does not change. */
    Watch NONE = () -> {};

    @Override
    void close();
  }
}
