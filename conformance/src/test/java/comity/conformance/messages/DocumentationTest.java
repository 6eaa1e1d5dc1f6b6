package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and docs/messages.md show, run as it stands there. */
class DocumentationTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private static Path folder;
  private static HubProcess hub;
  private static String readme = "";
  private static String messages = "";

  @BeforeAll
  static void start() throws Exception {
    readme = Files.readString(ROOT.resolve("README.md"));
    messages = Files.readString(ROOT.resolve("docs/messages.md"));
    String configuration =
        block(messages, "toml", "[agents.shout]") + "[agents.qa]\nrunner = \"echo\"\n";
    hub = HubProcess.start(Homes.make(folder.resolve("home"), configuration));
    HubProcess.program(folder.resolve("comity"), hub.home());
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  /** The first block of this language that has this in it. */
  private static String block(String page, String language, String content) {
    Matcher blocks = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
    while (blocks.find()) {
      if (blocks.group(1).contains(content)) {
        return blocks.group(1);
      }
    }
    throw new AssertionError("no block with " + content);
  }

  /** Runs it in a shell where {@code comity} and {@code ./comity} are the program. */
  private static String sh(String script) throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-euc", script)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectError(folder.resolve("err").toFile());
    shell.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
    Process process = shell.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor())
        .as("%s%n%s%s", script, out, Files.readString(folder.resolve("err")))
        .isZero();
    return out;
  }

  @Test
  @Tag("MSG-42")
  void theAgentsOfTheExampleAnswerWithoutTheLineThatNamesTheSender() throws Exception {
    assertThat(sh("comity send shout 'Hello, größe' --wait 60")).isEqualTo("HELLO, GRößE\n");
    assertThat(sh("comity send shout 'one\n\n| two' --wait 60")).isEqualTo("ONE\n\n| TWO\n");
    assertThat(sh("comity send echo 'Hello' --wait 60")).isEqualTo("Hello\n");
  }

  @Test
  void theCommandsOfTheReadmeDoWhatItSays() throws Exception {
    assertThat(sh(block(readme, "sh", "send echo"))).isEqualTo("Hello\n");
    // One after the other, as they are pasted.
    assertThat(sh(block(readme, "sh", "agent add clock")))
        .startsWith("added agent clock to ")
        .containsPattern("\n\\w{3} .* \\d{4}\n");
    String body = block(readme, "sh", "curl -s").replaceAll("(?s).*?-d '(.*?)'\n", "$1");
    assertThat(Json.read(body.replace("127.0.0.1:7420", "127.0.0.1:" + hub.port())))
        .isInstanceOfSatisfying(
            JsonReading.Read.class,
            read -> assertThat(accepted((JsonObject) read.value())).isEqualTo("1"));
  }

  private static String accepted(JsonObject message) {
    try {
      HttpDoor.Reply reply = hub.door().post(message).expect(200);
      assertThat(reply.body())
          .matches(
              "\\{\"conversation_id\":\"conv-[^\"]+\",\"message_id\":\"1\",\"status\":\"received\"}");
      return reply.string("message_id");
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Test
  void attachmentsAreSavedAsShown() throws Exception {
    Files.writeString(folder.resolve("build.log"), "failed\n");
    String block = block(messages, "sh", "--save answer");
    String id = conversation("qa", block.lines().findFirst().orElseThrow());
    assertThat(folder.resolve("answer/build.log")).hasContent("failed\n");
    sh(block.lines().skip(1).findFirst().orElseThrow().replace("conv-…", id));
    assertThat(folder.resolve("attachments/build.log")).hasContent("failed\n");
  }

  /** The conversation that these commands open. */
  private static String conversation(String agent, String commands) throws Exception {
    sh(commands);
    String list = sh("comity conversation list --limit 1 --json --agent " + agent);
    return ((JsonObject) ((JsonReading.Read) Json.read(list.strip())).value())
        .toString()
        .replaceAll(".*\"conversation_id\":\"([^\"]+)\".*", "$1");
  }

  @Test
  @Tag("MSG-42")
  void anInboxIsAnsweredByItsOwnerAndByItsProgram() throws Exception {
    List<String> lines = block(messages, "sh", "--agent notes").lines().toList();
    assertThat(lines.getFirst()).startsWith("comity agent add notes");
    String id = conversation("notes", lines.get(1));
    assertThat(sh(lines.get(2))).contains(id);
    assertThat(sh(lines.get(3).replace("conv-…", id))).startsWith("#1  " + hub.address("me"));
    sh(lines.get(4).replace("conv-…", id));
    List<JsonObject> answered = hub.owner().messages(id);
    assertThat(Mail.state(answered.getFirst())).isEqualTo("answered");
    assertThat(Mail.inReplyTo(answered.getLast())).contains(Mail.id(answered.getFirst()));
    assertThat(Mail.from(answered.getLast())).isEqualTo(hub.address("notes"));

    String own = hub.key("notes-program", hub.address("notes"));
    String second = conversation("notes", "comity send notes 'And when?'");
    HttpDoor door = hub.door().withKey(own);
    String path = "/mamp/v1/conversations/" + second + "/messages";
    String asked = Mail.id(door.get(path).expect(200).list("messages").getFirst());
    Eventually.is(() -> Mail.state(hub.owner().messages(second).getFirst()).equals("read"));
    String body =
        block(messages, "sh", "/api/send")
            .replaceAll("(?s).*-d '(.*?)'\n", "$1")
            .replace("127.0.0.1:7420", "127.0.0.1:" + hub.port())
            .replace("conv-…", second)
            .replace("msg-…", asked);
    hub.owner().send("POST", "/api/send", body).expect(200);
    assertThat(Mail.state(hub.owner().messages(second).getFirst())).isEqualTo("answered");
    JsonObject more =
        Mail.text("notes-1", hub.address("me"), "On Monday.")
            .with("metadata", JsonObject.empty().with("in_reply_to", asked));
    door.post(Mail.in(second, Mail.from(hub.address("notes"), more))).expect(200);
  }
}
