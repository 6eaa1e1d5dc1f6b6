package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents whose programs send messages on purpose: each is caused by the one that they run for. */
class HopsTest {
  /** Nearly as many as may lead to a message: only the last few are waited for. */
  private static final int FIRST = 29;

  @TempDir private Path folder;

  private String agent(String id, String other, Path comity) throws IOException {
    Path said = folder.resolve("said");
    String script =
        """
        '%s' --home '%s' send %s again > '%s'.$COMITY_HOPS 2>&1
        code=$?
        echo "%s $COMITY_HOPS $code" >> '%s'
        """
            .formatted(comity, folder.resolve("home"), other, folder.resolve("sent"), id, said);
    return """
    [agents.%s]
    runner = "command"
    command = ["%s"]
    access = { require_auth = false }
    """
        .formatted(id, Homes.script(folder.resolve(id + ".sh"), script));
  }

  @Test
  @Tag("MSG-47")
  void twoProgramsThatSendToEachOtherEnd() throws Exception {
    Path comity = HubProcess.launcher(folder.resolve("comity"));
    String configuration = agent("ping", "pong", comity) + agent("pong", "ping", comity);
    Path said = folder.resolve("said");
    try (HubProcess hub = HubProcess.start(Homes.make(folder.resolve("home"), configuration))) {
      JsonObject first = Mail.text("first", hub.address("ping"), "go");
      JsonObject hops = JsonObject.empty().with("hops", FIRST);
      hub.door().post(first.with("metadata", hops)).expect(200);
      // Each writes its line when its own message is sent: the order may differ, the number not.
      Eventually.is(() -> Files.exists(said) && Files.readAllLines(said).size() == 4);
      assertThat(Files.readAllLines(said))
          .containsExactlyInAnyOrder("pong 32 1", "ping 31 0", "pong 30 0", "ping 29 0");
      assertThat(Files.readString(folder.resolve("sent.32"))).contains("More than 32 messages");
    }
  }
}
