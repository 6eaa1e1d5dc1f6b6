package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import comity.hub.Hub;
import comity.hub.HubOptions;
import comity.hub.Starting;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person meets who uses the commands for the first time, against a real hub. */
class StumblesTest {
  @TempDir Path folder;

  private Hub hub;

  @BeforeEach
  void start() {
    HubOptions options =
        new HubOptions(folder.resolve("home"), OptionalInt.of(0), Optional.empty(), false);
    hub =
        switch (Hub.start(options)) {
          case Starting.Running(Hub running) -> running;
          case Starting.Refused(String why) -> throw new AssertionError(why);
        };
  }

  @AfterEach
  void stop() {
    hub.stop();
  }

  private Ran run(String... arguments) {
    return fed("", arguments);
  }

  private Ran fed(String input, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--home", "home"));
    all.addAll(List.of(arguments));
    return Ran.in(folder, Map.of(), input, all.toArray(String[]::new));
  }

  private String config() throws IOException {
    return Files.readString(folder.resolve("home/config.toml"));
  }

  @Test
  void theKeyAloneIsOnStandardOutputAndTheFirstLineAloneIsTaken() throws IOException {
    Ran made = run("key", "add", "laptop", "--from", "agent://laptop.test/*");
    assertThat(made.out()).matches("\\S+\n");
    assertThat(made.err()).matches("comity: this is key \\S+; it will not be shown again\n");

    String written = made.out() + "This is key 1; it will not be shown again.\n";
    Ran added = fed(written, "peer", "add", "agent://a.test/*", "https://a.test", "--key", "-");
    assertThat(added.code()).as(added.err()).isZero();
    assertThat(config()).contains("key = \"" + made.out().strip() + "\"");
  }

  /** A hub that is none: it refuses every message for good. */
  private static HttpServer refusing(int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body =
              "{\"error\":\"sender_not_allowed\",\"message\":\"not you\"}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(
              exchange.getRequestMethod().equals("POST") ? status : 404, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private void configure(String text) throws IOException {
    hub.stop();
    Files.writeString(folder.resolve("home/config.toml"), text);
    start();
  }

  private void peer(HttpServer server) throws IOException {
    configure(
        """
        [[peers]]
        match = "agent://other.test/*"
        url = "http://127.0.0.1:%d"
        allow_private = true
        """
            .formatted(server.getAddress().getPort()));
  }

  @Test
  void waitingEndsWhenTheOtherHubRefusesTheMessage() throws IOException {
    HttpServer server = refusing(403);
    try {
      peer(server);
      Ran ran = run("send", "agent://other.test/qa", "hi", "--wait", "600");
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err())
          .startsWith("comity: the message was not delivered: ")
          .contains("not you")
          .endsWith("; comity outbox list shows it\n");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aHubThatDoesNotLetUsInSaysWhichEntryIsAtFault() throws IOException {
    HttpServer server = refusing(401);
    try {
      peer(server);
      assertThat(run("send", "agent://other.test/qa", "hi", "--wait", "60").err())
          .contains("401 sender_not_allowed: not you; no peer entry here has a key for it; ");
      configure(config() + "key = \"ck_wrong\"\n");
      assertThat(run("send", "agent://other.test/qa", "hi", "--wait", "60").err())
          .contains("; it does not take the key of the peer entry for agent://other.test/*; ");
    } finally {
      server.stop(0);
    }
    assertThat(run("send", "agent://127.0.0.1:1/qa", "hi", "--wait", "60").err())
        .contains(": comity peer add 'agent://127.0.0.1:1/*' http://127.0.0.1:1; ");
  }

  @Test
  void aMessageThatStillWaitsSaysWhere() throws IOException {
    HttpServer server = refusing(503);
    try {
      peer(server);
      Ran ran = run("send", "agent://other.test/qa", "hi", "--wait", "3");
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err()).contains("no reply came within 3 s, it waits in the outbox (503 ");
      JsonObject json =
          ProgramTest.json(
              run("send", "agent://other.test/qa", "hi", "--wait", "1", "--json").out());
      assertThat(json.members()).containsKeys("timed_out", "delivery", "outbox");
    } finally {
      server.stop(0);
    }
    configure("[agents.box]\nrunner = \"inbox\"\n");
    assertThat(run("send", "box", "hi", "--wait", "1").err())
        .contains("no reply came within 1 s, it is accepted;");
  }

  @Test
  void anAgentThatFailedIsAFailure() throws IOException {
    configure("[agents.bad]\nrunner = \"command\"\ncommand = [\"false\"]\n");
    Ran ran = run("send", "bad", "hi", "--wait", "60");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("comity: agent://").contains("/bad failed: ");
    Ran json = run("send", "bad", "hi", "--wait", "60", "--json");
    assertThat(json.code()).isEqualTo(1);
    assertThat(ProgramTest.json(json.out()).object("reply")).isPresent();
  }

  @Test
  void anAgentThatIsAddedIsThereAtOnce() throws IOException {
    for (int number = 0; number < 5; number++) {
      assertThat(run("agent", "add", "agent-" + number, "--runner", "echo").err()).isEmpty();
      assertThat(run("send", "agent-" + number, "hi", "--wait", "60").out()).isEqualTo("hi\n");
    }
    Files.writeString(folder.resolve("home/config.toml"), config() + "[hub]\nport = 0\nprot = 1\n");
    Ran wrong = run("agent", "add", "late");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("prot");
  }

  @Test
  void anAgentThatIsNotThereIsToldFromThoseThatAre() throws IOException {
    configure("[agents.notes]\nrunner = \"inbox\"\n");
    for (List<String> line :
        List.of(
            List.of("send", "nots", "hi"),
            List.of("send", hub.url().replace("http", "agent") + "/nots", "hi"),
            List.of("send", "notes", "hi", "--from", "nots"),
            List.of("conversation", "list", "--agent", "nots"),
            List.of("agent", "card", "nots"))) {
      Ran ran = run(line.toArray(String[]::new));
      assertThat(ran.code()).as("%s", line).isEqualTo(3);
      assertThat(ran.err())
          .endsWith(
              "this hub has no agent nots; did you mean notes? comity agent list shows those it has\n");
    }
  }

  @Test
  void whatIsNotThereSaysWhereToLook() {
    assertThat(run("conversation", "show", "conv-x").err())
        .isEqualTo(
            "comity: there is no conversation conv-x; comity conversation list shows the latest\n");
    assertThat(run("trace", "stop", "x").err())
        .isEqualTo("comity: there is no trace x; comity trace list shows the latest\n");
    assertThat(run("send", "echo", "hi", "--conversation", "conv-x").err())
        .contains(
            "there is no conversation conv-x with echo; comity conversation list --agent echo");
    assertThat(run("key", "revoke", "x").err()).contains("comity key list shows the keys");
    assertThat(run("outbox", "retry", "x").err()).contains("comity outbox list shows them");
  }

  @Test
  void anInboxIsReadAndAnsweredByItsOwner() throws IOException {
    configure("[agents.notes]\nrunner = \"inbox\"\n");
    String id = opened("send", "notes", "what?");
    opened("send", "me", "a note");
    assertThat(run("conversation", "list", "--agent", "notes").out()).contains(id).hasLineCount(2);
    assertThat(
            run("send", "me", "that", "--from", "notes", "--conversation", id, "--reply-to", "1")
                .code())
        .isZero();
    assertThat(run("conversation", "show", id).out())
        .startsWith("#1  ")
        .contains("/me  answered 20");
    Ran none =
        run("send", "me", "that", "--from", "notes", "--conversation", id, "--reply-to", "9");
    assertThat(none.code()).isEqualTo(3);
    assertThat(none.err()).contains("conversation " + id + " has no message 9");
    assertThat(run("send", "me", "that", "--reply-to", "1").code()).isEqualTo(2);
  }

  private String opened(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    return ProgramTest.json(run(all.toArray(String[]::new)).out())
        .string("conversation_id")
        .orElseThrow();
  }

  @Test
  void aProgramIsWrittenWithItsWholePath() throws IOException {
    Path program = Files.writeString(folder.resolve("prog.sh"), "#!/bin/sh\ncat\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(run("agent", "add", "one", "--", "./prog.sh", "-x"))
        .isEqualTo(
            new Ran(0, "added agent one to " + folder.resolve("home/config.toml") + "\n", ""));
    assertThat(config()).contains("[\"" + program + "\", \"-x\"]");

    Ran missing = run("agent", "add", "two", "--", "./missing.sh");
    assertThat(missing.code()).isZero();
    assertThat(missing.err()).contains("there is no program " + folder.resolve("missing.sh"));
    Ran unknown = run("agent", "add", "three", "--", "no-such-program");
    assertThat(unknown.code()).isZero();
    assertThat(unknown.err()).contains("there is no program no-such-program in PATH");
  }

  @Test
  void faultsOfWhatIsAddedNameNoLinesOfAFileThatWasNotWritten() throws IOException {
    assertThat(run("agent", "add", "qa").code()).isZero();
    Ran again = run("agent", "add", "qa");
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err())
        .isEqualTo("comity: agent qa was not added: there is an agent qa already in config.toml\n");
    Ran wrong = run("agent", "add", "x", "--runner", "walker");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("agents.x.runner ").doesNotContain("config.toml:");
  }

  @Test
  void aTraceIsFoundByItsConversation() {
    JsonObject sent = ProgramTest.json(run("send", "echo", "hi", "--wait", "60", "--json").out());
    String id = sent.string("conversation_id").orElseThrow();
    assertThat(run("trace", "show", id).out()).startsWith("trace-").contains("  echo  completed");
    assertThat(run("trace", "follow", id).out()).startsWith("#1 ");
    assertThat(run("trace", "stop", id).out())
        .startsWith("trace trace-")
        .endsWith(" was not running\n");
    assertThat(run("trace", "show", "conv-nothing").code()).isEqualTo(3);
  }

  @Test
  void upSaysWhereTheTokenIsAndNotWhatItIs() throws IOException {
    String token = Files.readString(folder.resolve("home/run/token")).strip();
    assertThat(run("up").out())
        .contains(folder.resolve("home/run/token").toString())
        .doesNotContain(token);
    assertThat(run("up", "--json").out()).doesNotContain(token);
  }

  @Test
  void anAttachmentThatIsNoneIsNamed() throws IOException {
    Files.createDirectory(folder.resolve("logs"));
    Ran directory = run("send", "echo", "hi", "--file", "logs");
    assertThat(directory)
        .isEqualTo(
            new Ran(
                1,
                "",
                "comity: send: " + folder.resolve("logs") + ": this is a folder; give a file\n"));
    assertThat(run("send", "echo", "hi", "--file", "missing").err())
        .isEqualTo(
            "comity: send: " + folder.resolve("missing") + ": there is no such file or folder\n");
    Files.writeString(folder.resolve("notes.txt"), "a");
    Ran notes = run("send", "echo", "hi", "--image", "notes.txt");
    assertThat(notes.code()).isEqualTo(1);
    assertThat(notes.err()).contains("notes.txt is no image").contains("--file notes.txt");
    assertThat(run("send", "echo", "hi", "--image", "logs").err()).contains("this is a folder");
  }

  @Test
  void aStoppedConversationSaysSo() {
    JsonObject sent = ProgramTest.json(run("send", "echo", "hi", "--wait", "60", "--json").out());
    String id = sent.string("conversation_id").orElseThrow();
    assertThat(run("conversation", "show", id).out()).doesNotContain("stopped");
    assertThat(run("conversation", "stop", id).code()).isZero();
    assertThat(run("conversation", "show", id).out()).contains("state stopped");
    assertThat(run("send", "echo", "more", "--conversation", id).err())
        .contains("The conversation was stopped");
  }

  @Test
  void statusShowsEachFaultOfTheConfigurationOnALine() {
    JsonObject body =
        JsonObject.empty()
            .with("config_faults", JsonArray.of(List.of(new JsonString("a"), new JsonString("b"))));
    assertThat(Status.lines(body))
        .containsSequence("config   wrong, what was in force stays:", "         a", "         b");
  }
}
