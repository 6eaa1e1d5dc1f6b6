package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.roles.McpClient;
import comity.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent that nobody started as a session: this process, which starts a server and hooks. */
@Timeout(120)
class AgentsHooksTest {
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
    Files.writeString(root.resolve("memory/groups/acme.md"), "# acme\n");
    Files.writeString(root.resolve("memory/groups/beta.md"), "# beta\n");
    Files.writeString(root.resolve("memory/2026-01-01.md"), "the heron of the notes\n");
  }

  private McpClient server(String errors) throws IOException, InterruptedException {
    return McpClient.stdio(home, root, folder.resolve(errors), "--room", "a", "--room", "b");
  }

  /** A hook as agents call it, through a shell; gives all that it says. */
  private String hook(String which, String input) throws IOException, InterruptedException {
    String command =
        String.join(
            " ",
            Stream.concat(
                    JavaProgram.comity(
                        "--home", home.toString(), "--project-root", root.toString(), "hook", which)
                        .stream(),
                    Stream.of("2>&1"))
                .map(word -> word.equals("2>&1") ? word : "'" + word + "'")
                .toList());
    // A shell that has something left to do stays above what it starts.
    Process shell = new ProcessBuilder("sh", "-c", command + "; exit $?").start();
    try (OutputStream in = shell.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    shell.waitFor();
    return said;
  }

  private String remem(String text) throws IOException, InterruptedException {
    return hook(
        "event",
        "{\"hook_event_name\":\"UserPromptSubmit\",\"session_id\":\"p\",\"prompt\":\"/remem "
            + text
            + "\"}");
  }

  private List<String> holding(String text) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> {
            try {
              return Files.readString(file).contains(text);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          })
          .map(file -> root.relativize(file).toString())
          .toList();
    }
  }

  @Test
  @Tag("MEM-4")
  @Tag("MEM-17")
  void itsHooksAreAboutTheMemoryThatItsServerOpened() throws Exception {
    String read =
        "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\""
            + root.resolve("memory/2026-01-01.md")
            + "\"}}";
    assertThat(hook("guard", read)).as("nothing is open").isEmpty();
    try (McpClient one = server("one")) {
      one.done("memory_open", NONE.with("room", "a"));
      assertThat(hook("guard", read)).contains(": [");
      remem("the pump is new");
      assertThat(holding("the pump is new"))
          .singleElement()
          .asString()
          .startsWith("memory/groups/acme/");

      // Of two servers none can be told to be the one that is meant, opened or not.
      try (McpClient two = server("two")) {
        assertThat(remem("the valve is old")).contains("can't be told");
        assertThat(hook("guard", read)).contains(": [");
        two.done("memory_open", NONE.with("room", "b"));
        assertThat(remem("the valve is old")).contains("can't be told");
        assertThat(holding("the valve is old")).isEmpty();
      }
      // It has ended.
      remem("the tank is full");
      assertThat(holding("the tank is full"))
          .singleElement()
          .asString()
          .startsWith("memory/groups/acme/");
    }
  }
}
