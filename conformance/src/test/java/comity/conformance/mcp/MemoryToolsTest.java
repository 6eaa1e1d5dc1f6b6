package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.conformance.roles.McpClient;
import comity.json.Json;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whose memory is open where: a session of MCP has one; without sessions a handle says it. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MemoryToolsTest {
  private static final JsonObject NONE = JsonObject.empty();

  @TempDir private Path folder;
  private Path root;
  private Path home;

  @BeforeEach
  void make() throws IOException {
    root = folder.toRealPath().resolve("project");
    home = folder.toRealPath().resolve("home");
    Files.createDirectories(root.resolve("memory/groups/acme"));
    Files.writeString(root.resolve("memory/group_names.json"), "{\"a\":\"acme\",\"b\":\"beta\"}");
    Files.writeString(root.resolve("memory/groups/acme.md"), "# acme\n\n- of acme alone\n");
    Files.writeString(root.resolve("memory/groups/acme/project.md"), "the heron of acme\n");
    Files.writeString(root.resolve("memory/groups/beta.md"), "# beta\n");
    Files.writeString(root.resolve("memory/2026-01-01.md"), "the heron of the notes\n");
  }

  private String token() {
    InProcess.Ran made =
        InProcess.run(
            root,
            Map.of("COMITY_HOME", home.toString()),
            "",
            List.of("token", "add", "t", "--room", "a", "--room", "b"));
    assertThat(made.code()).as(made.err()).isZero();
    return made.out().strip();
  }

  private ServerProcess hub() throws IOException {
    return ServerProcess.start(
        JavaProgram.hub("serve", "--port", "0", "--home", home.toString()),
        folder.resolve("errors"));
  }

  @Test
  @Tag("MEM-4")
  @Tag("MEM-13")
  @Tag("MEM-21")
  void twoClientsOfOneServerAreTwoSessions() throws Exception {
    String token = token();
    try (ServerProcess hub = hub();
        McpClient one = McpClient.http(hub.mcp(), token);
        McpClient two = McpClient.http(hub.mcp(), token)) {
      one.done("memory_open", NONE.with("room", "a"));
      one.done("memory_get", NONE.with("file", "index"));
      assertThat(two.refused("memory_get", NONE.with("file", "index"))).contains("no memory");
      two.done("memory_open", NONE.with("room", "b"));
      two.done("memory_get", NONE.with("file", "index"));
      String ofTwo = Json.text(two.call("muse_search_memory", NONE.with("query", "heron")));
      assertThat(ofTwo).doesNotContain("of acme").doesNotContain("of the notes");
      String ofOne = Json.text(one.call("muse_search_memory", NONE.with("query", "heron")));
      assertThat(ofOne).contains("of acme").doesNotContain("of the notes");
      assertThat(one.refused("memory_open", NONE.with("room", "main"))).contains("not be opened");
      assertThat(one.refused("muse_write_memory", NONE.with("content", "x")))
          .contains("Not allowed");
    }
  }

  @Test
  @Tag("MEM-4")
  @Tag("MEM-13")
  void withoutSessionsOneMemoryIsOpenForAToken() throws Exception {
    String token = token();
    try (ServerProcess hub = hub()) {
      HttpMcp mcp = HttpMcp.at(hub.mcp()).with("Authorization", "Bearer " + token);
      // What to do next is in the result that clients show the model.
      assertThat(
              call(mcp, "memory_open", NONE.with("room", "a"))
                  .object("structuredContent")
                  .flatMap(opened -> opened.string("next")))
          .hasValueSatisfying(next -> assertThat(next).contains("memory_get"));
      JsonObject index = call(mcp, "memory_get", NONE.with("file", "index"));
      assertThat(Json.text(index)).contains("of acme alone");
      JsonObject notes = call(mcp, "muse_search_memory", NONE.with("query", "heron"));
      assertThat(Json.text(notes)).contains("of acme").doesNotContain("of the notes");
      call(mcp, "memory_open", NONE.with("room", "b"));
      JsonObject other = call(mcp, "memory_get", NONE.with("file", "index"));
      assertThat(Json.text(other)).doesNotContain("of acme");
      JsonObject guessed =
          call(
              mcp, "memory_get", NONE.with("file", "index").with("session", "m-" + "0".repeat(32)));
      assertThat(guessed.get("isError")).isEqualTo(new JsonBoolean(true));
    }
  }

  private static JsonObject call(HttpMcp mcp, String tool, JsonObject arguments) throws Exception {
    String parameters = "\"name\":\"" + tool + "\",\"arguments\":" + Json.text(arguments) + ",";
    String answer =
        mcp.stateless("tools/call")
            .with("Mcp-Name", tool)
            .post(HttpMcp.statelessBody(1, "tools/call", parameters))
            .response()
            .body();
    // It comes as one object, or as the last event of a stream.
    String message =
        answer.lines().filter(line -> line.startsWith("data: {")).reduce(answer, (_, last) -> last);
    return Json.read(message.replaceFirst("^data: ", "").strip().getBytes(StandardCharsets.UTF_8))
            instanceof JsonReading.Read(JsonObject object)
        ? object.object("result").orElseThrow()
        : NONE;
  }
}
