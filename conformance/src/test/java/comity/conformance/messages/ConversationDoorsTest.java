package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken, how it is answered, and who may read it. */
class ConversationDoorsTest {
  private static final String CONFIGURATION =
      """
      [agents.echo]
      runner = "echo"
      access = { require_auth = false }
      [agents.post]
      runner = "inbox"
      access = { require_auth = false }
      [agents.broken]
      runner = "command"
      command = ["false"]
      access = { require_auth = false }
      """;

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private static Path folder;
  private static HubProcess hub;

  @BeforeAll
  static void start() throws Exception {
    hub = HubProcess.start(Homes.make(folder.resolve("home"), CONFIGURATION));
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  private static String opened(JsonObject message) throws Exception {
    return hub.door().post(message).expect(200).string("conversation_id");
  }

  private static HttpDoor.Reply read(HttpDoor door, String conversation, String query)
      throws Exception {
    return door.get("/mamp/v1/conversations/" + conversation + "/messages" + query);
  }

  @Test
  @Tag("MSG-4")
  @Tag("MSG-13")
  @Tag("MSG-14")
  void aMessageOpensAConversationAndSaysNothingOfTraces() throws Exception {
    HttpDoor.Reply reply = hub.door().post(Mail.text("opens", hub.address("echo"), "hi"));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().members().keySet())
        .containsExactly("conversation_id", "message_id", "status");
    assertThat(reply.string("message_id")).isEqualTo("opens");
    assertThat(reply.string("status")).isEqualTo("received");
    String id = reply.string("conversation_id");
    assertThat(id)
        .matches("conv-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    hub.owner().awaitMessages(id, 2, SOON);
    assertThat(read(hub.door(), id, "").body()).doesNotContain("trace");
    assertThat(hub.door().get("/mamp/v1/conversations/" + id).body()).doesNotContain("trace");
    JsonObject shown = hub.door().get("/mamp/v1/conversations/" + id).expect(200).json();
    assertThat(shown.members().keySet())
        .containsExactly("conversation_id", "parties", "state", "created_at", "last_message_at");
    assertThat(shown.string("state")).contains("open");
    JsonObject trace =
        hub.owner().get("/api/traces").list("traces").stream()
            .filter(t -> t.string("conversation_id").orElseThrow().equals(id))
            .findFirst()
            .orElseThrow();
    assertThat(trace.string("agent")).contains("echo");
  }

  @Test
  @Tag("MSG-3")
  void theSameAgainIsAnsweredAgainAndRunsNothing() throws Exception {
    JsonObject message = Mail.text("same", hub.address("echo"), "once");
    HttpDoor.Reply first = hub.door().post(message).expect(200);
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    String id = first.string("conversation_id");
    hub.owner().awaitMessages(id, 2, SOON);
    JsonObject later =
        message
            .with("content", Content.array(Content.text("once")))
            .with("metadata", JsonObject.empty().with("timestamp", "2026-03-02T00:00:00Z"));
    for (JsonObject again : List.of(message, later)) {
      HttpDoor.Reply reply = hub.door().post(again).expect(200);
      assertThat(reply.header("Idempotency-Replayed")).contains("true");
      assertThat(reply.body()).isEqualTo(first.body());
    }
    for (JsonObject other :
        List.of(
            message.with("content", "twice"),
            message.with("to", hub.address("post")),
            message.with("metadata", JsonObject.empty().with("mood", "new")),
            Mail.in(id, message))) {
      assertThat(hub.door().post(other).expect(409).error()).isEqualTo("message_id_conflict");
    }
    JsonObject another = Mail.from("agent://tester.example/other", message);
    assertThat(opened(another)).isNotEqualTo(id);
    assertThat(hub.owner().messages(id)).hasSize(2);
  }

  @Test
  @Tag("MSG-4")
  @Tag("MSG-18")
  void whatIsNotYoursIsNotThere() throws Exception {
    String mine = opened(Mail.text("mine", hub.address("post"), "private"));
    String unknown = "conv-01890000-0000-7000-8000-000000000000";
    JsonObject other =
        Mail.from(
            "agent://other.example/x", Mail.text("foreign", hub.address("post"), "let me in"));
    HttpDoor.Reply foreign = hub.door().post(Mail.in(mine, other)).expect(404);
    HttpDoor.Reply absent = hub.door().post(Mail.in(unknown, other)).expect(404);
    assertThat(foreign.error()).isEqualTo("conversation_not_found");
    assertThat(foreign.body().replace(mine, "ID")).isEqualTo(absent.body().replace(unknown, "ID"));
    String key = hub.key("other", "agent://other.example/*");
    HttpDoor keyed = hub.door().withKey(key);
    for (String path : List.of("", "/messages", "/messages?limit=1")) {
      HttpDoor.Reply there = keyed.get("/mamp/v1/conversations/" + mine + path).expect(404);
      HttpDoor.Reply not = keyed.get("/mamp/v1/conversations/" + unknown + path).expect(404);
      assertThat(there.body().replace(mine, "ID")).isEqualTo(not.body().replace(unknown, "ID"));
    }
    assertThat(read(hub.door(), mine, "").status()).isEqualTo(200);
    assertThat(read(hub.owner(), mine, "").status()).isEqualTo(200);
    String under = keyed.post(other).expect(200).string("conversation_id");
    assertThat(read(keyed, under, "").status()).isEqualTo(200);
    assertThat(read(hub.door(), under, "").expect(404).error()).isEqualTo("conversation_not_found");
    assertThat(hub.door().post(Mail.in(under, other.with("message_id", "no-key"))).status())
        .isEqualTo(404);
  }

  @Test
  @Tag("MSG-18")
  void pagesAndALongPollThatWakesUp() throws Exception {
    String id = opened(Mail.text("page-0", hub.address("post"), "0"));
    for (int i = 1; i < 5; i++) {
      opened(Mail.in(id, Mail.text("page-" + i, hub.address("post"), "" + i)));
    }
    HttpDoor.Reply first = read(hub.door(), id, "?limit=2");
    assertThat(first.list("messages").stream().map(Mail::id)).containsExactly("page-0", "page-1");
    HttpDoor.Reply rest = read(hub.door(), id, "?after=" + first.number("next"));
    assertThat(rest.list("messages").stream().map(Mail::id))
        .containsExactly("page-2", "page-3", "page-4");
    long last = rest.number("next");
    assertThat(last).isEqualTo(5);
    HttpDoor.Reply none = read(hub.door(), id, "?after=" + last);
    assertThat(none.list("messages")).isEmpty();
    assertThat(none.number("next")).isEqualTo(last);
    CompletableFuture<HttpDoor.Reply> waiting =
        CompletableFuture.supplyAsync(() -> {
          try {
            return read(hub.door(), id, "?wait=60&after=" + last);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    long before = System.nanoTime();
    opened(Mail.in(id, Mail.text("page-5", hub.address("post"), "5")));
    assertThat(waiting.join().list("messages").stream().map(Mail::id)).containsExactly("page-5");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SOON);
    for (String query : List.of("?limit=0", "?limit=1001", "?wait=61", "?after=-1", "?after=x")) {
      assertThat(read(hub.door(), id, query).expect(400).error()).isEqualTo("bad_request");
    }
  }

  @Test
  @Tag("MSG-45")
  void deliveryIsWhatHappened() throws Exception {
    Instant before = Instant.now().minusSeconds(1);
    String kept = opened(Mail.text("kept", hub.address("post"), "a"));
    assertThat(delivery(kept).string("state")).contains("accepted");
    HttpDoor agent = hub.door().withKey(hub.key("agent", hub.address("post")));
    assertThat(read(agent, kept, "").list("messages")).hasSize(1);
    Eventually.is(() -> delivery(kept).string("state").orElseThrow().equals("read"));
    String answered = opened(Mail.text("answered", hub.address("echo"), "b"));
    hub.owner().awaitMessages(answered, 2, SOON);
    assertThat(delivery(answered).string("state")).contains("answered");
    String failed = opened(Mail.text("failed", hub.address("broken"), "c"));
    JsonObject told = hub.owner().awaitMessages(failed, 2, SOON).getLast();
    assertThat(Mail.failure(told)).contains("run_failed");
    assertThat(delivery(failed).string("state")).contains("failed");
    assertThat(delivery(failed).string("reason").orElseThrow()).contains("false ended with code 1");
    for (String id : List.of(kept, answered, failed)) {
      assertThat(Instant.parse(delivery(id).string("at").orElseThrow()))
          .isBetween(before, Instant.now().plusSeconds(1));
    }
  }

  /** Read by its sender, which changes nothing. */
  private static JsonObject delivery(String conversation) throws Exception {
    return read(hub.door(), conversation, "")
        .list("messages")
        .getFirst()
        .object("delivery")
        .orElseThrow();
  }

  @Test
  @Tag("MSG-1")
  @Tag("MSG-7")
  @Tag("MSG-10")
  @Tag("MSG-11")
  void whatIsUnknownIsKeptToTheDigit() throws Exception {
    String body =
        Json.text(Mail.text("kept-whole", hub.address("post"), "a").without("metadata"))
            .replace("mamp/1.0", "mamp/1.7");
    String more =
        ",\"metadata\":{\"timestamp\":\"2026-03-01T12:00:00\",\"mood\":[1.10,1e400,null]},"
            + "\"x_new\":{\"n\":0.1000,\"big\":123456789012345678901234567890}}";
    HttpDoor.Reply reply =
        hub.door()
            .send("POST", "/mamp/v1/messages", body.substring(0, body.length() - 1) + more)
            .expect(200);
    String page = read(hub.door(), reply.string("conversation_id"), "").body();
    assertThat(page)
        .contains("\"mood\":[1.10,1e400,null]")
        .contains("\"x_new\":{\"n\":0.1000,\"big\":123456789012345678901234567890}")
        .contains("\"protocol\":\"mamp/1.7\"");
  }

  @Test
  @Tag("MSG-17")
  @Tag("MSG-47")
  void aReplyNamesItsMessageAndIsNotAnswered() throws Exception {
    String id = opened(Mail.text("asks", hub.address("echo"), "again"));
    List<JsonObject> both = hub.owner().awaitMessages(id, 2, SOON);
    JsonObject reply = both.getLast();
    assertThat(Mail.inReplyTo(reply)).contains("asks");
    assertThat(Mail.from(reply)).isEqualTo(hub.address("echo"));
    assertThat(reply.string("to")).contains(Mail.TESTER);
    assertThat(reply.string("conversation_id")).contains(id);
    JsonObject answer =
        Mail.in(id, Mail.text("a-reply", hub.address("echo"), "thanks"))
            .with("metadata", JsonObject.empty().with("in_reply_to", Mail.id(reply)));
    opened(answer);
    String after = opened(Mail.in(id, Mail.text("asks-more", hub.address("echo"), "more")));
    List<JsonObject> all = hub.owner().awaitMessages(after, 5, SOON);
    assertThat(all.stream().flatMap(m -> Mail.inReplyTo(m).stream()))
        .containsExactlyInAnyOrder("asks", Mail.id(reply), "asks-more");
  }

  @Test
  @Tag("MSG-47")
  void aConversationThatIsStoppedTakesNothing() throws Exception {
    String id = opened(Mail.text("talk", hub.address("echo"), "a"));
    hub.owner().awaitMessages(id, 2, SOON);
    HttpDoor.Reply stopped =
        hub.owner().post("/api/conversations/" + id + "/stop", JsonObject.empty()).expect(200);
    assertThat(stopped.string("state")).isEqualTo("stopped");
    JsonObject next = Mail.in(id, Mail.text("talk-on", hub.address("echo"), "b"));
    assertThat(hub.door().post(next).expect(409).error()).isEqualTo("conversation_stopped");
    assertThat(hub.door().get("/mamp/v1/conversations/" + id).string("state")).isEqualTo("stopped");
  }

  @Test
  @Tag("MSG-47")
  void twoAgentsThatAnswerEachOtherEndAtOnce() throws Exception {
    JsonObject order =
        JsonObject.empty()
            .with("from", hub.address("broken"))
            .with("to", hub.address("echo"))
            .with("message_id", "loop")
            .with("content", "hello, echo");
    String id = hub.owner().post("/api/send", order).expect(200).string("conversation_id");
    hub.owner().awaitMessages(id, 2, SOON);
    Eventually.is(() ->
        hub.owner().messages(id).stream()
            .allMatch(m -> List.of("answered", "failed").contains(Mail.state(m))));
    assertThat(hub.owner().messages(id)).hasSize(2);
  }

  /** Together they are more than the hub has memory for. */
  @Test
  @Tag("MSG-18")
  void aPageOfLargeMessagesEndsEarlyAndTheNextOneGoesOn() throws Exception {
    String text = "x".repeat(9 << 20);
    int messages = 6;
    String conversation = opened(Mail.text("large-0", hub.address("post"), text));
    for (int number = 1; number < messages; number++) {
      JsonObject message = Mail.text("large-" + number, hub.address("post"), text);
      hub.door().post(Mail.in(conversation, message)).expect(200);
    }
    for (int number : List.of(0, messages - 1)) {
      String page =
          read(hub.door(), conversation, "?limit=1000&after=" + number).expect(200).body();
      assertThat(page.indexOf("\"large-" + number + "\"")).isPositive();
      assertThat(page.indexOf("\"large-" + (number + 1) + "\"")).isNegative();
      assertThat(page.endsWith(",\"next\":" + (number + 1) + "}")).isTrue();
    }
    assertThat(read(hub.door(), conversation, "?after=" + messages).list("messages")).isEmpty();
  }
}
