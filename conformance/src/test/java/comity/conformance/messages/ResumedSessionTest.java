package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A conversation's messages reach the same session of the program. The program here keeps its
 * sessions in files, each the messages that it has seen.
 */
class ResumedSessionTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** Like a provider's: it names its sessions itself, or takes a name that is not used yet. */
  private static final String PROGRAM =
      """
      id=$2
      case $1 in
        new) id=s$$-$(date +%N) ;;
        begin)
          [ -e "$SESSIONS/$id" ] && { echo "session $id is already in use" >&2; exit 1; }
          [ -e "$SESSIONS/trap" ] && { rm "$SESSIONS/trap"; touch "$SESSIONS/$id"; exit 1; } ;;
        resume) [ -s "$SESSIONS/$id" ] || { echo "no conversation $id" >&2; exit 1; } ;;
      esac
      echo "$COMITY_MESSAGE_ID" >> "$SESSIONS/$id"
      printf '{"session":{"id":"%s"},"answer":"%s"}' "$id" "$(tr '\\n' ' ' < "$SESSIONS/$id")"
      """;

  @TempDir private static Path folder;
  private static HubProcess hub;

  @BeforeAll
  static void start() throws Exception {
    Path program = Homes.script(folder.resolve("provider.sh"), PROGRAM);
    Files.createDirectory(folder.resolve("told"));
    Files.createDirectory(folder.resolve("given"));
    hub =
        HubProcess.start(
            Homes.make(
                folder.resolve("home"),
                """
                [agents.told]
                runner = "command"
                command = ["PROGRAM", "new"]
                resume = ["PROGRAM", "resume", "{session_id}"]
                session_id = "/session/id"
                reply = "/answer"
                environment = { SESSIONS = "FOLDER/told" }
                access = { require_auth = false }
                [agents.given]
                runner = "command"
                command = ["PROGRAM", "begin", "{session_id}"]
                resume = ["PROGRAM", "resume", "{session_id}"]
                session_id = "assigned"
                reply = "/answer"
                environment = { SESSIONS = "FOLDER/given" }
                access = { require_auth = false }
                """
                    .replace("PROGRAM", program.toString())
                    .replace("FOLDER", folder.toString())));
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  private static String open(String agent, String id) throws Exception {
    return hub.door()
        .post(Mail.text(id, hub.address(agent), "go"))
        .expect(200)
        .string("conversation_id");
  }

  private static List<String> replies(String conversation, int messages) throws Exception {
    return hub.owner().awaitMessages(conversation, messages, SOON).stream()
        .filter(m -> Mail.inReplyTo(m).isPresent())
        .map(Mail::content)
        .toList();
  }

  private static void go(String conversation, String agent, String id) throws Exception {
    JsonObject message = Mail.in(conversation, Mail.text(id, hub.address(agent), "go"));
    hub.door().post(message).expect(200);
  }

  private static long sessions(String agent) throws Exception {
    try (Stream<Path> all = Files.list(folder.resolve(agent))) {
      return all.count();
    }
  }

  @Test
  @Tag("MSG-42")
  void theIdThatTheProgramTold() throws Exception {
    String one = open("told", "t1");
    String other = open("told", "o1");
    go(one, "told", "t2");
    assertThat(replies(one, 4)).containsExactly("t1 ", "t1 t2 ");
    hub.kill();
    hub.restart();
    go(one, "told", "t3");
    assertThat(replies(one, 6)).containsExactly("t1 ", "t1 t2 ", "t1 t2 t3 ");
    assertThat(replies(other, 2)).containsExactly("o1 ");
    assertThat(sessions("told")).isEqualTo(2);
  }

  @Test
  @Tag("MSG-42")
  void theIdThatItWasGiven() throws Exception {
    String one = open("given", "g1");
    go(one, "given", "g2");
    go(one, "given", "g3");
    assertThat(replies(one, 6)).containsExactly("g1 ", "g1 g2 ", "g1 g2 g3 ");
  }

  @Test
  @Tag("MSG-42")
  void anIdThatWasUsedUpWithoutATurn() throws Exception {
    Files.createFile(folder.resolve("given/trap"));
    String one = open("given", "n1");
    assertThat(replies(one, 2).getFirst()).startsWith("The agent's program ended with code 1");
    go(one, "given", "n2");
    go(one, "given", "n3");
    assertThat(replies(one, 6)).element(1).isEqualTo("n2 ");
    assertThat(replies(one, 6)).element(2).isEqualTo("n2 n3 ");
  }
}
