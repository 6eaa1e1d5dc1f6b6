package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonArray;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Claude Code behind an address of the second of two hubs, in a network namespace where
 * only a mock of its model's API answers.
 */
@Tag("long-agents")
final class ClaudeCodeTest {
  private static final String NAMESPACE = "comity-claude";
  private static final String PORT = "8765";
  private static final Duration LONG = Duration.ofMinutes(2);

  /** A picture of one dot. */
  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  private static final String FILE =
      Base64.getEncoder().encodeToString("col,umn\n1,2\n".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path folder;
  private Process mock;
  private Path log;
  private HubProcess first;
  private HubProcess second;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    Path program = ClaudeCode.install();
    ClaudeCode.makeNamespace(NAMESPACE);
    log = folder.resolve("model.log");
    mock = ModelMock.start(NAMESPACE, PORT, log);
    Path home = Files.createDirectory(folder.resolve("agent-home"));
    Path work = Files.createDirectory(folder.resolve("work"));
    first = HubProcess.start(Homes.make(folder.resolve("first"), ""));
    second = HubProcess.start(Homes.make(folder.resolve("second"), agent(program, home, work)));
    peer(first, second);
    peer(second, first);
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    for (HubProcess hub : new HubProcess[] {first, second}) {
      if (hub != null) {
        hub.close();
      }
    }
    if (mock != null) {
      mock.destroyForcibly().waitFor();
    }
    ClaudeCode.endNamespace(NAMESPACE);
  }

  private static String agent(Path program, Path home, Path work) {
    String start =
        "\"ip\", \"netns\", \"exec\", \""
            + NAMESPACE
            + "\", \""
            + program
            + "\", \"-p\","
            + " \"--output-format\", \"json\", \"--add-dir\", \"{run_dir}\","
            + " \"--allowedTools\", \"Bash\", ";
    return """
    [agents.claude]
    runner = "command"
    folder = "%s"
    command = [%s"--session-id", "{session_id}"]
    resume = [%s"--resume", "{session_id}"]
    session_id = "assigned"
    reply = "/result"
    timeout = "3m"
    [agents.claude.environment]
    %s
    """
        .formatted(work, start, start, variables(home));
  }

  private static String variables(Path home) {
    return ClaudeCode.environment(home, PORT).entrySet().stream()
        .map(each -> each.getKey() + " = \"" + each.getValue() + "\"")
        .collect(Collectors.joining("\n"));
  }

  /** {@code hub} knows where {@code other} is, and has a key of it. */
  private static void peer(HubProcess hub, HubProcess other)
      throws IOException, InterruptedException {
    String key = other.key("peer-" + hub.port(), hub.address("*"));
    Path file = hub.home().resolve("config.toml");
    Homes.configure(
        hub.home(),
        Files.readString(file)
            + "\n[[peers]]\nmatch = \"%s\"\nurl = \"%s\"\nkey = \"%s\"\n"
                .formatted(other.address("*"), other.url(), key));
    String wanted = other.address("*");
    long until = System.nanoTime() + LONG.toNanos();
    boolean known = false;
    while (!known && System.nanoTime() < until) {
      known = hub.owner().get("/api/peers").body().contains(wanted);
    }
    assertThat(known).as("the peer entry is in force").isTrue();
  }

  private HttpDoor.Reply send(String conversation, Object content)
      throws IOException, InterruptedException {
    JsonObject order =
        JsonObject.empty().with("to", second.address("claude")).with("wait", LONG.toSeconds() / 2);
    order =
        content instanceof JsonArray blocks
            ? order.with("content", blocks)
            : order.with("content", content.toString());
    return first
        .owner()
        .post(
            "/api/send",
            conversation.isEmpty() ? order : order.with("conversation_id", conversation))
        .expect(200);
  }

  private static String text(HttpDoor.Reply sent) {
    return sent.json().object("reply").map(Mail::content).orElse("no reply: " + sent.body());
  }

  @Test
  @Tag("MSG-42")
  void aConversationIsOneClaudeSession() throws IOException, InterruptedException {
    HttpDoor.Reply one = send("", "remember the word heron");
    assertThat(text(one)).isEqualTo("I see 1 messages");
    String conversation = one.string("conversation_id");
    HttpDoor.Reply two = send(conversation, "which word was it?");
    assertThat(text(two)).isEqualTo("I see 2 messages");
    List<String> requests = Files.readAllLines(log);
    assertThat(requests.getLast()).contains("the word heron", "which word was it?");

    HttpDoor.Reply other = send("", "what is the word?");
    assertThat(text(other)).isEqualTo("I see 1 messages");
    assertThat(Files.readAllLines(log).getLast()).doesNotContain("heron");
  }

  @Test
  @Tag("MSG-8")
  void picturesAndFilesGoBothWays() throws IOException, InterruptedException {
    JsonObject image = source("image/png", PNG);
    JsonObject file = source("text/csv", FILE);
    JsonArray content =
        JsonArray.of(
            List.of(
                JsonObject.empty().with("type", "text").with("text", "have a look"),
                JsonObject.empty().with("type", "image").with("source", image),
                JsonObject.empty()
                    .with("type", "file")
                    .with("name", "table.csv")
                    .with("mime_type", "text/csv")
                    .with("source", file)));
    String reply = text(send("", content));
    assertThat(reply).contains("I see 1 messages", PNG, FILE, "table.csv");
  }

  private static JsonObject source(String mediaType, String data) {
    return JsonObject.empty()
        .with("type", "base64")
        .with("media_type", mediaType)
        .with("data", data);
  }

  @Test
  @Tag("MSG-43")
  void aKilledHubsConversationCompletes() throws IOException, InterruptedException {
    HttpDoor.Reply one = send("", "first");
    String conversation = one.string("conversation_id");
    JsonObject order =
        JsonObject.empty()
            .with("to", second.address("claude"))
            .with("content", "take it slow")
            .with("conversation_id", conversation);
    first.owner().post("/api/send", order).expect(200);
    long until = System.nanoTime() + LONG.toNanos();
    while (!Files.exists(folder.resolve("model.log.slow")) && System.nanoTime() < until) {
      first.owner().get("/api/status").expect(200);
    }
    assertThat(folder.resolve("model.log.slow")).as("the agent is at work").exists();
    assertThat(Processes.thatMention(folder.resolve("agent-home"))).isNotEmpty();
    second.kill();
    second.restart();
    List<JsonObject> all = first.owner().awaitMessages(conversation, 4, LONG);
    assertThat(all).hasSize(4);
    assertThat(Mail.content(all.get(3))).startsWith("I see ");
    assertThat(Files.readAllLines(log).getLast()).contains("first", "take it slow");
    assertThat(Processes.thatMention(folder.resolve("agent-home")))
        .as("nothing of the ended run lives")
        .isEmpty();
  }
}
