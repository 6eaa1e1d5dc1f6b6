package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.hub.Hub;
import comity.hub.HubOptions;
import comity.hub.Starting;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that ask a hub, against a real one in a home of its own. */
class HubCommandsTest {
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
    List<String> all = new ArrayList<>(List.of("--home", "home"));
    all.addAll(List.of(arguments));
    return Ran.in(folder, all.toArray(String[]::new));
  }

  private JsonObject json(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    Ran ran = run(all.toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isZero();
    return ProgramTest.json(ran.out());
  }

  @Test
  @Tag("MSG-28")
  void sendsToAnAgentByItsIdAndShowsTheReply() {
    Ran ran = run("send", "echo", "größe 語", "--wait", "20");
    assertThat(ran).isEqualTo(new Ran(0, "größe 語\n", ""));

    JsonObject sent = json("send", "echo", "again");
    assertThat(sent.members()).containsOnlyKeys("conversation_id", "message_id", "status");
    assertThat(sent.string("status")).contains("received");
  }

  @Test
  @Tag("MSG-28")
  void anIdStandsForTheAddressThatTheHubGivesIt() throws IOException {
    hub.stop();
    Files.writeString(
        folder.resolve("home/config.toml"),
        """
        [hub]
        authorities = ["hub.example", "other.example"]
        [agents."muse/echo"]
        runner = "echo"
        """);
    start();
    JsonObject reply =
        json("send", "muse/echo", "hi", "--wait", "20").object("reply").orElseThrow();
    assertThat(reply.string("from")).contains("agent://hub.example/muse/echo");
    assertThat(json("send", "me", "a note").string("status")).contains("received");
    Ran ran = run("send", "nobody", "hi");
    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.err()).contains("this hub has no agent nobody");
  }

  @Test
  @Tag("MSG-28")
  void attachmentsBecomeBlocksAfterTheText() throws IOException {
    Files.writeString(folder.resolve("a.py"), "print(1)\n");
    Files.write(folder.resolve("b.png"), new byte[] {1, 2, 3});
    Files.write(folder.resolve("c"), new byte[] {(byte) 0xFF});
    JsonObject reply =
        json(
                "send",
                "echo",
                "look",
                "--code",
                "a.py",
                "--image",
                "b.png",
                "--image",
                "https://example.org/x.png",
                "--file",
                "c",
                "--wait",
                "20")
            .object("reply")
            .orElseThrow();
    assertThat(reply.get("content"))
        .hasToString(
            "[{\"type\":\"text\",\"text\":\"look\"},"
                + "{\"type\":\"file\",\"name\":\"c\",\"mime_type\":\"application/octet-stream\","
                + "\"source\":{\"type\":\"base64\",\"media_type\":\"application/octet-stream\",\"data\":\"/w==\"}},"
                + "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"AQID\"}},"
                + "{\"type\":\"image\",\"source\":{\"type\":\"url\",\"url\":\"https://example.org/x.png\"}},"
                + "{\"type\":\"code\",\"language\":\"python\",\"code\":\"print(1)\\n\"}]");
  }

  @Test
  void filesHaveTheTypeOfTheirNameOrOfTheirBytes() throws IOException {
    List<String> line = new ArrayList<>(List.of("send", "echo", "see", "--wait", "20"));
    for (String name : List.of("build.log", "table.csv", "fix.patch", "Makefile")) {
      Files.writeString(folder.resolve(name), "a\n");
      line.addAll(List.of("--file", name));
    }
    JsonObject reply = json(line.toArray(String[]::new)).object("reply").orElseThrow();
    assertThat(Table.objects(reply, "content").stream().map(b -> Table.text(b, "mime_type")))
        .containsExactly("", "text/plain", "text/csv", "text/x-diff", "text/plain");
  }

  @Test
  void whatCanNotBeSentIsRefusedWithTheReason() throws IOException {
    assertThat(run("send", "nobody", "hi").code()).isEqualTo(3);
    assertThat(run("send", "agent://", "hi").code()).isEqualTo(2);
    assertThat(run("send", "echo").code()).isEqualTo(2);
    assertThat(run("send", "echo", "hi", "--file", "missing").err())
        .contains("missing: there is no such file or folder");
    Files.write(folder.resolve("latin"), new byte[] {(byte) 0xE9});
    assertThat(run("send", "echo", "--code", "latin").err()).contains("is not UTF-8 text");
    Files.writeString(folder.resolve("blocks"), "[{\"type\":\"text\"");
    assertThat(run("send", "echo", "--content", "blocks").err()).contains("is no JSON");
    assertThat(run("send", "echo", "hi", "--wait", "601").code()).isEqualTo(2);
  }

  @Test
  void aConversationIsListedShownAndStopped() {
    String id = json("send", "echo", "one", "--wait", "20").string("conversation_id").orElseThrow();
    assertThat(
            json("send", "echo", "two", "--conversation", id, "--wait", "20")
                .string("conversation_id"))
        .contains(id);
    assertThat(run("conversation", "list").out()).contains(id);
    assertThat(run("conversation", "show", id).out()).contains("    one\n").contains("    two\n");
    JsonObject page = json("conversation", "show", id, "--limit", "1");
    assertThat(Table.objects(page, "messages")).hasSize(1);
    assertThat(run("conversation", "stop", id).out())
        .isEqualTo("conversation " + id + " is stopped\n");
    assertThat(run("send", "echo", "three", "--conversation", id).code()).isEqualTo(1);
    assertThat(run("conversation", "show", "conv-nothing").code()).isEqualTo(3);
  }

  @Test
  void aTraceIsListedShownAndFollowedToItsEnd() {
    json("send", "echo", "one", "--wait", "20");
    String id =
        Table.objects(json("trace", "list"), "traces").getFirst().string("trace_id").orElseThrow();
    assertThat(run("trace", "show", id).out()).startsWith(id + "  echo  completed");
    Ran followed = run("trace", "follow", id);
    assertThat(followed.code()).isZero();
    assertThat(followed.out()).startsWith("#1 ");
    assertThat(json("trace", "stop", id).members()).containsKey("stopped");
    assertThat(run("trace", "follow", "trace-nothing").code()).isEqualTo(3);
  }

  @Test
  @Tag("MSG-22")
  void aKeyIsShownOnceListedWithoutItAndRevoked() throws IOException {
    JsonObject made =
        json("key", "add", "laptop", "--from", "agent://laptop.test/*", "--expires", "1d");
    String key = made.string("key").orElseThrow();
    assertThat(made.members()).containsKeys("id", "name", "from", "expires");
    assertThat(run("key", "list").out()).contains("laptop").doesNotContain(key);
    assertThat(run("key", "revoke", "laptop").code()).isZero();
    assertThat(run("key", "revoke", "desktop").code()).isEqualTo(3);
    assertThat(run("key", "add", "x", "--from", "agent://a.test/*", "--expires", "soon").code())
        .isEqualTo(2);
    assertThat(run("key", "add", "x").code()).isEqualTo(2);
  }

  @Test
  @Tag("MSG-29")
  void peersAreAddedToTheConfigurationAndDecideWhereMessagesGo() throws IOException {
    assertThat(run("peer", "resolve", "agent://example.org/qa").out())
        .startsWith("https://example.org  (");
    Ran added = run("peer", "add", "agent://example.org/*", "https://hub.example.org");
    assertThat(added.code()).as(added.err()).isZero();
    assertThat(Files.readString(folder.resolve("home/config.toml")))
        .contains("https://hub.example.org");
    Ran wrong = run("peer", "add", "agent://example.org/*", "ftp://hub.example.org");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("peers[2].url").doesNotContain("config.toml:");
    assertThat(Files.readString(folder.resolve("home/config.toml"))).doesNotContain("ftp:");
  }

  @Test
  void anAgentIsAddedWithItsProgram() throws IOException {
    Ran added = run("agent", "add", "muse/upper", "--no-key", "--", "tr", "a-z", "A-Z");
    assertThat(added.code()).as(added.err()).isZero();
    assertThat(Files.readString(folder.resolve("home/config.toml")))
        .contains("[agents.\"muse/upper\"]", "[\"tr\", \"a-z\", \"A-Z\"]", "require_auth = false");
    assertThat(run("agent", "add", "me").code()).isEqualTo(1);
    assertThat(run("agent", "list").out()).contains("echo");
    assertThat(run("agent", "card").out()).contains("name: echo");
    assertThat(run("agent", "card", "nobody").code()).isEqualTo(3);
  }

  @Test
  void statusAndDoctorSeeTheHubThatRuns() {
    JsonObject status = json("status").object("hub").orElseThrow();
    assertThat(status.string("url")).contains(hub.url());
    assertThat(run("status").out()).contains("running at " + hub.url());
    assertThat(run("outbox", "list").out()).isEqualTo("the outbox is empty\n");
    assertThat(run("outbox", "retry").code()).isZero();
    Ran doctor = run("doctor");
    assertThat(doctor.code()).as(doctor.out()).isZero();
    assertThat(doctor.out()).contains("hub: answers at " + hub.url());
  }

  @Test
  void afterTheHubHasEndedItCanNotBeReached() {
    hub.stop();
    Ran ran = run("send", "agent://127.0.0.1/echo", "hi", "--json");
    assertThat(ran.code()).isEqualTo(5);
    assertThat(ran.err()).contains("comity --home home up starts a hub");
    assertThat(ProgramTest.json(ran.out()).string("error")).contains("unreachable");
    Ran status = run("status", "--json");
    assertThat(status).isEqualTo(new Ran(5, "{\"hub\":{\"running\":false}}\n", ""));
    assertThat(json("down").toString()).isEqualTo("{\"stopped\":false}");
  }
}
