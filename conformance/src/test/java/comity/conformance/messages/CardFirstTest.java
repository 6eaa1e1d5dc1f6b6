package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another hub's agent can't take is refused here, by its card, and goes nowhere. */
final class CardFirstTest {
  @TempDir private Path folder;

  private static HttpDoor.Reply send(HubProcess hub, JsonObject order)
      throws IOException, InterruptedException {
    return hub.owner().post("/api/send", order);
  }

  @Test
  @Tag("MSG-31")
  void theCardIsAskedFirst() throws IOException, InterruptedException {
    JsonValue hologram =
        JsonArray.of(List.of(JsonObject.empty().with("type", "hologram").with("depth", 3)));
    try (HubProcess theirs = HubProcess.start(Homes.make(folder.resolve("theirs"), ""));
        HubProcess ours =
            HubProcess.start(
                Homes.make(
                    folder.resolve("ours"),
                    "[[peers]]\nmatch = \"%s\"\nurl = \"%s\"\n"
                        .formatted(theirs.address("*"), theirs.url())))) {
      JsonObject order = JsonObject.empty().with("to", theirs.address("echo"));
      HttpDoor.Reply refused = send(ours, order.with("content", hologram));
      assertThat(refused.error()).isEqualTo("unsupported_content_type");
      assertThat(refused.string("pointer")).isEqualTo("/content/0/type");

      String conversation =
          send(ours, order.with("content", new JsonString("hello")))
              .expect(200)
              .string("conversation_id");
      JsonObject next = order.with("conversation_id", conversation);
      assertThat(send(ours, next.with("content", hologram)).error())
          .isEqualTo("unsupported_content_type");
      assertThat(theirs.owner().get("/api/conversations").body()).doesNotContain("hologram");
      assertThat(ours.owner().get("/api/outbox").body()).doesNotContain("hologram");
      assertThat(ours.owner().messages(conversation)).hasSize(1);
    }
  }
}
