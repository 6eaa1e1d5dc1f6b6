package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.CopiedFolder;
import comity.host.ProcessMark;
import comity.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A home that was copied while a program runs for a message: the run is of the original's hub. */
@Timeout(240)
final class CopiedHubTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path folder;

  /** Says who it is and whose, and works until there is a file named go. */
  private String configuration() throws Exception {
    Path program =
        Homes.script(
            folder.resolve("worker.sh"),
            """
            echo "$$ $COMITY_HOME" >> "$FOLDER/ran"
            while [ -d "$FOLDER" ] && [ ! -e "$FOLDER/go" ]; do sleep 0.1; done
            echo done
            """);
    return """
    [agents.worker]
    runner = "command"
    command = ["%s"]
    environment = { FOLDER = "%s" }
    access = { require_auth = false }
    """
        .formatted(program, folder);
  }

  /** The programs that began: a process and the home that it was told of. */
  private List<String[]> ran() throws Exception {
    List<String[]> all = new ArrayList<>();
    if (Files.exists(folder.resolve("ran"))) {
      Files.readAllLines(folder.resolve("ran")).forEach(line -> all.add(line.split(" ", 2)));
    }
    return all;
  }

  private static boolean lives(String pid) {
    return ProcessMark.of(Long.parseLong(pid)).filter(ProcessMark::isAlive).isPresent();
  }

  @Test
  @Tag("MSG-43")
  void theHubOfTheCopyLeavesTheOriginalsRunAlone() throws Exception {
    Path home = Homes.make(folder.toRealPath().resolve("home"), configuration());
    try (HubProcess hub = HubProcess.start(home)) {
      JsonObject message = Mail.text("work", hub.address("worker"), "go");
      String id = hub.door().post(message).expect(200).string("conversation_id");
      Eventually.is(() -> ran().size() == 1);
      Path copy = CopiedFolder.of(home, home.resolveSibling("copy"));
      try (HubProcess other = HubProcess.start(copy)) {
        // The copy has the run too, and runs it once more.
        Eventually.is(() -> ran().size() == 2);
        assertThat(ran().getFirst()[1]).isEqualTo(home.toString());
        assertThat(ran().getLast()[1]).isEqualTo(copy.toString());
        assertThat(lives(ran().getFirst()[0])).isTrue();
        assertThat(other.stop()).isZero();
      }
      assertThat(lives(ran().getLast()[0])).isFalse();
      assertThat(lives(ran().getFirst()[0])).isTrue();
      Files.createFile(folder.resolve("go"));
      JsonObject reply = hub.owner().awaitMessages(id, 2, SOON).getLast();
      assertThat(Mail.content(reply)).isEqualTo("done");
      assertThat(ran()).hasSize(2);
    }
  }
}
