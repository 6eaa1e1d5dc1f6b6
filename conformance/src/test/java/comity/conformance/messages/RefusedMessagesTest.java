package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that are not taken, and what their senders are told. */
class RefusedMessagesTest {
  private static final String CONFIGURATION =
      """
      [agents.echo]
      runner = "echo"
      access = { require_auth = false }
      [agents.picky]
      runner = "inbox"
      content_types = ["text", "x-invoice"]
      max_message_size = "2KiB"
      access = { require_auth = false, allowed_agents = ["agent://tester.example/*"] }
      [agents.closed]
      runner = "echo"
      """;

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

  /**
   * One change to a good message, and the answer.
   *
   * @param member the top-level member that is replaced; empty replaces the whole body
   * @param json its new value, or nothing to leave it out
   */
  record Refused(String member, String json, int status, String error, String pointer) {
    String body() {
      if (member.isEmpty()) {
        return json;
      }
      JsonObject good = Mail.text("m", hub.address("echo"), "hello");
      String text = Json.text(good.without(member));
      return json.isEmpty()
          ? text
          : text.substring(0, text.length() - 1) + ",\"" + member + "\":" + json + "}";
    }
  }

  private static Refused envelope(String member, String json, String error) {
    return new Refused(member, json, 400, error, "/" + member);
  }

  private static Refused content(String json, String pointer) {
    return new Refused("content", json, 400, "invalid_content", pointer);
  }

  private static Refused uri(String member, String uri) {
    return envelope(member, "\"" + uri + "\"", "invalid_agent_uri");
  }

  static Stream<Refused> protocols() {
    return Stream.of("mamp/2.0", "mamp/0.9", "mamp/1", "mamp/1.0.0", "mamp/1.x", "MAMP/1.0", "a2a")
        .map(text -> envelope("protocol", "\"" + text + "\"", "unsupported_protocol"));
  }

  static Stream<Refused> ids() {
    return Stream.of(
            "\"\"", "\"" + "x".repeat(257) + "\"", "\"a\\nb\"", "\"\\u0000\"", "\"\\u007f\"")
        .map(json -> envelope("message_id", json, "invalid_message"));
  }

  static Stream<Refused> addresses() {
    return Stream.of(
            "",
            "echo",
            "http://host/echo",
            "agent://",
            "agent://host",
            "agent://host/",
            "agent:///echo",
            "agent://host//echo",
            "agent://host/a//b",
            "agent://host/../echo",
            "agent://host/%2e%2e/echo",
            "agent://host/.",
            "agent://host:99999/echo",
            "agent://host:/echo",
            "agent://[::1/echo",
            "agent://me@host/echo",
            "agent://host/echo?x",
            "agent://host/echo#x",
            "agent://host/%zz",
            "agent://ho st/echo")
        .flatMap(text -> Stream.of(uri("to", text), uri("from", text)));
  }

  static Stream<Refused> contents() {
    return Stream.of(
        content("[]", "/content"),
        content("[{\"type\":\"text\"}]", "/content/0/text"),
        content("[{\"type\":\"text\",\"text\":1}]", "/content/0/text"),
        content("[{\"type\":\"text\",\"text\":\"a\"},{\"text\":\"b\"}]", "/content/1/type"),
        content("[{\"type\":\"code\",\"language\":\"c\"}]", "/content/0/code"),
        content("[{\"type\":\"image\"}]", "/content/0/source"),
        content("[{\"type\":\"image\",\"source\":{\"type\":\"ftp\"}}]", "/content/0/source/type"),
        content(
            "[{\"type\":\"image\",\"source\":{\"type\":\"url\",\"url\":\"file:///etc/passwd\"}}]",
            "/content/0/source/url"),
        content(
            "[{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\","
                + "\"data\":\"???\"}}]",
            "/content/0/source/data"),
        content(
            "[{\"type\":\"file\",\"name\":\"a\",\"mime_type\":\"text/plain\",\"source\":"
                + "{\"type\":\"base64\",\"media_type\":\"text/plain\"}}]",
            "/content/0/source/data"));
  }

  static Stream<Refused> bodies() {
    String good = Json.text(Mail.text("m", "agent://127.0.0.1/echo", "hello"));
    return Stream.of(
            "{",
            "nonsense",
            good.substring(0, good.length() - 1),
            good + "x",
            good + good,
            good.replaceFirst("\\{", "{\"protocol\":\"mamp/1.0\","),
            "[".repeat(65) + "]".repeat(65),
            "[".repeat(100_000))
        .map(body -> new Refused("", body, 400, "invalid_json", ""));
  }

  static Stream<Refused> fields() {
    return Stream.concat(
        Stream.of("protocol", "message_id", "from", "to", "content")
            .flatMap(
                name -> Stream.of("", "null").map(json -> envelope(name, json, "invalid_message"))),
        Stream.of(
            envelope("protocol", "1", "invalid_message"),
            envelope("message_id", "{}", "invalid_message"),
            envelope("from", "[]", "invalid_message"),
            envelope("to", "true", "invalid_message"),
            envelope("conversation_id", "7", "invalid_message"),
            envelope("metadata", "[]", "invalid_message"),
            envelope("metadata", "\"\"", "invalid_message"),
            new Refused("", "[]", 400, "invalid_message", ""),
            new Refused("", "\"text\"", 400, "invalid_message", ""),
            new Refused(
                "metadata",
                "{\"timestamp\":\"today\"}",
                400,
                "invalid_message",
                "/metadata/timestamp"),
            new Refused(
                "metadata", "{\"timestamp\":5}", 400, "invalid_message", "/metadata/timestamp"),
            new Refused("metadata", "{\"hops\":-1}", 400, "invalid_message", "/metadata/hops")));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  @Tag("MSG-1")
  void anotherProtocol(Refused refused) throws Exception {
    assertThat(check(refused).string("message")).contains("mamp/1.0");
  }

  @ParameterizedTest
  @MethodSource("ids")
  @Tag("MSG-2")
  void aWrongId(Refused refused) throws Exception {
    check(refused);
  }

  @ParameterizedTest
  @MethodSource("addresses")
  @Tag("MSG-5")
  void aWrongAddress(Refused refused) throws Exception {
    assertThat(check(refused).string("message")).startsWith(refused.member());
  }

  @ParameterizedTest
  @MethodSource("contents")
  @Tag("MSG-7")
  @Tag("MSG-8")
  void wrongContent(Refused refused) throws Exception {
    check(refused);
  }

  @ParameterizedTest
  @MethodSource("bodies")
  @Tag("MSG-11")
  void noJson(Refused refused) throws Exception {
    check(refused);
  }

  @ParameterizedTest
  @MethodSource("fields")
  @Tag("MSG-10")
  @Tag("MSG-48")
  void aWrongField(Refused refused) throws Exception {
    check(refused);
  }

  private static HttpDoor.Reply check(Refused refused) throws Exception {
    HttpDoor.Reply reply = hub.door().send("POST", "/mamp/v1/messages", refused.body());
    assertThat(reply.error()).as(reply.body()).isEqualTo(refused.error());
    assertThat(reply.status()).isEqualTo(refused.status());
    assertThat(reply.json().string("pointer").orElse(""))
        .as(reply.body())
        .isEqualTo(refused.pointer());
    return reply;
  }

  @Test
  @Tag("MSG-11")
  void bytesThatAreNoUtf8() throws Exception {
    String body = Json.text(Mail.text("m", hub.address("echo"), "xx"));
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    int at = body.indexOf("xx");
    bytes[at] = (byte) 0xC3;
    bytes[at + 1] = (byte) 0x28;
    RawRequest.Answer answer =
        RawRequest.to(hub.port()).post("/mamp/v1/messages", List.of(), bytes);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("\"invalid_json\"");
  }

  @Test
  @Tag("MSG-9")
  void aBlockTypeThatIsNotTaken() throws Exception {
    JsonObject invoice =
        Mail.text("m", hub.address("picky"), "")
            .with("content", Content.array("{\"type\":\"x-invoice\",\"total\":1.50}"));
    hub.door().post(invoice).expect(200);
    HttpDoor.Reply refused = hub.door().post(invoice.with("to", hub.address("echo")));
    assertThat(refused.error()).isEqualTo("unsupported_content_type");
    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused.string("message")).contains("text, image, code, file");
    assertThat(refused.string("pointer")).isEqualTo("/content/0/type");
  }

  @Test
  @Tag("MSG-12")
  void moreThanTheAgentOrTheHubTakes() throws Exception {
    HttpDoor.Reply agent = hub.door().post(Mail.text("m", hub.address("picky"), "x".repeat(3000)));
    assertThat(agent.error()).isEqualTo("message_too_large");
    assertThat(agent.status()).isEqualTo(413);
    String huge = "x".repeat(17 << 20);
    HttpDoor.Reply ceiling = hub.door().send("POST", "/mamp/v1/messages", huge);
    assertThat(ceiling.error()).isEqualTo("message_too_large");
    assertThat(ceiling.status()).isEqualTo(413);
  }

  @Test
  @Tag("MSG-6")
  void anAgentThatIsNotHere() throws Exception {
    for (String to :
        List.of(
            hub.address("nobody"),
            "agent://elsewhere.example/echo",
            "agent://127.0.0.1:1/echo",
            hub.address("trace-0"))) {
      HttpDoor.Reply reply = hub.door().post(Mail.text("m", to, "hello"));
      assertThat(reply.error()).as(to).isEqualTo("agent_not_found");
      assertThat(reply.status()).isEqualTo(404);
    }
  }

  @Test
  @Tag("MSG-21")
  @Tag("MSG-24")
  void aSenderThatIsNotTaken() throws Exception {
    JsonObject stranger =
        Mail.from("agent://other.example/x", Mail.text("m", hub.address("picky"), "hello"));
    assertThat(hub.door().post(stranger).error()).isEqualTo("sender_not_allowed");
    JsonObject local =
        Mail.from(hub.address("picky"), Mail.text("m", hub.address("echo"), "hello"));
    assertThat(hub.door().post(local).expect(403).error()).isEqualTo("sender_not_allowed");
    JsonObject keyless = Mail.text("m", hub.address("closed"), "hello");
    assertThat(hub.door().post(keyless).expect(401).error()).isEqualTo("unauthorized");
  }

  @Test
  @Tag("MSG-47")
  void messagesThatCausedTooManyOthers() throws Exception {
    JsonObject message = Mail.text("hops", hub.address("picky"), "hello");
    JsonObject last = message.with("metadata", JsonObject.empty().with("hops", 32));
    hub.door().post(last).expect(200);
    JsonObject past = message.with("metadata", JsonObject.empty().with("hops", 33));
    assertThat(hub.door().post(past).expect(409).error()).isEqualTo("loop_detected");
  }
}
