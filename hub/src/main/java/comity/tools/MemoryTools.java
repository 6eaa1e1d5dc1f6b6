package comity.tools;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.mcp.ToolAnnotations;
import comity.mcp.ToolResult;
import comity.project.Desk;
import comity.project.Farewell;
import comity.recall.MemoryDesk;
import comity.roles.Capture;
import comity.roles.Task;
import java.util.List;
import java.util.Optional;

/** The tools about a project's notes (ROLE-21). */
final class MemoryTools {
  /** More hits than that no model reads. */
  private static final int MAX_HITS = 20;

  private final Desk desk;
  private final MemoryDesk memory;

  MemoryTools(Desk desk, MemoryDesk memory) {
    this.desk = desk;
    this.memory = memory;
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
            "bye",
            "End of the work",
            "Writes a summary of the work into today's notes; ticks the tasks that it calls done"
                + " (lines Done: TASK or - [x] TASK); keeps at most five lines that begin with"
                + " Lesson:, Decision: or Fact: in MEMORIES.md. Says what is still open.",
            Shape.object().needs("summary", "what was done, in Markdown"),
            Shape.object()
                .gives("noted", "boolean")
                .gives("ticked", "array")
                .gives("kept", "array")
                .gives("unknown", "array")
                .gives("reminders", "array"),
            ToolAnnotations.ADDS,
            this::bye),
        Offered.slowText(
            "muse_search_memory",
            "Search the notes",
            "Finds passages by words and meaning in the notes, MEMORIES.md and MEMORY.md; while the"
                + " memory of a group is open, in that group's alone.",
            Shape.object()
                .needs("query", "words")
                .takes(
                    "scope",
                    "all, the notes of the last seven days, or MEMORIES.md (default: all)",
                    "all",
                    "recent",
                    "longterm"),
            ToolAnnotations.READS,
            this::search));
  }

  private ToolResult write(JsonObject arguments) {
    return Offered.result(
        desk.notes()
            .write(arguments.string("content").orElse(""), arguments.string("section").orElse("")),
        file ->
            ToolResult.of(
                "It stands in " + file + ".", JsonObject.empty().with("file", file.toString())));
  }

  private ToolResult bye(JsonObject arguments) {
    return Offered.result(
        desk.notes().bye(arguments.string("summary").orElse("")),
        ended -> {
          Farewell.Written written = ended.written();
          List<String> ticked = written.ticked().stream().map(Task::text).toList();
          List<String> kept = written.captured().stream().map(Capture::text).toList();
          StringBuilder text =
              new StringBuilder(
                  written.entry() ? "Noted in " + ended.notes() + "." : "Nothing new was noted.");
          ticked.forEach(task -> text.append("\nTicked: ").append(task));
          kept.forEach(each -> text.append("\nKept: ").append(each));
          ended.reminders().forEach(each -> text.append("\nRemember: ").append(each));
          return ToolResult.of(
              text.toString(),
              JsonObject.empty()
                  .with("noted", written.entry())
                  .with("ticked", array(ticked))
                  .with("kept", array(kept))
                  .with("unknown", array(written.unknown()))
                  .with("reminders", array(ended.reminders())));
        });
  }

  private static JsonArray array(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::new).toList());
  }

  private ToolResult search(JsonObject arguments, Call call) {
    call.progress(0, 1, "searching");
    return Offered.result(
        memory.search(
            Optional.empty(),
            arguments.string("query").orElse(""),
            GateTools.within(arguments),
            MAX_HITS,
            false),
        searched -> ToolResult.text(GateTools.text(searched)));
  }
}
