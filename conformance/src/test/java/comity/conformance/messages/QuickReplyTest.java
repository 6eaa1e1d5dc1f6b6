package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another hub, played by the test, whose reply is there before the 200 of the message it answers.
 */
class QuickReplyTest {
  private static final String THERE = "agent://there.example/echo";
  private static final String CONVERSATION = "their-conversation";

  @TempDir private Path folder;
  private final List<JsonObject> posted = new CopyOnWriteArrayList<>();

  @Test
  @Tag("MSG-4")
  @Tag("MSG-30")
  void theMessageIsPostedAgainAsItWas() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String configuration =
        """
        [outbox]
        first_retry = "100ms"
        longest_retry = "100ms"
        [[peers]]
        match = "agent://there.example/*"
        url = "http://127.0.0.1:%d"
        """
            .formatted(other.getAddress().getPort());
    try (HubProcess hub = HubProcess.start(Homes.make(folder.resolve("home"), configuration))) {
      HttpDoor there = hub.door().withKey(hub.key("there", "agent://there.example/*"));
      other.createContext("/", exchange -> answer(exchange, there, hub.address("me")));
      other.start();
      JsonObject order = JsonObject.empty().with("to", THERE).with("content", "hello");
      String id = hub.owner().post("/api/send", order).expect(200).string("conversation_id");
      Eventually.is(
          () -> posted.size() >= 2 && hub.owner().get("/api/outbox").list("entries").isEmpty());
      assertThat(posted.get(1)).isEqualTo(posted.get(0));
      assertThat(posted.get(0).get("conversation_id")).isNull();
      assertThat(hub.owner().messages(id)).hasSize(2);
      hub.owner().post("/api/send", order.with("conversation_id", id)).expect(200);
      Eventually.is(() -> posted.size() == 3);
      assertThat(posted.get(2).string("conversation_id")).contains(CONVERSATION);
    } finally {
      other.stop(0);
    }
  }

  /** The first message is answered with a reply, and then with nothing; later ones as usual. */
  private void answer(HttpExchange exchange, HttpDoor hub, String owner) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (!(Json.read(body) instanceof JsonReading.Read(JsonObject message))) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      posted.add(message);
      if (posted.size() == 1) {
        JsonObject reply =
            Mail.in(CONVERSATION, Mail.from(THERE, Mail.text("quick", owner, "hello")))
                .with("metadata", JsonObject.empty().with("in_reply_to", Mail.id(message)));
        hub.post(reply).expect(200);
        return;
      }
      byte[] received =
          "{\"conversation_id\":\"%s\",\"message_id\":\"%s\",\"status\":\"received\"}"
              .formatted(CONVERSATION, Mail.id(message))
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, received.length);
      exchange.getResponseBody().write(received);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
