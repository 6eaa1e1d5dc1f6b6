package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cards, and the errors of the HTTP frame. */
class CardsAndErrorsTest {
  @TempDir private static Path folder;
  private static HubProcess hub;

  @BeforeAll
  static void start() throws Exception {
    hub =
        HubProcess.start(
            Homes.make(
                folder.resolve("home"),
                """
                [owner]
                user_name = "Ada"
                [device]
                device_name = "bench"
                [agents.main]
                runner = "echo"
                default = true
                content_types = ["text"]
                max_message_size = "4KiB"
                access = { public = true, require_auth = false, allowed_agents = ["agent://tester.example/*"] }
                [agents.quiet]
                runner = "inbox"
                access = { require_auth = false, allowed_agents = ["agent://tester.example/*"] }
                """));
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  @Test
  @Tag("MSG-19")
  @Tag("MSG-20")
  void cardsShowTheOwnerToWhomTheyMay() throws Exception {
    JsonObject main = hub.door().get("/mamp/v1/card").expect(200).json();
    assertThat(main.toString()).contains("Ada").contains("bench").contains(hub.address("main"));
    String quiet = "/mamp/v1/card?agent=quiet";
    assertThat(hub.door().get(quiet).expect(200).body()).doesNotContain("Ada", "bench");
    HttpDoor allowed = hub.door().withKey(hub.key("allowed", "agent://tester.example/*"));
    assertThat(allowed.get(quiet).expect(200).body()).contains("Ada", "bench");
    HttpDoor other = hub.door().withKey(hub.key("other", "agent://other.example/*"));
    assertThat(other.get(quiet).expect(200).body()).doesNotContain("Ada", "bench");
    assertThat(hub.door().get("/mamp/v1/card?agent=none").expect(404).error())
        .isEqualTo("agent_not_found");
    assertThat(hub.door().get("/mamp/v1/agents").expect(200).list("agents")).isNotEmpty();
  }

  @Test
  @Tag("MSG-19")
  void aCardThatDidNotChangeIsNotSentAgain() throws Exception {
    for (String path : List.of("/mamp/v1/card", "/mamp/v1/agents")) {
      HttpDoor.Reply first = hub.door().get(path).expect(200);
      String tag = first.header("ETag").orElseThrow();
      assertThat(first.header("Cache-Control")).isPresent();
      HttpDoor.Reply again = hub.door().with("If-None-Match", tag).get(path);
      assertThat(again.status()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(again.header("ETag")).contains(tag);
      hub.door().with("If-None-Match", "\"other\"").get(path).expect(200);
    }
  }

  @Test
  @Tag("MSG-21")
  void whatTheCardSaysIsWhatIsEnforced() throws Exception {
    String card = hub.door().get("/mamp/v1/card").body();
    assertThat(card).contains("\"max_message_size\":4096").contains("\"content_types\":[\"text\"]");
    JsonObject small = Mail.text("small", hub.address("main"), "x");
    hub.door().post(small).expect(200);
    hub.door().post(small.with("content", "x".repeat(4096))).expect(413);
    hub.door()
        .post(
            small.with(
                "content", Content.array("{\"type\":\"code\",\"language\":\"c\",\"code\":\"\"}")))
        .expect(415);
    hub.door().post(Mail.from("agent://other.example/x", small)).expect(403);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /mamp/v1/nothing, 404, not_found",
    "GET, /mamp, 404, not_found",
    "GET, /mamp/v1/conversations/none, 404, conversation_not_found",
    "DELETE, /mamp/v1/messages, 405, method_not_allowed",
    "GET, /mamp/v1/messages, 405, method_not_allowed",
    "PUT, /mamp/v1/card, 405, method_not_allowed",
    "GET, /api/nothing, 404, not_found",
    "GET, /api/traces/none, 404, not_found",
    "GET, /api/conversations/none, 404, conversation_not_found",
    "DELETE, /api/status, 405, method_not_allowed",
    "GET, /api/send, 405, method_not_allowed",
    "GET, /api/outbox?limit=x, 400, bad_request",
    "GET, /api/resolve?uri=nonsense, 400, invalid_agent_uri"
  })
  @Tag("MSG-15")
  void everyErrorIsAnObject(String method, String path, int status, String error) throws Exception {
    HttpDoor.Reply reply = hub.owner().send(method, path, "");
    assertThat(reply.error()).as(reply.body()).isEqualTo(error);
    assertThat(reply.status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"/mamp/v1/messages", "/api/send"})
  @Tag("MSG-15")
  void whatCannotBeReadOrGivenIsRefused(String path) throws Exception {
    HttpDoor door = hub.owner();
    assertThat(door.with("Content-Type", "text/plain").send("POST", path, "{}").expect(415).error())
        .isEqualTo("unsupported_media_type");
    assertThat(door.with("Content-Encoding", "gzip").send("POST", path, "{}").expect(415).error())
        .isEqualTo("unsupported_encoding");
    assertThat(door.with("Accept", "image/png").send("POST", path, "{}").expect(406).error())
        .isEqualTo("not_acceptable");
    assertThat(door.send("POST", path, "{").expect(400).error()).isEqualTo("invalid_json");
    assertThat(door.send("POST", path, "{}").expect(400).error()).isEqualTo("invalid_message");
    assertThat(door.send("POST", path, " ".repeat(17 << 20)).expect(413).error())
        .isEqualTo("message_too_large");
  }
}
