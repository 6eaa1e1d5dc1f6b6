package comity.tools;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.mcp.ToolAnnotations;
import comity.mcp.ToolResult;
import comity.project.Desk;
import comity.project.Notes;
import java.util.List;
import java.util.Locale;

/** The tools about a project's notes (ROLE-21). */
final class MemoryTools {
  private static final Shape HIT =
      Shape.object()
          .gives("file", "string")
          .gives("line", "integer")
          .gives("score", "integer")
          .gives("text", "string");

  private final Desk desk;

  MemoryTools(Desk desk) {
    this.desk = desk;
  }

  List<Offered> all() {
    return List.of(
        Offered.of(
            "muse_write_memory",
            "Write to today's notes",
            "Appends to today's memory file, memory/YYYY-MM-DD.md.",
            Shape.object()
                .needs("content", "Markdown")
                .takes("section", "the heading to put it under (default: one with the time)"),
            Shape.object().gives("file", "string"),
            ToolAnnotations.ADDS,
            this::write),
        Offered.of(
            "muse_search_memory",
            "Search the notes",
            "Finds lines with the given words in the notes and in MEMORIES.md. The memory of groups"
                + " and main is not searched: it is behind its gate.",
            Shape.object()
                .needs("query", "words")
                .takes(
                    "scope",
                    "all, the notes of the last seven days, or MEMORIES.md (default: all)",
                    "all",
                    "recent",
                    "longterm"),
            Shape.object().gives("hits", HIT),
            ToolAnnotations.READS,
            this::search));
  }

  private ToolResult write(JsonObject arguments) {
    return Offered.result(
        desk.writeMemory(
            arguments.string("content").orElse(""), arguments.string("section").orElse("")),
        file ->
            ToolResult.of(
                "It stands in " + file + ".", JsonObject.empty().with("file", file.toString())));
  }

  private ToolResult search(JsonObject arguments) {
    Notes.Scope scope =
        Notes.Scope.valueOf(arguments.string("scope").orElse("all").toUpperCase(Locale.ROOT));
    List<Notes.Hit> hits = desk.searchMemory(arguments.string("query").orElse(""), scope);
    StringBuilder text = new StringBuilder();
    for (Notes.Hit hit : hits) {
      text.append(hit.file()).append(':').append(hit.line()).append("  ");
      text.append(hit.text()).append('\n');
    }
    List<JsonObject> json =
        hits.stream()
            .map(hit ->
                JsonObject.empty()
                    .with("file", hit.file())
                    .with("line", hit.line())
                    .with("score", hit.score())
                    .with("text", hit.text()))
            .toList();
    return ToolResult.of(
        text.isEmpty() ? "Nothing has these words." : text.toString(),
        JsonObject.empty().with("hits", JsonArray.of(json)));
  }
}
