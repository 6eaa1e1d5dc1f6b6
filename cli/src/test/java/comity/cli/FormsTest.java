package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words of a command line that can't be what is wanted: said before any hub is asked. */
class FormsTest {
  private static final String ID = "<no id>";

  @TempDir Path folder;

  private void isWrongUsage(String why, String... arguments) {
    Ran ran = Ran.in(folder, arguments);
    assertThat(ran.code()).as("%s %s", Arrays.asList(arguments), ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).hasLineCount(1).contains(why).contains("see comity ");
    assertThat(folder.resolve(".comity")).doesNotExist();
  }

  @Test
  void anAgentIdToBeHasTheCharactersThatNeedNoEscape() throws IOException {
    isWrongUsage(
        "\"Bad Id!\" is no agent-id: it may have letters, digits, - . _ ~ and / between parts,"
            + " as in Bad-Id; a name for people goes into --name",
        "agent",
        "add",
        "Bad Id!",
        "--",
        "date");
    for (String id : List.of("!!", "a b", "a@b", "a:b", "a\"b", "a%20b", "$(date)", "a\u202Eb")) {
      isWrongUsage("letters, digits, - . _ ~", "agent", "add", id, "--", "date");
    }
    for (String id : List.of("", "/a", "a//b", "a/", ".", "../x", "a/./b")) {
      isWrongUsage("is no agent-id: it has ", "agent", "add", id, "--", "date");
    }
    for (String id : List.of("qa", "muse/build", "a.b_c~d-1", "größe", "语言", "हिन्दी")) {
      Ran ran = Ran.in(folder, "agent", "add", id, "--runner", "inbox");
      assertThat(ran.code()).as(ran.err()).isZero();
    }
    assertThat(Files.readString(folder.resolve(".comity/config.toml"))).contains("हिन्दी");
  }

  @Test
  void anAddressIsCheckedWhereverOneIsWanted() {
    for (String[] line :
        new String[][] {
          {"send", ID, "hi"},
          {"send", "echo", "hi", "--from", ID},
          {"agent", "card", ID},
          {"peer", "resolve", ID},
          {"conversation", "list", "--agent", ID},
        }) {
      isWrongUsage(
          "agent:///x is no agent address: it has an authority that ", with(line, "agent:///x"));
      isWrongUsage(
          "it has no agent-id after the authority; write agent://", with(line, "agent://h"));
      isWrongUsage("http://h/x is no agent address: it does not begin", with(line, "http://h/x"));
    }
    isWrongUsage("echo is no agent address: it does not begin with", "peer", "resolve", "echo");
  }

  @Test
  void aPatternIsCheckedWhereverOneIsWanted() {
    for (String[] line :
        new String[][] {
          {"key", "add", "n", "--from", ID},
          {"peer", "add", ID, "http://127.0.0.1:1"},
          {"agent", "add", "x", "--allow", ID},
        }) {
      isWrongUsage("example.org names no agents: it is neither ", with(line, "example.org"));
      isWrongUsage("write agent://HOST/ID, or 'agent://HOST/*'", with(line, "agent://h"));
    }
  }

  @Test
  void anIdIsCheckedWhereverOneIsWanted() {
    for (String[] line :
        new String[][] {
          {"conversation", "show", ID},
          {"conversation", "stop", ID},
          {"trace", "show", ID},
          {"trace", "follow", ID},
          {"trace", "stop", ID},
          {"outbox", "retry", ID},
          {"send", "echo", "hi", "--conversation", ID},
        }) {
      isWrongUsage("\"\" is no id: it has 1 to 256 characters", with(line, ""));
      isWrongUsage("is no id", with(line, "a\u001bb"));
      isWrongUsage("agent://h/x is an address, where an id is wanted", with(line, "agent://h/x"));
    }
  }

  @Test
  void numbersSayWhatTheyMayBe() {
    isWrongUsage(
        "--limit takes a whole number from 1 to 1000, not 0", "trace", "list", "--limit", "0");
    isWrongUsage("not x", "conversation", "list", "--limit", "x");
    isWrongUsage("not -1", "conversation", "show", "c", "--after=-1");
    isWrongUsage(
        "--wait takes a whole number from 0 to 600, not 601", "send", "a", "b", "--wait", "601");
    isWrongUsage(
        "--port takes a whole number from 0 to 65535, not 65536", "serve", "--port", "65536");
    isWrongUsage("not 99999999999", "up", "--port", "99999999999");
  }

  @Test
  void whatIsMissingIsNamed() {
    isWrongUsage("comity: TARGET is missing; see comity send --help", "send");
    isWrongUsage("URL is missing", "peer", "add", "agent://h/*");
    isWrongUsage("--from PATTERN is missing", "key", "add", "n");
    isWrongUsage(
        "comity: one of these is missing: --room ID, --main; see comity memory open --help",
        "memory",
        "open");
    isWrongUsage(
        "comity: --room=ID, --main are mutually exclusive",
        "memory",
        "load",
        "--room",
        "a",
        "--main",
        "--message",
        "x");
    isWrongUsage("--file", "send", "echo", "--file");
  }

  @Test
  void wordsAndOptionsTooManyAreNamed() {
    isWrongUsage("there is one word too many: b", "conversation", "show", "a", "b");
    isWrongUsage("there is no option --limt; did you mean --limit?", "outbox", "list", "--limt=3");
  }

  private static String[] with(String[] line, String word) {
    return Stream.of(line).map(each -> each.equals(ID) ? word : each).toArray(String[]::new);
  }
}
