package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.OtherHub.Said;
import comity.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages that are large together: a hub with the memory that it is shipped with outlives them.
 */
class LargeMessagesTest {
  private static final int MESSAGES = 10;

  private static final String LARGE = "x".repeat(8 << 20);

  @TempDir private Path folder;
  private OtherHub other;
  private HubProcess hub;

  @BeforeEach
  void start() throws Exception {
    other = new OtherHub((post, tries) -> tries == 1 ? new Said(503) : Said.received(post));
    String agents =
        """
        [outbox]
        first_retry = "100ms"
        longest_retry = "100ms"
        [agents.box]
        runner = "inbox"
        access = { require_auth = false }
        [agents.loud]
        runner = "command"
        command = ["sh", "-c", "head -c 8000000 /dev/zero | tr '\\\\0' x"]
        access = { require_auth = false }
        [agents.louder]
        runner = "command"
        command = ["sh", "-c", "head -c 8000000 /dev/zero | tr '\\\\0' y"]
        access = { require_auth = false }
        [agents.slow]
        runner = "command"
        command = ["sh", "-c", "sleep 0.1; head -c 100"]
        access = { require_auth = false }
        """;
    hub =
        HubProcess.start(Homes.make(folder.resolve("home"), agents + other.peer("there.example")));
  }

  @AfterEach
  void end() {
    hub.close();
    other.close();
  }

  @Test
  @Tag("MSG-18")
  void theyAreReadInPages() throws Exception {
    String conversation =
        hub.door().post(large("box-0", "box")).expect(200).string("conversation_id");
    for (int i = 1; i < MESSAGES; i++) {
      hub.door().post(Mail.in(conversation, large("box-" + i, "box"))).expect(200);
    }
    List<String> ids = new ArrayList<>();
    long after = 0;
    for (List<JsonObject> page = page(conversation, after);
        !page.isEmpty();
        page = page(conversation, after)) {
      page.forEach(message -> ids.add(Mail.id(message)));
      after = ids.size();
    }
    assertThat(ids).hasSize(MESSAGES).startsWith("box-0").endsWith("box-" + (MESSAGES - 1));
  }

  private List<JsonObject> page(String conversation, long after) throws Exception {
    return hub.door()
        .get("/mamp/v1/conversations/" + conversation + "/messages?limit=1000&after=" + after)
        .expect(200)
        .list("messages");
  }

  @Test
  @Tag("MSG-16")
  void theyWaitForASlowAgentAlsoWhenTheHubIsKilled() throws Exception {
    List<String> conversations = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      conversations.add(
          hub.door().post(large("slow-" + i, "slow")).expect(200).string("conversation_id"));
    }
    hub.kill();
    hub.restart();
    for (String conversation : conversations) {
      hub.owner().get("/api/conversations/" + conversation + "/messages?after=1&wait=60");
      Eventually.is(() -> isAnswered(conversation));
    }
  }

  @Test
  @Tag("MSG-43")
  void manyProgramsMayAnswerMuchAtOnce() throws Exception {
    List<String> conversations = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      String agent = i % 2 == 0 ? "loud" : "louder";
      conversations.add(
          hub.door()
              .post(Mail.text("much-" + i, hub.address(agent), "go"))
              .expect(200)
              .string("conversation_id"));
    }
    for (String conversation : conversations) {
      Eventually.is(() ->
          hub.owner()
              .get("/api/conversations/" + conversation + "/messages?limit=1")
              .body()
              .contains("\"answered\""));
    }
    assertThat(hub.owner().get("/api/conversations").expect(200).body()).isNotEmpty();
  }

  /** Without asking for the large message. */
  private boolean isAnswered(String conversation) throws Exception {
    List<JsonObject> after =
        hub.owner()
            .get("/api/conversations/" + conversation + "/messages?after=1")
            .list("messages");
    return after.size() == 1 && Mail.content(after.getFirst()).contains("agent://");
  }

  @Test
  @Tag("MSG-30")
  void theyWaitForAHubThatIsBusy() throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      JsonObject order =
          JsonObject.empty()
              .with("to", "agent://there.example/x")
              .with("message_id", "out-" + i)
              .with("content", LARGE);
      hub.owner().post("/api/send", order).expect(200);
    }
    Eventually.is(() -> hub.owner().get("/api/outbox").expect(200).list("entries").isEmpty());
    for (int i = 0; i < MESSAGES; i++) {
      assertThat(other.posts("out-" + i)).hasSize(2);
    }
  }

  @Test
  @Tag("MSG-2")
  void aBodyOfManySmallValuesIsRefused() throws Exception {
    String many = "{\"a\":[" + "0,".repeat(4 << 20) + "0]}";
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpDoor.Reply>> replies = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        replies.add(threads.submit(() -> hub.door().send("POST", "/mamp/v1/messages", many)));
      }
      for (Future<HttpDoor.Reply> reply : replies) {
        assertThat(reply.get().error()).isIn("invalid_json", "unavailable");
      }
    }
    hub.door().post(Mail.text("after", hub.address("box"), "still here")).expect(200);
  }

  private JsonObject large(String id, String agent) {
    return Mail.text(id, hub.address(agent), LARGE);
  }
}
