package comity.conformance.memory;

import comity.conformance.memory.Ask.Answer;
import comity.conformance.roles.McpClient;
import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client of an MCP server: each call, and whatever else it may ask for. */
final class McpDoor implements Ask.Door {
  private static final Pattern SESSION = Pattern.compile("\"session\":\"([^\"]+)\"");
  private static final JsonObject NONE = JsonObject.empty();

  private final McpClient client;
  private final Random random;

  McpDoor(McpClient client, Random random) {
    this.client = client;
    this.random = random;
  }

  @Override
  public boolean takes(Ask ask) {
    return switch (ask.kind()) {
      case OPEN, LOAD -> true;
      case GET, SEARCH, DECIDE, TASK, NOTE, FLUSH, CLOSE, BESIDE -> ask.room().isEmpty();
      case EXPLAIN -> false;
    };
  }

  @Override
  public Answer ask(Ask ask) throws IOException, InterruptedException {
    return switch (ask.kind()) {
      case OPEN -> call("memory_open", NONE.with("room", ask.room()));
      case GET -> call("memory_get", of(ask, NONE.with("file", ask.text())));
      case LOAD ->
          call(
              "memory_load",
              ask.room().isEmpty()
                  ? of(ask, NONE.with("message", ask.text()))
                  : NONE.with("message", ask.text()).with("room", ask.room()));
      case SEARCH ->
          random.nextBoolean() && ask.handle().isEmpty()
              ? call("muse_search_memory", NONE.with("query", ask.text()))
              : call("memory_search", of(ask, NONE.with("query", ask.text())));
      case DECIDE -> append(ask, "decision");
      case TASK -> append(ask, "task");
      case NOTE -> append(ask, "note");
      case FLUSH -> call("memory_flush", of(ask, NONE));
      case CLOSE -> call("memory_close", of(ask, NONE));
      case EXPLAIN -> throw new AssertionError("no tool explains");
      case BESIDE -> beside(ask);
    };
  }

  private Answer append(Ask ask, String kind) throws IOException, InterruptedException {
    return call("memory_append", of(ask, NONE.with("kind", kind).with("text", ask.text())));
  }

  private Answer beside(Ask ask) throws IOException, InterruptedException {
    return switch (random.nextInt(5)) {
      case 0 -> call("muse_write_memory", NONE.with("content", ask.text()));
      case 1 -> call("bye", NONE.with("summary", "Lesson: " + ask.text()));
      case 2 -> said(client.ask("prompts/get", NONE.with("name", "resume")));
      case 3 ->
          said(client.ask("resources/read", NONE.with("uri", "memory/groups/acme/attention.md")));
      default -> said(client.ask("resources/list", NONE));
    };
  }

  private static JsonObject of(Ask ask, JsonObject arguments) {
    return ask.handle().isEmpty() ? arguments : arguments.with("session", ask.handle());
  }

  private Answer call(String tool, JsonObject arguments) throws IOException, InterruptedException {
    return said(client.ask("tools/call", NONE.with("name", tool).with("arguments", arguments)));
  }

  private static Answer said(JsonObject message) {
    String all = Json.text(message);
    Matcher session = SESSION.matcher(all);
    return new Answer(
        !all.contains("\"isError\":true") && message.get("error") == null,
        all,
        session.find() ? session.group(1) : "");
  }
}
