package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, and what counts as this machine. */
class TrustTest {
  private static final String TRUSTED = "agent://trusted.com/a";

  @TempDir private static Path folder;
  private static HubProcess hub;

  @BeforeAll
  static void start() throws Exception {
    hub =
        HubProcess.start(
            Homes.make(
                folder.resolve("home"),
                """
                [agents.closed]
                runner = "inbox"
                [agents.open]
                runner = "inbox"
                access = { require_auth = false }
                """));
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  private static JsonObject message(String id) {
    return Mail.from(TRUSTED, Mail.text(id, hub.address("closed"), "hello"));
  }

  private static JsonObject withToken(JsonObject message, String token) {
    return message.with("metadata", JsonObject.empty().with("auth_token", token));
  }

  @Test
  @Tag("MSG-22")
  void aKeyOpensTheDoorUntilItIsRevoked() throws Exception {
    assertThat(hub.door().post(message("none")).expect(401).error()).isEqualTo("unauthorized");
    assertThat(hub.door().withKey("ck_0_0").post(message("wrong")).expect(401).error())
        .isEqualTo("unauthorized");
    HttpDoor door = hub.door().withKey(hub.key("revoked", "agent://trusted.com/*"));
    door.post(message("keyed")).expect(200);
    hub.owner().post("/api/keys/revoked/revoke", JsonObject.empty()).expect(200);
    assertThat(door.post(message("keyed")).expect(401).error()).isEqualTo("unauthorized");
    assertThat(door.get("/mamp/v1/agents").expect(401).error()).isEqualTo("unauthorized");
  }

  @Test
  @Tag("MSG-3")
  @Tag("MSG-4")
  void whoOnlySaysToBeSomebodyTakesNoneOfItsIds() throws Exception {
    HttpDoor keyed = hub.door().withKey(hub.key("own-ids", "agent://trusted.com/*"));
    JsonObject open = Mail.from(TRUSTED, Mail.text("own-1", hub.address("open"), "hello"));
    String theirs = hub.door().post(open).expect(200).string("conversation_id");
    HttpDoor.Reply mine = keyed.post(open).expect(200);
    assertThat(mine.string("conversation_id")).isNotEqualTo(theirs);
    assertThat(mine.header("Idempotency-Replayed")).isEmpty();

    JsonObject first = Mail.from(TRUSTED, Mail.text("own-2", hub.address("open"), "hello"));
    String kept = keyed.post(first).expect(200).string("conversation_id");
    assertThat(hub.door().post(first).expect(200).string("conversation_id")).isNotEqualTo(kept);
    assertThat(keyed.post(first).expect(200).header("Idempotency-Replayed")).contains("true");
    keyed.get("/mamp/v1/conversations/" + kept).expect(200);
    hub.door().get("/mamp/v1/conversations/" + kept).expect(404);
  }

  @Test
  @Tag("MSG-22")
  void aKeyEndsAtItsTime() throws Exception {
    JsonObject asked =
        JsonObject.empty()
            .with("name", "short")
            .with("from", JsonArray.of(List.of(new JsonString("agent://trusted.com/*"))))
            .with("expires", 2);
    HttpDoor.Reply made = hub.owner().post("/api/keys", asked).expect(200);
    HttpDoor door = hub.door().withKey(made.string("key"));
    door.get("/mamp/v1/agents").expect(200);
    Eventually.is(() -> door.get("/mamp/v1/agents").status() == 401);
  }

  @Test
  @Tag("MSG-22")
  void aKeyInTheMessageIsTakenAndNeverKept() throws Exception {
    String key = hub.key("inside", "agent://trusted.com/*");
    String id =
        hub.door().post(withToken(message("inside"), key)).expect(200).string("conversation_id");
    hub.door().withKey(key).post(withToken(message("both"), key)).expect(200);
    assertThat(
            hub.door()
                .withKey(key)
                .post(withToken(message("unequal"), key + "0"))
                .expect(401)
                .error())
        .isEqualTo("unauthorized");
    HttpDoor.Reply page =
        hub.door().withKey(key).get("/mamp/v1/conversations/" + id + "/messages").expect(200);
    assertThat(page.body()).contains("hello").doesNotContain("auth_token").doesNotContain(key);
    assertThat(hub.stop()).isZero();
    assertThat(filesWith(hub.home(), key)).isEmpty();
    assertThat(filesWith(hub.home(), "auth_token")).isEmpty();
    assertThat(hub.errors()).doesNotContain(key);
    hub.restart();
    hub.door().withKey(key).post(message("after-restart")).expect(200);
  }

  private static List<Path> filesWith(Path home, String text) throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile).filter(file -> holds(file, text)).toList();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent://trusted.com.evil.org/a",
        "agent://eviltrusted.com/a",
        "agent://trusted.com:8443/a",
        "agent://sub.trusted.com/a",
        "agent://tester.example/trusted.com/a"
      })
  @Tag("MSG-23")
  void aKeySpeaksForItsSendersOnly(String sender) throws Exception {
    HttpDoor door = hub.door().withKey(hub.key(sender, "agent://trusted.com/*"));
    JsonObject message = Mail.from(sender, Mail.text("x", hub.address("open"), "hello"));
    assertThat(door.post(message).expect(403).error()).isEqualTo("sender_not_allowed");
    door.post(Mail.from("agent://TRUSTED.com/b/c", message.with("message_id", sender))).expect(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Forwarded-For: 127.0.0.1",
        "X-Forwarded-Host: localhost",
        "X-Forwarded-Proto: https",
        "Forwarded: for=127.0.0.1",
        "Via: 1.1 proxy"
      })
  @Tag("MSG-24")
  void behindAProxyEveryoneNeedsAKey(String header) throws Exception {
    byte[] body = Json.write(Mail.text("p-" + header, hub.address("open"), "hello"));
    RawRequest raw = RawRequest.to(hub.port());
    RawRequest.Answer without = raw.post("/mamp/v1/messages", List.of(header), body);
    assertThat(without.status()).as(without.body()).isEqualTo(401);
    String key = hub.key(header, "agent://tester.example/*");
    assertThat(
            raw.post("/mamp/v1/messages", List.of(header, "Authorization: Bearer " + key), body)
                .status())
        .isEqualTo(200);
    assertThat(raw.post("/mamp/v1/messages", List.of(), body).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:80", "10.0.0.1", "localhost.evil.example"})
  @Tag("MSG-24")
  void anotherHostIsNotThisMachine(String host) throws Exception {
    byte[] body = Json.write(Mail.text("h-" + host, hub.address("open"), "hello"));
    RawRequest raw = RawRequest.to(hub.port());
    assertThat(raw.post("/mamp/v1/messages", List.of("Host: " + host), body).status())
        .isIn(401, 403);
    String token = hub.owner().headers().get("Authorization");
    List<String> headers = List.of("Host: " + host, "Authorization: " + token);
    assertThat(raw.get("/api/status", headers).status()).isEqualTo(403);
  }

  @Test
  @Tag("MSG-24")
  void theOwnersDoorNeedsTheOwnersToken() throws Exception {
    String key = hub.key("no-owner", "agent://trusted.com/*");
    for (HttpDoor door : List.of(hub.door(), hub.door().withKey(key), hub.door().withKey("x"))) {
      assertThat(door.get("/api/status").expect(401).error()).isEqualTo("unauthorized");
      assertThat(door.post("/api/keys", JsonObject.empty()).expect(401).error())
          .isEqualTo("unauthorized");
    }
  }

  @Test
  @Tag("MSG-24")
  void itListensElsewhereOnlyWhereEveryAgentNeedsAKey() throws Exception {
    Path home = Homes.make(folder.resolve("elsewhere"), "");
    HubProcess.Ended refused =
        HubProcess.run("serve", "--port", "0", "--bind", "0.0.0.0", "--home", home.toString());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("without a key").contains("echo");
    try (HubProcess told = HubProcess.start(home, "--bind", "0.0.0.0", "--open-to-strangers")) {
      told.door().get("/healthz").expect(200);
    }
    Homes.configure(home, "[agents.echo]\nrunner = \"echo\"\n");
    try (HubProcess closed = HubProcess.start(home, "--bind", "0.0.0.0")) {
      closed.door().get("/healthz").expect(200);
      Homes.configure(
          home, "[agents.echo]\nrunner = \"echo\"\naccess = { require_auth = false }\n");
      Eventually.is(() ->
          !String.valueOf(closed.owner().get("/api/status").json().get("config_faults"))
              .equals("[]"));
      HttpDoor.Reply reply = closed.door().post(Mail.text("x", closed.address("echo"), "hello"));
      assertThat(reply.expect(401).error()).isEqualTo("unauthorized");
    }
  }
}
