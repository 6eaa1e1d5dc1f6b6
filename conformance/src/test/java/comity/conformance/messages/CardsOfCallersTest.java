package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sees which cards and what of them, to the last field, and that they hold. */
class CardsOfCallersTest {
  private static final String CONFIGURATION =
      """
      [owner]
      user_id = "u-17"
      user_name = "Ada"
      organization = "Example Works"
      [device]
      device_id = "d-3"
      device_name = "bench"
      location = "office"
      platform = "linux"
      [agents.open]
      name = "Open"
      description = "Answers anyone."
      runner = "inbox"
      default = true
      tools = ["file_read", "shell"]
      access = { public = true, require_auth = false, allowed_agents = ["*"] }
      [agents."muse/ours"]
      runner = "inbox"
      content_types = ["text", "x-invoice"]
      max_message_size = "2KiB"
      access = { allowed_agents = ["agent://tester.example/*", "agent://tester.example:8443/a"] }
      [agents.theirs]
      runner = "inbox"
      access = { require_auth = false, allowed_agents = ["agent://other.example/team/*"] }
      [agents.shown]
      runner = "inbox"
      content_types = ["*"]
      access = { public = true, allowed_agents = ["agent://tester.example/*"] }
      """;

  private static final String WHOSE =
      """
      "owner": {"user_id": "u-17", "user_name": "Ada", "organization": "Example Works"},
      "device": {"device_id": "d-3", "device_name": "bench", "location": "office",
                 "platform": "linux"},
      """;

  private static final String OPEN =
      """
      {"protocol": "mamp/1.0", "agent_id": "AT/open", "name": "Open",
       "description": "Answers anyone.",
       WHOSE
       "capabilities": {"content_types": ["text", "image", "code", "file"],
                        "max_message_size": 10485760, "streaming": false, "async": false,
                        "tools": ["file_read", "shell"]},
       "access": {"public": true, "allowed_agents": ["*"], "require_auth": false}}
      """;

  private static final String OURS =
      """
      {"protocol": "mamp/1.0", "agent_id": "AT/muse/ours", "name": "muse/ours",
       "description": "",
       WHOSE
       "capabilities": {"content_types": ["text", "x-invoice"], "max_message_size": 2048,
                        "streaming": false, "async": false, "tools": []},
       "access": {"public": false, "require_auth": true,
                  "allowed_agents": ["agent://tester.example/*", "agent://tester.example:8443/a"]}}
      """;

  @TempDir private static Path folder;
  private static HubProcess hub;
  private static Map<String, HttpDoor> callers = Map.of();

  @BeforeAll
  static void start() throws Exception {
    hub = HubProcess.start(Homes.make(folder.resolve("home"), CONFIGURATION));
    callers =
        Map.of(
            "nobody", hub.door(),
            "proxied", hub.door().with("X-Forwarded-For", "127.0.0.1"),
            "tester", hub.door().withKey(hub.key("tester", "agent://tester.example/t")),
            "other", hub.door().withKey(hub.key("other", "agent://other.example/desk")),
            "team", hub.door().withKey(hub.key("team", "agent://other.example/team/a")),
            "port", hub.door().withKey(hub.key("port", "agent://tester.example:8443/b")),
            "owner", hub.owner());
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  private static HttpDoor caller(String name) {
    return callers.getOrDefault(name, hub.door());
  }

  private static JsonObject read(String json, String whose) {
    String placed = json.replace("AT/", hub.address("")).replace("WHOSE", whose);
    if (Json.read(placed) instanceof JsonReading.Read(JsonObject object)) {
      return object;
    }
    throw new AssertionError("no JSON: " + placed);
  }

  private static JsonObject card(String caller, String agent) throws Exception {
    return caller(caller).get("/mamp/v1/card?agent=" + agent).expect(200).json();
  }

  /** Members in any order. */
  private static String canonical(JsonValue value) {
    return new String(Json.canonical(value), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "nobody, open shown",
    "proxied, open shown",
    "tester, open muse/ours shown",
    "other, open shown",
    "team, open theirs shown",
    "port, open shown",
    "owner, open muse/ours theirs shown"
  })
  @Tag("MSG-19")
  void aCallerIsShownTheAgentsThatItMaySee(String caller, String agents) throws Exception {
    List<JsonObject> cards = caller(caller).get("/mamp/v1/agents").expect(200).list("agents");
    assertThat(cards.stream().map(card -> card.string("agent_id").orElseThrow()))
        .containsExactlyElementsOf(Stream.of(agents.split(" ", -1)).map(hub::address).toList());
    for (JsonObject card : cards) {
      String agent = card.string("agent_id").orElseThrow().substring(hub.address("").length());
      assertThat(card).as(agent).isEqualTo(card(caller, agent));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "proxied", "tester", "other", "owner"})
  @Tag("MSG-19")
  void everyoneSeesAllOfAPublicCard(String caller) throws Exception {
    assertThat(canonical(card(caller, "open"))).isEqualTo(canonical(read(OPEN, WHOSE)));
    JsonObject standard = caller(caller).get("/mamp/v1/card").expect(200).json();
    assertThat(canonical(standard)).isEqualTo(canonical(read(OPEN, WHOSE)));
  }

  @ParameterizedTest
  @CsvSource({
    "nobody, false",
    "proxied, false",
    "tester, true",
    "other, false",
    "team, false",
    "port, false",
    "owner, true"
  })
  @Tag("MSG-20")
  void whoseAnAgentIsIsShownToThoseItTakesMessagesFrom(String caller, boolean shown)
      throws Exception {
    JsonObject expected = read(OURS, shown ? WHOSE : "");
    assertThat(canonical(card(caller, "muse%2Fours"))).isEqualTo(canonical(expected));
  }

  static Stream<String> spellings() {
    return Stream.of(
        "TAG",
        "W/TAG",
        "*",
        " TAG ",
        "\"a\", TAG",
        "\"a\",W/TAG,\"b\"",
        "\"a,b\", TAG",
        "W/\"a\", *");
  }

  @ParameterizedTest
  @MethodSource("spellings")
  @Tag("MSG-19")
  void aTagIsKnownInEverySpelling(String spelling) throws Exception {
    for (String path : List.of("/mamp/v1/card", "/mamp/v1/card?agent=shown", "/mamp/v1/agents")) {
      HttpDoor.Reply whole = hub.door().get(path).expect(200);
      String tag = whole.header("ETag").orElseThrow();
      assertThat(tag).matches("\"[!#-~]+\"");
      HttpDoor door = hub.door().with("If-None-Match", spelling.replace("TAG", tag));
      for (String method : List.of("GET", "HEAD")) {
        HttpDoor.Reply none = door.send(method, path, "");
        assertThat(none.status()).as(method + " " + path).isEqualTo(304);
        assertThat(none.body()).isEmpty();
        for (String name : List.of("ETag", "Cache-Control", "Vary")) {
          assertThat(none.header(name)).as(name).isPresent().isEqualTo(whole.header(name));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"a\"", "W/\"a\"", "BARE", "\"\"", "w/TAG", "\"*\"", "\"a\" TAG", "TAGTAG"})
  @Tag("MSG-19")
  void anotherTagIsNot(String spelling) throws Exception {
    String tag = hub.door().get("/mamp/v1/card").header("ETag").orElseThrow();
    String other = spelling.replace("TAG", tag).replace("BARE", tag.replace("\"", ""));
    HttpDoor.Reply reply = hub.door().with("If-None-Match", other).get("/mamp/v1/card").expect(200);
    assertThat(canonical(reply.json())).isEqualTo(canonical(read(OPEN, WHOSE)));
  }

  @Test
  @Tag("MSG-19")
  void aTagMayBeOnALineOfItsOwn() throws Exception {
    RawRequest raw = RawRequest.to(hub.port());
    String tag = raw.get("/mamp/v1/card", List.of()).header("ETag");
    List<String> lines = List.of("If-None-Match: \"a\"", "If-None-Match: " + tag);
    assertThat(raw.get("/mamp/v1/card", lines).status()).isEqualTo(304);
  }

  @Test
  @Tag("MSG-19")
  @Tag("MSG-20")
  void theTagOfOneCallerIsNotThatOfAnother() throws Exception {
    String path = "/mamp/v1/card?agent=muse%2Fours";
    String full = caller("tester").get(path).header("ETag").orElseThrow();
    HttpDoor.Reply less = hub.door().with("If-None-Match", full).get(path).expect(200);
    assertThat(less.header("ETag").orElseThrow()).isNotEqualTo(full);
    assertThat(less.body()).doesNotContain("Ada");
    assertThat(less.header("Cache-Control").orElseThrow()).contains("private");
    assertThat(less.header("Vary").orElseThrow()).contains("Authorization");
    HttpDoor.Reply none =
        hub.door().with("If-None-Match", "*").get("/mamp/v1/card?agent=none").expect(404);
    assertThat(none.error()).isEqualTo("agent_not_found");
  }

  /** Each agent is asked what it takes, and then given it. */
  @ParameterizedTest
  @ValueSource(strings = {"open", "muse/ours", "theirs", "shown"})
  @Tag("MSG-21")
  void whatACardSaysHolds(String agent) throws Exception {
    JsonObject card = card("owner", agent.replace("/", "%2F"));
    JsonObject access = card.object("access").orElseThrow();
    JsonObject capabilities = card.object("capabilities").orElseThrow();
    String allowed = access.get("allowed_agents") instanceof JsonArray a ? a.toString() : "";
    boolean anyone = allowed.contains("\"*\"");
    String sender =
        allowed.contains("other.example/team") ? "agent://other.example/team/a" : Mail.TESTER;
    HttpDoor keyed = caller(sender.equals(Mail.TESTER) ? "tester" : "team");
    JsonObject message = Mail.from(sender, Mail.text(agent, hub.address(agent), "hello"));

    boolean needsKey = new JsonBoolean(true).equals(access.get("require_auth"));
    assertThat(hub.door().post(message.with("message_id", agent + "-no-key")).status())
        .isEqualTo(needsKey ? 401 : 200);
    HttpDoor.Reply foreign =
        caller("other")
            .post(Mail.from("agent://other.example/desk", message.with("message_id", "f")));
    assertThat(foreign.status()).isEqualTo(anyone ? 200 : 403);
    assertThat(keyed.post(message).status()).isEqualTo(200);

    JsonArray types =
        (JsonArray) capabilities.members().getOrDefault("content_types", JsonArray.of(List.of()));
    for (String type : List.of("text", "image", "code", "file", "x-invoice", "x-other")) {
      boolean taken =
          types.elements().contains(new JsonString(type))
              || types.elements().contains(new JsonString("*"));
      JsonObject block = message.with("message_id", agent + type).with("content", block(type));
      assertThat(keyed.post(block).status()).as(type).isEqualTo(taken ? 200 : 415);
    }

    long most =
        ((JsonNumber) capabilities.members().getOrDefault("max_message_size", JsonNumber.of(0)))
            .asLong()
            .orElseThrow();
    assertThat(keyed.post(sized(message.with("message_id", agent + "=m"), most)).status())
        .isEqualTo(200);
    assertThat(keyed.post(sized(message.with("message_id", agent + "+1"), most + 1)).error())
        .isEqualTo("message_too_large");
  }

  private static JsonArray block(String type) {
    return Content.array(
        switch (type) {
          case "text" -> Content.text("hello");
          case "image" -> Content.image(new byte[] {1});
          case "code" -> "{\"type\":\"code\",\"language\":\"c\",\"code\":\"\"}";
          case "file" -> Content.file("a", "b");
          default -> "{\"type\":\"" + type + "\"}";
        });
  }

  /** The message with as much text as makes it so many bytes. */
  private static JsonObject sized(JsonObject message, long bytes) throws IOException {
    int rest = Json.write(message.with("content", "")).length;
    return message.with("content", "x".repeat((int) bytes - rest));
  }
}
