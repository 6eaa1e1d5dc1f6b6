package comity.tools;

import comity.json.JsonObject;
import comity.mcp.Tool;
import comity.mcp.ToolAnnotations;
import comity.mcp.ToolResult;
import comity.project.Served;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A tool and what it does. */
record Offered(Tool tool, BiFunction<JsonObject, Call, ToolResult> work) {

  /** A tool that is quick, and whose result has a shape. */
  static Offered of(
      String name,
      String title,
      String description,
      Shape takes,
      Shape gives,
      ToolAnnotations annotations,
      Function<JsonObject, ToolResult> work) {
    return slow(
        name,
        title,
        description,
        takes,
        gives,
        annotations,
        (arguments, _) -> work.apply(arguments));
  }

  /** A tool that is quick, and whose result is text. */
  static Offered text(
      String name,
      String title,
      String description,
      Shape takes,
      ToolAnnotations annotations,
      Function<JsonObject, ToolResult> work) {
    return slowText(
        name, title, description, takes, annotations, (arguments, _) -> work.apply(arguments));
  }

  /** A tool that tells how far it has come, and whose result is text. */
  static Offered slowText(
      String name,
      String title,
      String description,
      Shape takes,
      ToolAnnotations annotations,
      BiFunction<JsonObject, Call, ToolResult> work) {
    return new Offered(
        new Tool(
            name, title, description, takes.json(), Optional.empty(), Optional.of(annotations)),
        work);
  }

  /** A tool that tells how far it has come. */
  static Offered slow(
      String name,
      String title,
      String description,
      Shape takes,
      Shape gives,
      ToolAnnotations annotations,
      BiFunction<JsonObject, Call, ToolResult> work) {
    return new Offered(
        new Tool(
            name,
            title,
            description,
            takes.json(),
            Optional.of(gives.json()),
            Optional.of(annotations)),
        work);
  }

  /** What a tool says of what was served: a refusal names its rule and what to do instead. */
  static <T> ToolResult result(Served<T> served, Function<T, ToolResult> done) {
    return switch (served) {
      case Served.Done<T>(T value) -> done.apply(value);
      case Served.NotAllowed<T>(var verdict) ->
          ToolResult.error(
              "Not allowed ("
                  + verdict.rule()
                  + "): "
                  + verdict.reason()
                  + ". "
                  + verdict.instead()
                  + ".");
      case Served.Undone<T>(var _, String why, String todo) ->
          ToolResult.error("Not done: " + why + (todo.isEmpty() ? "." : "; " + todo + "."));
    };
  }

  /** An argument that may be left out. */
  static Optional<String> argument(JsonObject arguments, String name) {
    return arguments.string(name).map(String::strip).filter(text -> !text.isEmpty());
  }
}
