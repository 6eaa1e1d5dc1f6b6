package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.OtherHub.Said;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message is one, and in one order with the others, whichever doors it came through. */
@Tag("MSG-44")
class OneRecordTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private static Path folder;
  private static OtherHub other;
  private static HubProcess hub;

  @BeforeAll
  static void start() throws Exception {
    other = new OtherHub((post, _) -> Said.received(post));
    hub =
        HubProcess.start(
            Homes.make(
                folder.resolve("home"),
                other.peer("there.example")
                    + """
                    [agents.echo]
                    runner = "echo"
                    [agents.post]
                    runner = "inbox"
                    """));
  }

  @AfterAll
  static void end() {
    hub.close();
    other.close();
  }

  /** The owner's message, as the owner's door takes it. */
  private static JsonObject order(String id, String to, String text) {
    return JsonObject.empty().with("message_id", id).with("to", to).with("content", text);
  }

  /** The same message, as MAMP writes it. */
  private static JsonObject message(String id, String to, String text) {
    return Mail.from(hub.address("me"), Mail.text(id, to, text));
  }

  private static HttpDoor.Reply byOwner(JsonObject order) throws IOException, InterruptedException {
    return hub.owner().post("/api/send", order);
  }

  /** {@code comity send … --json}. */
  private static JsonObject byCommand(String... words) throws Exception {
    String[] all =
        Stream.concat(
                Stream.concat(Stream.of("send"), Stream.of(words)),
                Stream.of("--json", "--home", hub.home().toString()))
            .toArray(String[]::new);
    HubProcess.Ended ended = HubProcess.run(all);
    assertThat(ended.code()).as(ended.err()).isZero();
    if (Json.read(ended.out()) instanceof JsonReading.Read(JsonObject sent)) {
      return sent;
    }
    throw new AssertionError("no JSON: " + ended.out());
  }

  private static void isReplay(HttpDoor.Reply reply, String conversation) {
    reply.expect(200);
    assertThat(reply.header("Idempotency-Replayed")).contains("true");
    assertThat(reply.string("conversation_id")).isEqualTo(conversation);
  }

  @Test
  @Tag("MSG-3")
  void twiceThroughTheSameDoor() throws Exception {
    HttpDoor door = hub.door().withKey(hub.key("twice", Mail.TESTER));
    JsonObject message = Mail.text("mamp twice", hub.address("echo"), "hello");
    String mamp = door.post(message).expect(200).string("conversation_id");
    isReplay(door.post(message), mamp);
    JsonObject order = order("owner twice", hub.address("echo"), "hello");
    String owned = byOwner(order).expect(200).string("conversation_id");
    assertThat(byOwner(order).expect(200).string("conversation_id")).isEqualTo(owned);
    for (String conversation : List.of(mamp, owned)) {
      hub.owner().awaitMessages(conversation, 2, SOON);
      List<JsonObject> all = hub.owner().messages(conversation);
      assertThat(all).hasSize(2);
      assertThat(Mail.state(all.getFirst())).isEqualTo("answered");
    }
  }

  @Test
  void firstByTheOwnersDoorThenByMamp() throws Exception {
    String to = hub.address("echo");
    String conversation =
        byOwner(order("owner first", to, "hello")).expect(200).string("conversation_id");
    isReplay(hub.owner().post(message("owner first", to, "hello")), conversation);
    HttpDoor keyed = hub.door().withKey(hub.key("me", hub.address("me")));
    isReplay(keyed.post(message("owner first", to, "hello")), conversation);
    assertThat(keyed.post(message("owner first", to, "other")).expect(409).error())
        .isEqualTo("message_id_conflict");
    hub.owner().awaitMessages(conversation, 2, SOON);
    assertThat(hub.owner().messages(conversation)).hasSize(2);
  }

  @Test
  void firstByMampThenByTheOwnersDoor() throws Exception {
    String to = hub.address("echo");
    String conversation =
        hub.owner().post(message("mamp first", to, "hello")).expect(200).string("conversation_id");
    HttpDoor.Reply again = byOwner(order("mamp first", to, "hello")).expect(200);
    assertThat(again.string("conversation_id")).isEqualTo(conversation);
    for (JsonObject conflict :
        List.of(
            order("mamp first", to, "other"),
            order("mamp first", hub.address("post"), "hello"),
            order("mamp first", "agent://there.example/x", "hello"))) {
      assertThat(byOwner(conflict).expect(409).error()).isEqualTo("message_id_conflict");
    }
    hub.owner().awaitMessages(conversation, 2, SOON);
    assertThat(hub.owner().messages(conversation)).hasSize(2);
    assertThat(other.posts("mamp first")).isEmpty();
  }

  @Test
  void whatTheCommandSentIsKnownAtTheOtherDoors() throws Exception {
    JsonObject sent = byCommand("echo", "hello");
    String id = Mail.id(sent);
    String conversation = sent.string("conversation_id").orElseThrow();
    isReplay(hub.owner().post(message(id, hub.address("echo"), "hello")), conversation);
    HttpDoor.Reply again = byOwner(order(id, hub.address("echo"), "hello")).expect(200);
    assertThat(again.string("conversation_id")).isEqualTo(conversation);
    assertThat(hub.owner().post(message(id, hub.address("echo"), "other")).expect(409).error())
        .isEqualTo("message_id_conflict");
    hub.owner().awaitMessages(conversation, 2, SOON);
    assertThat(hub.owner().messages(conversation)).hasSize(2);
  }

  @Test
  void whatGoesToAnotherHubGoesOnce() throws Exception {
    JsonObject order = order("away", "agent://there.example/x", "hello");
    String conversation = byOwner(order).expect(200).string("conversation_id");
    assertThat(byOwner(order).expect(200).string("conversation_id")).isEqualTo(conversation);
    Eventually.is(
        () -> Mail.state(hub.owner().messages(conversation).getFirst()).equals("delivered"));
    assertThat(byOwner(order).expect(200).string("conversation_id")).isEqualTo(conversation);
    assertThat(byOwner(order.with("content", "other")).expect(409).error())
        .isEqualTo("message_id_conflict");
    JsonObject here = message("away", hub.address("post"), "hello");
    assertThat(hub.owner().post(here).expect(409).error()).isEqualTo("message_id_conflict");
    hub.kill();
    hub.restart();
    assertThat(byOwner(order).expect(200).string("conversation_id")).isEqualTo(conversation);
    String next =
        byOwner(
                order("away next", "agent://there.example/x", "hello")
                    .with("conversation_id", conversation))
            .expect(200)
            .string("conversation_id");
    assertThat(next).isEqualTo(conversation);
    Eventually.is(() -> other.posts("away next").size() == 1);
    assertThat(other.posts("away")).hasSize(1);
    assertThat(hub.owner().messages(conversation).stream().map(Mail::id))
        .containsExactly("away", "away next");
  }

  @Test
  void theDoorsOfOneConversationShareOneOrder() throws Exception {
    String to = hub.address("echo");
    String conversation = byOwner(order("order 1", to, "1")).expect(200).string("conversation_id");
    hub.owner().post(Mail.in(conversation, message("order 2", to, "2"))).expect(200);
    JsonObject third = byCommand("echo", "3", "--conversation", conversation);
    byOwner(order("order 4", to, "4").with("conversation_id", conversation)).expect(200);
    hub.owner().post(Mail.in(conversation, message("order 5", to, "5"))).expect(200);
    List<JsonObject> all = hub.owner().awaitMessages(conversation, 10, SOON);
    List<String> asked = List.of("order 1", "order 2", Mail.id(third), "order 4", "order 5");
    assertThat(all.stream().filter(m -> Mail.from(m).equals(hub.address("me"))).map(Mail::id))
        .containsExactlyElementsOf(asked);
    assertThat(all.stream().flatMap(m -> Mail.inReplyTo(m).stream()))
        .containsExactlyElementsOf(asked);
    assertThat(all.stream().map(m -> m.get("sequence")).distinct()).hasSize(10);
    assertThat(
            hub
                .owner()
                .get("/mamp/v1/conversations/" + conversation + "/messages")
                .list("messages")
                .stream()
                .map(Mail::id))
        .containsExactlyElementsOf(all.stream().map(Mail::id).toList());
  }
}
