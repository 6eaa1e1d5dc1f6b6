package comity.tools;

import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.mcp.ToolAnnotations;
import comity.mcp.ToolResult;
import comity.memory.Entry;
import comity.project.Served;
import comity.recall.Finder;
import comity.recall.Keeping;
import comity.recall.MemoryDesk;
import comity.recall.Shapes;
import comity.recall.Wanted;
import comity.recall.Within;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tools for the memory of groups and main, each through the gate (MEM-13). */
final class GateTools {
  private static final int HITS = 10;

  private static final String SESSION =
      "the handle that memory_open gave (default: the memory that is open in this session)";

  private final MemoryDesk desk;

  GateTools(MemoryDesk desk) {
    this.desk = desk;
  }

  List<Offered> all() {
    return List.of(open(), get(), load(), search(), append(), flush(), close());
  }

  private Offered open() {
    return Offered.of(
        "memory_open",
        "Open a memory",
        "Opens the memory of a group, by the id of its room, or main's. Another one that is open"
            + " ends. Read its index next: memory_get with the file index.",
        Shape.object().needs("room", "the room's id, or main"),
        Shape.object()
            .gives("session", "string")
            .gives("scope", "string")
            .gives("index", "string")
            .mayGive("room", "string")
            .gives("index_read", "boolean")
            .gives("spent", "integer")
            .gives("budget", "integer")
            .gives("warnings", "array")
            .gives("next", "string"),
        ToolAnnotations.ADDS,
        arguments ->
            Offered.result(
                desk.open(room(arguments)),
                opened -> {
                  // Clients that find a structured result show the model that alone.
                  String next =
                      opened.gate().isIndexRead()
                          ? "Its index was read. Go on: memory_load or memory_get."
                          : "Read its index next: memory_get with the file index.";
                  return ToolResult.of(
                      opened.gate().scope().word()
                          + " is open as "
                          + opened.session()
                          + ". "
                          + next,
                      Shapes.opened(opened).with("next", next));
                }));
  }

  private static Optional<String> room(JsonObject arguments) {
    return Offered.argument(arguments, "room").filter(room -> !room.equals("main"));
  }

  private Offered get() {
    return Offered.text(
        "memory_get",
        "Read a file of memory",
        "Gives the index of the memory that is open, or a file that the index names, within its"
            + " ceilings (two files of P0 to P2, one of P3) and its budget of tokens.",
        Shape.object()
            .needs("file", "index, or a file such as attention.md")
            .takes("query", "what of a file of P2, such as experience.md, is wanted")
            .takes("session", SESSION),
        ToolAnnotations.READS,
        arguments ->
            Offered.result(
                desk.get(
                    Offered.argument(arguments, "session"),
                    arguments.string("file").orElse(""),
                    Offered.argument(arguments, "query"),
                    false),
                GateTools::given));
  }

  private Offered load() {
    return Offered.text(
        "memory_load",
        "Load what a message needs",
        "Gives the index and the one file that a message is about, by its meaning, within the"
            + " budget of tokens. Give a room to open its memory first, or main.",
        Shape.object()
            .needs("message", "what was said")
            .takes("room", "the room's id, or main (default: the memory that is open)")
            .takes("session", SESSION),
        ToolAnnotations.READS,
        arguments ->
            wanted(arguments)
                .map(wanted ->
                    Offered.result(
                        desk.load(wanted, arguments.string("message").orElse(""), false),
                        GateTools::given))
                .orElseGet(() -> ToolResult.error("Not done: no memory is open; name a room.")));
  }

  private Optional<Wanted> wanted(JsonObject arguments) {
    Optional<String> room = Offered.argument(arguments, "room");
    return room.isPresent()
        ? room.map(id -> id.equals("main") ? new Wanted.OfMain() : new Wanted.OfRoom(id))
        : Offered.argument(arguments, "session")
            .or(desk::session)
            .map(handle -> new Wanted.OfSession(handle));
  }

  /**
   * The text alone, of as many tokens as were counted: clients that find a structured result show
   * the model that instead, or both. What was left out and why is told by {@code memory explain}.
   */
  private static ToolResult given(MemoryDesk.Given given) {
    return ToolResult.text(given.given().text());
  }

  private Offered search() {
    return Offered.text(
        "memory_search",
        "Search memory",
        "Finds passages by words and meaning: in the memory that is open, and no other; where none"
            + " is, in the notes, MEMORIES.md and MEMORY.md.",
        Shape.object()
            .needs("query", "words, a question, or a \"phrase\"")
            .takes("scope", "(default: all)", "all", "recent", "longterm")
            .takes("session", SESSION),
        ToolAnnotations.READS,
        arguments ->
            Offered.result(
                desk.search(
                    Offered.argument(arguments, "session").map(Wanted.OfSession::new),
                    arguments.string("query").orElse(""),
                    within(arguments),
                    HITS,
                    false),
                GateTools::searched));
  }

  static Within within(JsonObject arguments) {
    return Within.valueOf(arguments.string("scope").orElse("all").toUpperCase(Locale.ROOT));
  }

  private static ToolResult searched(MemoryDesk.Searched searched) {
    return ToolResult.text(text(searched));
  }

  /** What was found, a line each. */
  static String text(MemoryDesk.Searched searched) {
    StringBuilder text = new StringBuilder(searched.index());
    for (Finder.Hit hit : searched.found().hits()) {
      text.append(hit.file()).append(':').append(hit.line()).append("  ");
      text.append(hit.text()).append('\n');
    }
    return text.isEmpty() ? "Nothing was found." : text.toString();
  }

  private Offered append() {
    return Offered.of(
        "memory_append",
        "Write into memory",
        "Writes into the memory that is open, at once: a decision into experience.md, a task into"
            + " attention.md (done: TASK ticks it), a note. Write each decision when it is made.",
        Shape.object()
            .needs("kind", "what it is", "decision", "task", "note", "index")
            .needs(
                "text",
                "Markdown; a decision may have lines Decision:, Context: and Action:; for index a"
                    + " row PHRASES | FILE | PRIORITY, or [DEPRECATED] FILE")
            .flag("redact", "replace secrets instead of refusing them")
            .takes("session", SESSION),
        Shape.object()
            .gives("session", "string")
            .gives("file", "string")
            .gives("changed", "boolean")
            .mayGive("note", "string"),
        ToolAnnotations.ADDS,
        arguments ->
            Offered.result(
                appended(arguments),
                appended -> ToolResult.of(said(appended), Shapes.appended(appended))));
  }

  private static String said(Keeping.Appended appended) {
    String note = appended.note();
    if (!appended.changed() && !note.isEmpty()) {
      return "Nothing was written: " + note + ".";
    }
    return (appended.changed() ? "It stands in " : "It stood already in ")
        + appended.file()
        + (note.isEmpty() ? "." : ": " + note + ".");
  }

  private Served<Keeping.Appended> appended(JsonObject arguments) {
    Optional<Wanted> wanted = Offered.argument(arguments, "session").map(Wanted.OfSession::new);
    String text = arguments.string("text").orElse("");
    Optional<Entry.Kind> kind = Entry.Kind.named(arguments.string("kind").orElse(""));
    boolean redact = arguments.get("redact") instanceof JsonBoolean(boolean yes) && yes;
    return kind.isPresent()
        ? desk.keeping().append(wanted, kind.get(), text, redact)
        : desk.keeping().index(wanted, text);
  }

  private Offered flush() {
    return Offered.of(
        "memory_flush",
        "Flush the memory",
        "Writes what was captured and waits into the memory that is open; of main, with all that"
            + " was opened in the session. Do it when the person says /remem.",
        Shape.object().takes("session", SESSION),
        Shape.object().gives("flushed", "array"),
        ToolAnnotations.ADDS,
        arguments ->
            Offered.result(
                desk.keeping()
                    .flush(Offered.argument(arguments, "session").map(Wanted.OfSession::new)),
                flushed -> ToolResult.of("Flushed.", Shapes.flushed(flushed))));
  }

  private Offered close() {
    return Offered.of(
        "memory_close",
        "Close the memory",
        "Closes the memory that is open: nothing of it can be read in this session any more.",
        Shape.object().takes("session", SESSION),
        Shape.object().gives("closed", "boolean"),
        ToolAnnotations.ADDS,
        arguments ->
            Offered.result(
                desk.close(Offered.argument(arguments, "session")),
                closed ->
                    ToolResult.of(
                        "Closed.", JsonObject.empty().with("closed", new JsonBoolean(closed)))));
  }
}
