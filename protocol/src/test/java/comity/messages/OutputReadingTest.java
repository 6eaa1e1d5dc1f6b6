package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonPointer;
import comity.messages.OutputReading.Result;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutputReadingTest {

  private static final OutputReading CLAUDE = reading("/result", "/session_id");

  @Test
  void plainOutputIsTheReply() {
    assertThat(OutputReading.PLAIN.read(utf8("héllo\n\n")))
        .isEqualTo(new Result.Read("héllo\n", null));
    assertThat(OutputReading.PLAIN.read(utf8("a\r\n"))).isEqualTo(new Result.Read("a", null));
    assertThat(OutputReading.PLAIN.read(new byte[0])).isEqualTo(new Result.Read("", null));
    assertThat(OutputReading.PLAIN.read(new byte[] {'a', (byte) 0xFF, 'b'}))
        .isEqualTo(new Result.Read("a\uFFFDb", null));
  }

  @Test
  void oneJsonValueMayBeOnManyLines() {
    assertThat(
            CLAUDE.read(
                utf8(
                    """
                    {
                      "type": "result",
                      "result": "line 1\\nline 2\\n",
                      "session_id": "5e55"
                    }
                    """)))
        .isEqualTo(new Result.Read("line 1\nline 2\n", "5e55"));
  }

  @Test
  void theLastLineThatHasThePlaceCounts() {
    OutputReading codex = reading("/item/text", "/thread_id");
    assertThat(
            codex.read(
                utf8(
                    """
                    Reading prompt from stdin...
                    {"type":"thread.started","thread_id":"0199"}
                    {"type":"item.completed","item":{"type":"reasoning","text":"hm"}}
                    {"type":"item.completed","item":{"type":"agent_message","text":"done"}}\r
                    {"type":"item.completed","item":{"text":null}}
                    {"type":"turn.completed","usage":{"tokens":5}}
                    {"cut":
                    """)))
        .isEqualTo(new Result.Read("done", "0199"));
  }

  @Test
  void linesMayStandInAnArray() {
    assertThat(
            CLAUDE.read(
                utf8(
                    """
                    [{"type":"system","session_id":"a"},{"type":"result","result":"r","session_id":"b"},{}]
                    """)))
        .isEqualTo(new Result.Read("r", "b"));
    assertThat(reading("/1/x", null).read(utf8("[{},{\"x\":\"second\"}]")))
        .isEqualTo(new Result.Read("second", null));
  }

  @Test
  void aMalformedByteDoesNotHideItsLine() {
    byte[] output = utf8("{\"result\":\"a#b\"}");
    output[12] = (byte) 0xC3;
    assertThat(CLAUDE.read(output)).isEqualTo(new Result.Read("a\uFFFDb", null));
  }

  @Test
  void aReplyMayBeANumberOrABoolean() {
    assertThat(CLAUDE.read(utf8("{\"result\":1.50,\"session_id\":77}")))
        .isEqualTo(new Result.Read("1.50", "77"));
    assertThat(CLAUDE.read(utf8("{\"result\":false}"))).isEqualTo(new Result.Read("false", null));
  }

  @Test
  void theSessionMayBeInJsonWhileTheReplyIsAllOfTheOutput() {
    assertThat(reading(null, "/id").read(utf8("hello\n{\"id\":\"s1\"}\n")))
        .isEqualTo(new Result.Read("hello\n{\"id\":\"s1\"}", "s1"));
  }

  @Test
  void refusesOutputWithoutTheReply() {
    assertThat(CLAUDE.read(utf8("Error: not logged in\n")))
        .isEqualTo(
            new Result.Unreadable("the program's output has no JSON, so no reply at /result"));
    assertThat(CLAUDE.read(utf8("{\"session_id\":\"x\",\"result\":null}")))
        .isEqualTo(
            new Result.Unreadable("no JSON value in the program's output has a reply at /result"));
    assertThat(CLAUDE.read(utf8("{\"result\":{\"text\":\"x\"}}")))
        .isEqualTo(
            new Result.Unreadable(
                "the reply at /result of the program's output is no text but an object"));
  }

  @Test
  void refusesWhatCannotBeASessionId() {
    String[] ids = {
      "\"--dangerously\"", "\"a b\"", "\"\"", "\"a\\u0000\"", "{}", "\"" + "x".repeat(257) + "\""
    };
    for (String id : ids) {
      assertThat(CLAUDE.read(utf8("{\"result\":\"r\",\"session_id\":" + id + "}")))
          .as(id)
          .isEqualTo(
              new Result.Unreadable(
                  "what stands at /session_id of the program's output cannot be a session id"));
    }
  }

  private static OutputReading reading(@Nullable String reply, @Nullable String sessionId) {
    return new OutputReading(pointer(reply), pointer(sessionId));
  }

  private static @Nullable JsonPointer pointer(@Nullable String text) {
    return text == null ? null : JsonPointer.parse(text).orElseThrow();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
