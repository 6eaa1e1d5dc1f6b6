package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of runs when the hub ends, and of agents when its configuration changes. */
class InterruptedRunTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path folder;

  /** Works for ever, with a child that ignores SIGTERM, until there is a file named go. */
  private String configuration(String more) throws Exception {
    Path program =
        Homes.script(
            folder.resolve("worker.sh"),
            """
            echo $$ >> "$FOLDER/ran"
            [ -e "$FOLDER/go" ] && { echo done; exit; }
            sh -c "trap '' TERM HUP; sleep 301 & wait" &
            wait
            sleep 302
            """);
    return """
    [agents.echo]
    runner = "echo"
    access = { require_auth = false }
    [agents.worker]
    runner = "command"
    command = ["%s"]
    environment = { FOLDER = "%s" }
    access = { require_auth = false }
    %s
    """
        .formatted(program, folder, more);
  }

  private List<String> ran() throws Exception {
    return Files.exists(folder.resolve("ran"))
        ? Files.readAllLines(folder.resolve("ran"))
        : List.of();
  }

  private String begin(HubProcess hub) throws Exception {
    JsonObject message = Mail.text("work", hub.address("worker"), "go");
    String id = hub.door().post(message).expect(200).string("conversation_id");
    Eventually.is(() -> Processes.thatMention(hub.home()).size() >= 3);
    return id;
  }

  private static List<String> kinds(HubProcess hub) throws Exception {
    JsonObject trace = hub.owner().get("/api/traces").list("traces").getFirst();
    return hub
        .owner()
        .get("/api/traces/" + trace.string("trace_id").orElseThrow())
        .list("events")
        .stream()
        .map(event -> event.string("kind").orElseThrow())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Tag("MSG-43")
  void aRunIsRunAgainAndAnsweredOnce(boolean killed) throws Exception {
    Path home = Homes.make(folder.resolve("home"), configuration(""));
    try (HubProcess hub = HubProcess.start(home)) {
      String id = begin(hub);
      if (killed) {
        hub.kill();
        assertThat(Processes.thatMention(home)).as("what outlived the hub").isNotEmpty();
      } else {
        assertThat(hub.stop()).isZero();
        assertThat(Processes.thatMention(home)).isEmpty();
      }
      Files.createFile(folder.resolve("go"));
      hub.restart();
      List<JsonObject> both = hub.owner().awaitMessages(id, 2, SOON);
      assertThat(Mail.content(both.getLast())).isEqualTo("done");
      assertThat(ran()).hasSize(2);
      Eventually.is(() -> Processes.thatMention(home).isEmpty());
      assertThat(kinds(hub)).contains("interrupted");
      hub.kill();
      hub.restart();
      assertThat(hub.owner().messages(id)).hasSize(2);
      assertThat(ran()).hasSize(2);
    }
  }

  @Test
  @Tag("MSG-43")
  void whereTheAgentSaysSoTheSenderIsTold() throws Exception {
    Path home = Homes.make(folder.resolve("home"), configuration("on_interrupt = \"fail\""));
    try (HubProcess hub = HubProcess.start(home)) {
      String id = begin(hub);
      hub.kill();
      hub.restart();
      JsonObject reply = hub.owner().awaitMessages(id, 2, SOON).getLast();
      assertThat(Mail.failure(reply)).contains("run_failed");
      assertThat(Mail.content(reply)).isEqualTo("The hub ended while the agent was at work");
      assertThat(ran()).hasSize(1);
      Eventually.is(() -> Processes.thatMention(home).isEmpty());
    }
  }

  @Test
  void filesOfRunsDoNotStay() throws Exception {
    Path home = Homes.make(folder.resolve("home"), configuration(""));
    try (HubProcess hub = HubProcess.start(home)) {
      String id = begin(hub);
      hub.kill();
      Files.createFile(folder.resolve("go"));
      hub.restart();
      hub.owner().awaitMessages(id, 2, SOON);
      Eventually.is(() -> {
        try (Stream<Path> left = Files.list(home.resolve("run/runs"))) {
          return left.findAny().isEmpty();
        }
      });
    }
  }

  @Test
  void aWrongConfigurationLeavesTheRunningOneInForce() throws Exception {
    String right = configuration("");
    Path home = Homes.make(folder.resolve("home"), right);
    try (HubProcess hub = HubProcess.start(home)) {
      String id = begin(hub);
      Homes.configure(home, right + "\n[agents.new]\nruner = \"echo\"\n");
      Eventually.is(() -> faults(hub).contains("config.toml:"));
      assertThat(faults(hub)).contains("runer").contains("runner");
      hub.door().post(Mail.text("still", hub.address("echo"), "hello")).expect(200);
      String changed =
          right.replace("[agents.echo]", "[agents.parrot]")
              + "\n[agents.new]\nrunner = \"echo\"\naccess = { require_auth = false }\n";
      Homes.configure(home, changed);
      Eventually.is(() -> faults(hub).equals("[]"));
      hub.door().post(Mail.text("gone", hub.address("echo"), "hello")).expect(404);
      String fresh =
          hub.door()
              .post(Mail.text("fresh", hub.address("new"), "hello"))
              .expect(200)
              .string("conversation_id");
      hub.owner().awaitMessages(fresh, 2, SOON);
      assertThat(Processes.thatMention(home)).as("the run goes on").isNotEmpty();
      hub.owner().post("/api/conversations/" + id + "/stop", JsonObject.empty()).expect(200);
      hub.owner().awaitMessages(id, 2, SOON);
      Eventually.is(() -> Processes.thatMention(home).isEmpty());
    }
  }

  private static String faults(HubProcess hub) throws Exception {
    return String.valueOf(hub.owner().get("/api/status").json().get("config_faults"));
  }
}
