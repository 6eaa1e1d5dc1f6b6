package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * One conversation of an owner with the {@code echo} of another hub: sends, and compares at the
 * end.
 */
final class Talk implements Callable<Talk> {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final String name;
  private final HubProcess here;
  private final HubProcess there;
  private final UpAndDown state;
  private final Semaphore sent;
  private final int messages;
  private final List<String> ids = new ArrayList<>();
  private String conversation = "";

  /**
   * @param state of the hub that sends
   * @param sent gets a permit for each message that was taken
   */
  Talk(
      String name,
      HubProcess here,
      HubProcess there,
      UpAndDown state,
      Semaphore sent,
      int messages) {
    this.name = name;
    this.here = here;
    this.there = there;
    this.state = state;
    this.sent = sent;
    this.messages = messages;
  }

  @Override
  public Talk call() throws IOException, InterruptedException {
    for (int number = 0; number < messages; number++) {
      String id = name + "-" + number;
      JsonObject order =
          JsonObject.empty()
              .with("to", there.address("echo"))
              .with("message_id", id)
              .with("content", "words of " + id);
      String answered =
          send(conversation.isEmpty() ? order : order.with("conversation_id", conversation));
      if (!conversation.isEmpty()) {
        assertThat(answered).isEqualTo(conversation);
      }
      conversation = answered;
      ids.add(id);
      sent.release();
    }
    return this;
  }

  private String send(JsonObject order) throws IOException, InterruptedException {
    while (true) {
      state.awaitUp();
      try {
        return here.owner().post("/api/send", order).expect(200).string("conversation_id");
      } catch (IOException killed) {
        // Nobody knows whether it was taken: it is sent again.
      }
    }
  }

  /** Both hubs have the same messages in the same order, each with its one reply. */
  void compare() throws Exception {
    List<JsonObject> near = here.owner().awaitMessages(conversation, 2 * messages, PATIENCE);
    Eventually.is(() ->
        from(here, "me", here.owner().messages(conversation)).stream()
            .allMatch(m -> Mail.state(m).equals("answered")));
    List<JsonObject> far = there.owner().messages(farConversation());
    for (List<JsonObject> side : List.of(near, far)) {
      assertThat(from(here, "me", side).stream().map(Mail::id))
          .as("sent by %s", name)
          .containsExactlyElementsOf(ids);
      List<JsonObject> replies = from(there, "echo", side);
      assertThat(replies.stream().map(m -> Mail.inReplyTo(m).orElseThrow()))
          .as("replies to %s", name)
          .containsExactlyElementsOf(ids);
      assertThat(replies.stream().map(Mail::content))
          .containsExactlyElementsOf(ids.stream().map(id -> "words of " + id).toList());
      assertThat(side).hasSize(2 * messages);
    }
    assertThat(from(there, "echo", near).stream().map(Mail::id))
        .containsExactlyElementsOf(from(there, "echo", far).stream().map(Mail::id).toList());
  }

  private static List<JsonObject> from(HubProcess hub, String agent, List<JsonObject> messages) {
    return messages.stream().filter(m -> Mail.from(m).equals(hub.address(agent))).toList();
  }

  /** The other hub has an id of its own: it is found by the first message. */
  private String farConversation() throws IOException, InterruptedException {
    for (JsonObject other :
        there.owner().get("/api/conversations?limit=1000").list("conversations")) {
      String id = other.string("conversation_id").orElseThrow();
      List<JsonObject> first =
          there.owner().get("/api/conversations/" + id + "/messages?limit=1").list("messages");
      if (Mail.id(first.getFirst()).equals(ids.getFirst())) {
        return id;
      }
    }
    throw new AssertionError(ids.getFirst() + " did not arrive");
  }
}
