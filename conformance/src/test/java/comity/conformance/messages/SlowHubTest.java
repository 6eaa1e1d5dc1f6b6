package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.OtherHub.Said;
import comity.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowHubTest {
  /** More than all tries that a hub makes at a time. */
  private static final int TO_THE_SLOW_ONE = 40;

  /** Tries to one hub at a time. */
  private static final int AT_A_TIME = 8;

  @TempDir private Path folder;

  @Test
  @Tag("MSG-30")
  void oneThatAnswersLateHoldsUpNoOther() throws Exception {
    CountDownLatch mayAnswer = new CountDownLatch(1);
    try (OtherHub slow =
            new OtherHub((post, _) -> {
              assertThat(mayAnswer.await(60, TimeUnit.SECONDS)).isTrue();
              return Said.received(post);
            });
        OtherHub quick = new OtherHub((post, _) -> Said.received(post));
        HubProcess hub =
            HubProcess.start(
                Homes.make(
                    folder.resolve("home"),
                    slow.peer("slow.example") + quick.peer("quick.example")))) {
      List<String> waiting = new ArrayList<>();
      for (int i = 0; i < TO_THE_SLOW_ONE; i++) {
        waiting.add(send(hub, "slow.example", "slow-" + i));
      }
      Eventually.is(() -> slow.posts().size() == AT_A_TIME);
      for (int i = 0; i < 3; i++) {
        String conversation = send(hub, "quick.example", "quick-" + i);
        Eventually.is(() -> state(hub, conversation).equals("delivered"));
      }
      assertThat(slow.posts()).hasSize(AT_A_TIME);
      mayAnswer.countDown();
      for (String conversation : waiting) {
        Eventually.is(() -> state(hub, conversation).equals("delivered"));
      }
      assertThat(slow.posts()).hasSize(TO_THE_SLOW_ONE);
    }
  }

  private static String send(HubProcess hub, String to, String id) throws Exception {
    JsonObject order =
        JsonObject.empty()
            .with("to", "agent://" + to + "/x")
            .with("message_id", id)
            .with("content", "words of " + id);
    return hub.owner().post("/api/send", order).expect(200).string("conversation_id");
  }

  private static String state(HubProcess hub, String conversation) throws Exception {
    return Mail.state(hub.owner().messages(conversation).getFirst());
  }
}
