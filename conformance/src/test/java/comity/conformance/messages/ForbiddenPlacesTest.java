package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.OtherHub.Said;
import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a hub calls nobody unless a peer entry allows it: what listens there sees no connection.
 */
@Tag("MSG-26")
class ForbiddenPlacesTest {
  @TempDir private Path folder;
  private final List<ServerSocket> listening = new ArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private int port;

  /** Listens at one port of several addresses of this machine. */
  @BeforeEach
  void listen() throws IOException {
    port = listen("127.0.0.1", 0);
    listen("127.0.0.2", port);
    try {
      listen("::1", port);
    } catch (SocketException noIpv6) {
      // Nothing of this machine is there; the hub refuses to go there all the same.
    }
  }

  private int listen(String address, int at) throws IOException {
    ServerSocket socket = new ServerSocket(at, 50, InetAddress.ofLiteral(address));
    listening.add(socket);
    Thread.ofVirtual()
        .start(() -> {
          try {
            while (true) {
              Socket seen = socket.accept();
              connections.incrementAndGet();
              seen.close();
            }
          } catch (IOException closed) {
            // The test is over.
          }
        });
    return socket.getLocalPort();
  }

  @AfterEach
  void close() throws IOException {
    for (ServerSocket socket : listening) {
      socket.close();
    }
  }

  /** A hub that takes these names to be at these addresses, and nothing else to have any. */
  private HubProcess start(String configuration) throws IOException {
    Path hosts =
        Files.writeString(
            folder.resolve("hosts"),
            """
            127.0.0.1 inside.example localhost
            ::1 inside6.example
            169.254.169.254 metadata.example
            10.1.2.3 private.example
            169.254.1.1 near.example
            fe80::1 near6.example
            fd00::1 private6.example
            224.0.0.1 many.example
            0.0.0.0 any.example
            """);
    return HubProcess.start(
        Homes.make(folder.resolve("home"), configuration),
        List.of("env", "JAVA_TOOL_OPTIONS=-Djdk.net.hosts.file=" + hosts),
        0);
  }

  private static JsonObject order(String to) {
    return JsonObject.empty().with("to", to).with("content", "hello");
  }

  /** Sends, and returns why nothing was sent. */
  private static String refusal(HubProcess hub, String to) throws Exception {
    HttpDoor.Reply reply = hub.owner().post("/api/send", order(to)).expect(200);
    String id = reply.string("message_id");
    Eventually.is(() -> entry(hub, id).string("state").orElse("").equals("dead"));
    JsonObject entry = entry(hub, id);
    assertThat(Json.text(entry)).contains("\"attempts\":1");
    return entry.string("reason").orElseThrow();
  }

  private static JsonObject entry(HubProcess hub, String id) throws Exception {
    return hub.owner().get("/api/outbox").list("entries").stream()
        .filter(entry -> Mail.id(entry).equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static String card(HubProcess hub, String agent) throws Exception {
    HttpDoor.Reply reply =
        hub.owner().get("/api/card?uri=" + URLEncoder.encode(agent, StandardCharsets.UTF_8));
    assertThat(reply.error()).isEqualTo("agent_not_found");
    return reply.string("message");
  }

  @Test
  void anAddressThatNoPeerEntryAllows() throws Exception {
    try (HubProcess hub = start("")) {
      for (String host :
          List.of(
              "127.0.0.1",
              "127.0.0.2",
              "localhost",
              "[::1]",
              "inside.example",
              "inside6.example")) {
        String agent = "agent://" + host + ":" + port + "/x";
        assertThat(refusal(hub, agent)).contains("a loopback address");
        assertThat(card(hub, agent)).contains("a loopback address");
      }
      assertThat(refusal(hub, "agent://10.1.2.3/x")).contains("a private address");
      assertThat(refusal(hub, "agent://private.example/x")).contains("a private address");
      assertThat(refusal(hub, "agent://private6.example/x")).contains("a private address");
      assertThat(refusal(hub, "agent://169.254.169.254/x")).contains("a cloud's metadata address");
      assertThat(refusal(hub, "agent://metadata.example/x")).contains("a cloud's metadata address");
      assertThat(refusal(hub, "agent://near.example/x")).contains("a link-local address");
      assertThat(refusal(hub, "agent://near6.example/x")).contains("a link-local address");
      assertThat(refusal(hub, "agent://many.example/x")).contains("a multicast address");
      assertThat(refusal(hub, "agent://any.example/x")).contains("an unspecified address");
    }
    assertThat(connections).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://inside.example:%d", "http://127.0.0.1:%d\"\nallow_private = false #"})
  void aPeerEntryThatDoesNotAllowIt(String url) throws Exception {
    String peer =
        "[[peers]]\nmatch = \"agent://there.example/*\"\nurl = \"%s\"\n"
            .formatted(url.formatted(port));
    try (HubProcess hub = start(peer)) {
      assertThat(refusal(hub, "agent://there.example/x")).contains("a loopback address");
      assertThat(card(hub, "agent://there.example/x")).contains("a loopback address");
    }
    assertThat(connections).hasValue(0);
  }

  @Test
  void aPeerEntryAllowsItsOwnHostAlone() throws Exception {
    String peer =
        "[[peers]]\nmatch = \"agent://there.example/*\"\nurl = \"http://127.0.0.1:%d\"\n"
            .formatted(port);
    try (HubProcess hub = start(peer)) {
      assertThat(refusal(hub, "agent://127.0.0.1:" + port + "/x")).contains("a loopback address");
      assertThat(connections).hasValue(0);
      hub.owner().post("/api/send", order("agent://there.example/x")).expect(200);
      Eventually.is(() -> connections.get() > 0);
    }
  }

  @Test
  void whereARedirectLeadsIsCheckedAgain() throws Exception {
    try (OtherHub other = new OtherHub((_, _) -> new Said(307).with("Location", "http://x/"));
        HubProcess hub = start(other.peer("there.example"))) {
      for (String host : List.of("127.0.0.2", "localhost", "[::1]", "inside.example")) {
        other.card(new Said(302).with("Location", "http://" + host + ":" + port + "/card"));
        assertThat(card(hub, "agent://there.example/x")).contains("a loopback address");
      }
      other.card(new Said(302).with("Location", "http://169.254.169.254/latest/meta-data"));
      assertThat(card(hub, "agent://there.example/x")).contains("a cloud's metadata address");
      other.card(new Said(302).with("Location", "file:///etc/passwd"));
      assertThat(card(hub, "agent://there.example/x")).contains("only http and https");
      assertThat(other.gets()).hasSize(6);
    }
    assertThat(connections).hasValue(0);
  }

  @Test
  void aMessageIsNotSentOnToWhereARedirectLeads() throws Exception {
    String elsewhere = "http://127.0.0.2:" + port + "/mamp/v1/messages";
    try (OtherHub other = new OtherHub((_, _) -> new Said(307).with("Location", elsewhere));
        HubProcess hub = start(other.peer("there.example"))) {
      String id =
          hub.owner()
              .post("/api/send", order("agent://there.example/x"))
              .expect(200)
              .string("message_id");
      Eventually.is(() -> entry(hub, id).string("reason").orElse("").contains("307"));
      assertThat(entry(hub, id).string("state")).as("it is tried again later").contains("pending");
    }
    assertThat(connections).hasValue(0);
  }

  @Test
  void aReplyGoesNowhereWhereTheSendersHubIsInside() throws Exception {
    try (HubProcess hub = start("")) {
      for (String host : List.of("inside.example", "127.0.0.1")) {
        String sender = "agent://" + host + ":" + port + "/x";
        HttpDoor door = hub.door().withKey(hub.key(host, sender));
        String conversation =
            door.post(Mail.from(sender, Mail.text(host, hub.address("echo"), "hello")))
                .expect(200)
                .string("conversation_id");
        hub.owner().awaitMessages(conversation, 2, Duration.ofSeconds(30));
      }
      Eventually.is(() ->
          hub.owner().get("/api/outbox").list("entries").stream()
              .allMatch(entry -> entry.string("state").orElse("").equals("dead")));
      List<JsonObject> entries = hub.owner().get("/api/outbox").list("entries");
      assertThat(entries).as("for loopback's none is made").hasSize(1);
      assertThat(entries.getFirst().string("reason").orElseThrow()).contains("a loopback address");
    }
    assertThat(connections).hasValue(0);
  }
}
