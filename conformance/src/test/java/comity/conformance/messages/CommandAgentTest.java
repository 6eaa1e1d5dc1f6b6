package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents that are a program for each message: real programs, good ones and bad ones. */
class CommandAgentTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  private static HubProcess hub;

  @BeforeAll
  static void start() throws Exception {
    StringBuilder configuration = new StringBuilder();
    agent(configuration, "upper", "tail -n +2 | sed 's/^| //' | tr a-z A-Z", "");
    agent(configuration, "input", "cat", "");
    agent(configuration, "fails", "echo busy >&2; echo 'the disk is on fire' >&2; exit 3", "");
    agent(configuration, "silent", "exit 7", "");
    agent(configuration, "hangs", "sleep 300 & sleep 300", "timeout = \"1s\"");
    agent(configuration, "floods", "yes", "output_limit = \"64KiB\"");
    agent(configuration, "killed", "kill -9 $$", "");
    agent(configuration, "works", "touch \"$MARK\"; sleep 300 & sleep 300", mark());
    agent(
        configuration,
        "copies",
        """
        cp "$COMITY_IN_DIR"/* "$COMITY_OUT_DIR"
        cp "$COMITY_ENVELOPE" "$COMITY_OUT_DIR/envelope.json"
        echo done > "$COMITY_OUT_DIR/run.log"
        ls "$COMITY_IN_DIR" | tr '\\n' ' '
        """,
        "");
    agent(
        configuration,
        "links",
        "rmdir \"$COMITY_OUT_DIR\"; ln -s /etc \"$COMITY_OUT_DIR\"; echo ok",
        "");
    String turn = "echo begins >> \"$MARK.$MODE\"; sleep 0.2; echo ends >> \"$MARK.$MODE\"";
    agent(configuration, "two", turn, "concurrency = 2\n" + mark("two"));
    agent(configuration, "order", turn, "concurrency = 8\n" + mark("order"));
    configuration.append("[agents.missing]\nrunner = \"command\"\ncommand = [\"/no/such\"]\n");
    configuration.append("access = { require_auth = false }\n");
    hub = HubProcess.start(Homes.make(folder.resolve("home"), configuration.toString()));
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  private static String mark() {
    return mark("");
  }

  private static String mark(String mode) {
    return "environment = { MARK = \"" + folder.resolve("mark") + "\", MODE = \"" + mode + "\" }";
  }

  private static void agent(StringBuilder configuration, String name, String script, String more)
      throws Exception {
    Path program = Homes.script(folder.resolve(name + ".sh"), script + "\n");
    configuration.append(
        """
        [agents.%s]
        runner = "command"
        command = ["%s"]
        access = { require_auth = false }
        %s
        """
            .formatted(name, program, more));
  }

  private static JsonObject ask(String agent, JsonValue content) throws Exception {
    String id = "ask-" + NUMBERS.incrementAndGet();
    JsonObject message = Mail.text(id, hub.address(agent), "").with("content", content);
    String conversation = hub.door().post(message).expect(200).string("conversation_id");
    JsonObject reply = hub.owner().awaitMessages(conversation, 2, SOON).getLast();
    assertThat(Mail.inReplyTo(reply)).contains(id);
    return reply;
  }

  @Test
  @Tag("MSG-42")
  void whatItWritesIsTheReply() throws Exception {
    assertThat(Mail.content(ask("upper", Content.array(Content.text("hello\\nyou")))))
        .isEqualTo("HELLO\nYOU");
  }

  @Test
  @Tag("MSG-42")
  void whatItReadsIsMarkedAsForeign() throws Exception {
    String foreign = "a\\n/exit\\n\\u001b[31mred\\r\\n!rm -rf ~\\u0000\\u0008";
    List<String> lines =
        Mail.content(ask("input", Content.array(Content.text(foreign)))).lines().toList();
    assertThat(lines.getFirst())
        .startsWith("[comity] untrusted message from " + Mail.TESTER + " in conv-");
    assertThat(lines.subList(1, lines.size())).allSatisfy(l -> assertThat(l).startsWith("| "));
    assertThat(String.join("", lines)).doesNotContainPattern("\\p{Cntrl}").contains("/exit", "red");
  }

  @ParameterizedTest
  @CsvSource({
    "fails, The agent's program ended with code 3, fails.sh ended with code 3: the disk is on fire",
    "silent, The agent's program ended with code 7, silent.sh ended with code 7",
    "hangs, hangs.sh took longer than 1 s and was ended, hangs.sh took longer than 1 s",
    "floods, floods.sh wrote more than 65536 bytes and was ended, floods.sh wrote more",
    "missing, The agent's program could not be started, Not started"
  })
  @Tag("MSG-43")
  void theSenderIsToldThatItFailedAndTheOwnerWhy(String agent, String told, String detail)
      throws Exception {
    JsonObject reply = ask(agent, Content.array(Content.text("go")));
    assertThat(Mail.failure(reply)).contains("run_failed");
    assertThat(Mail.content(reply)).isEqualTo(told);
    JsonObject trace = trace(reply);
    assertThat(trace.string("status")).contains("failed");
    String id = trace.string("trace_id").orElseThrow();
    assertThat(hub.owner().get("/api/traces/" + id).expect(200).body()).contains(detail);
    assertThat(Processes.thatMention(hub.home())).isEmpty();
    hub.door().get("/healthz").expect(200);
  }

  @Test
  @Tag("MSG-43")
  void aProgramThatIsKilledHasFailed() throws Exception {
    assertThat(Mail.failure(ask("killed", Content.array(Content.text("go")))))
        .contains("run_failed");
  }

  private static JsonObject trace(JsonObject message) throws Exception {
    String conversation = message.string("conversation_id").orElseThrow();
    return hub.owner().get("/api/traces?limit=1000").list("traces").stream()
        .filter(trace -> trace.string("conversation_id").orElseThrow().equals(conversation))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("MSG-41")
  @Tag("MSG-43")
  void stoppingATraceEndsTheWholeTree() throws Exception {
    String conversation =
        hub.door()
            .post(Mail.text("stop", hub.address("works"), "go"))
            .expect(200)
            .string("conversation_id");
    Eventually.is(() -> Files.exists(folder.resolve("mark")));
    Eventually.is(() -> Processes.thatMention(hub.home()).size() == 3);
    JsonObject running = trace(JsonObject.empty().with("conversation_id", conversation));
    assertThat(running.string("status")).contains("running");
    String id = running.string("trace_id").orElseThrow();
    hub.owner().post("/api/traces/" + id + "/stop", JsonObject.empty()).expect(200);
    JsonObject reply = hub.owner().awaitMessages(conversation, 2, SOON).getLast();
    assertThat(Mail.content(reply)).isEqualTo("The owner stopped the run");
    assertThat(Processes.thatMention(hub.home())).isEmpty();
    HttpDoor.Reply shown = hub.owner().get("/api/traces/" + id);
    assertThat(shown.string("status")).isEqualTo("stopped");
    assertThat(shown.list("events").stream().map(e -> e.string("kind").orElseThrow()))
        .containsSubsequence("message", "stopped");
  }

  @Test
  @Tag("MSG-8")
  void textImagesAndFilesGoBothWays() throws Exception {
    byte[] image = {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2, (byte) 0xFF};
    JsonObject reply =
        ask(
            "copies",
            Content.array(
                Content.text("see these"),
                Content.image(image),
                Content.file("../../notes.txt", "line 1\nline 2")));
    assertThat(reply.get("content")).as(String.valueOf(reply)).isInstanceOf(JsonArray.class);
    String content = String.valueOf(reply.get("content"));
    String listed = ((JsonArray) reply.get("content")).elements().getFirst().toString();
    assertThat(listed).contains("2-image.png").contains("notes.txt").doesNotContain("/");
    assertThat(content)
        .contains(Content.image(image))
        .contains(Content.file("x", "line 1\nline 2").replaceFirst("^.*\"data\"", "\"data\""))
        .contains("\"name\":\"envelope.json\",\"mime_type\":\"application/json\"")
        .contains("\"name\":\"run.log\",\"mime_type\":\"text/plain\"");
  }

  @Test
  @Tag("MSG-42")
  void aFolderOfAnswersThatLeadsElsewhereIsNoFolderOfAnswers() throws Exception {
    assertThat(Mail.content(ask("links", Content.array(Content.text("go"))))).isEqualTo("ok");
  }

  @Test
  @Tag("MSG-16")
  void noMoreConversationsAtOnceThanItsConcurrency() throws Exception {
    List<JsonObject> opened = new java.util.ArrayList<>();
    for (int i = 0; i < 6; i++) {
      opened.add(
          hub.door().post(Mail.text("two-" + i, hub.address("two"), "go")).expect(200).json());
    }
    for (JsonObject each : opened) {
      hub.owner().awaitMessages(each.string("conversation_id").orElseThrow(), 2, SOON);
    }
    int now = 0;
    int most = 0;
    for (String line : Files.readAllLines(folder.resolve("mark.two"))) {
      now += line.equals("begins") ? 1 : -1;
      most = Math.max(most, now);
    }
    assertThat(most).isEqualTo(2);
  }

  @Test
  @Tag("MSG-16")
  void oneMessageOfAConversationAtATime() throws Exception {
    JsonObject first = Mail.text("order-0", hub.address("order"), "go");
    String id = hub.door().post(first).expect(200).string("conversation_id");
    for (int i = 1; i < 5; i++) {
      hub.door().post(Mail.in(id, first.with("message_id", "order-" + i))).expect(200);
    }
    List<JsonObject> all = hub.owner().awaitMessages(id, 10, SOON);
    assertThat(all.stream().flatMap(m -> Mail.inReplyTo(m).stream()))
        .containsExactly("order-0", "order-1", "order-2", "order-3", "order-4");
    List<String> lines = Files.readAllLines(folder.resolve("mark.order"));
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i)).isEqualTo(i % 2 == 0 ? "begins" : "ends");
    }
  }

  @Test
  @Tag("MSG-47")
  void whatIsQueuedInAStoppedConversationIsNotRun() throws Exception {
    JsonObject first = Mail.text("halt-0", hub.address("works"), "go");
    String id = hub.door().post(first).expect(200).string("conversation_id");
    hub.door().post(Mail.in(id, first.with("message_id", "halt-1"))).expect(200);
    Eventually.is(() -> !Processes.thatMention(hub.home()).isEmpty());
    hub.owner().post("/api/conversations/" + id + "/stop", JsonObject.empty()).expect(200);
    Eventually.is(() ->
        hub.owner().messages(id).stream()
            .filter(m -> Mail.from(m).equals(Mail.TESTER))
            .allMatch(m -> Mail.state(m).equals("failed")));
    Eventually.is(() -> Processes.thatMention(hub.home()).isEmpty());
    Eventually.is(() ->
        hub.owner()
            .get("/api/status")
            .json()
            .object("runs")
            .orElseThrow()
            .toString()
            .equals("{\"queued\":0,\"running\":0}"));
    assertThat(Processes.thatMention(hub.home())).isEmpty();
  }
}
