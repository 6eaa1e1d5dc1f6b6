package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureEventTest {
  @ParameterizedTest
  @Tag("SES-3")
  @ValueSource(
      strings = {
        """
        {"version":1,"event":"session_started","session_id":"abc"}\
        """,
        """
        {"session_id":"abc","sessionId":7,"more":{"a":[1]},"event":"session_started","version":1}\
        """,
        """
         {"version":1.0,"event":"session_started","session_id":"abc","hook_event_name":"Stop"}
        """
      })
  void anEventOfTheProtocol(String input) {
    for (String provider : new String[] {"custom", "claude", "somebody"}) {
      assertThat(read(input, provider))
          .isEqualTo(new CaptureEvent.Told(HookEvent.STARTED, "abc", Optional.empty()));
    }
  }

  @ParameterizedTest
  @Tag("SES-3")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"version":2,"event":"session_started","session_id":"a"} | version is not 1
          {"version":0,"event":"session_started","session_id":"a"} | version is not 1
          {"version":"1","event":"session_started","session_id":"a"} | version is not 1
          {"version":1.5,"event":"session_started","session_id":"a"} | version is not 1
          {"version":null,"event":"session_started","session_id":"a"} | version is not 1
          {"version":true,"session_id":"a"} | version is not 1
          {"version":2,"event":7,"session_id":8} | version is not 1
          {"version":1,"event":"session_ended","session_id":"a"} | event is not session_started
          {"version":1,"event":"SessionStart","session_id":"a"} | event is not session_started
          {"version":1,"hook_event_name":"SessionStart","session_id":"a"} | event is not session_started
          {"version":1,"session_id":"a"} | event is not session_started
          {"version":1,"event":null,"session_id":"-"} | event is not session_started
          {"version":1,"event":"session_started"} | session_id is missing
          {"version":1,"event":"session_started","sessionId":"a"} | session_id is missing
          {"version":1,"event":"session_started","session_id":7} | session_id is missing or no string
          {"version":1,"event":"session_started","session_id":null} | session_id is missing or no string
          {"version":1,"event":"session_started","session_id":["a"]} | session_id is missing or no string
          {"version":1,"event":"session_started","session_id":""} | the id is missing or blank
          {"version":1,"event":"session_started","session_id":" \\t"} | the id is missing or blank
          {"version":1,"event":"session_started","session_id":"-rf"} | begins with -
          {"version":1,"event":"session_started","session_id":"a\\nb"} | control character
          {"version":1,"event":"session_started","session_id":"a\\u0000"} | control character
          {"version":1,"event":"session_started","session_id":"a\\u009b"} | control character
          {"version":1,"event":"session_started","session_id":"a","session_id":"b"} | duplicate key
          {"version":1,"event":"session_started","session_id":"a"}} | no JSON object
          {"version":1,"event":"session_started","session_id":"a" | no JSON object
          [] | no object
          "a" | no object
          1 | no object
          garbage | no JSON object
          `` | no JSON object
          """)
  void whatIsNotInOrderIsRefused(String input, String why) {
    assertThat(read(input, "claude")).isInstanceOf(CaptureEvent.Refused.class);
    assertThat(((CaptureEvent.Refused) read(input, "claude")).why())
        .contains(why)
        .doesNotContain("\n");
  }

  @Test
  @Tag("SES-3")
  void theLimits() {
    String id = "x".repeat(256);
    assertThat(read("{\"session_id\":\"" + id + "\"}", "claude"))
        .isInstanceOf(CaptureEvent.Told.class);
    assertThat(read("{\"session_id\":\"" + id + "x\"}", "claude"))
        .isEqualTo(new CaptureEvent.Refused("the id is longer than 256 characters"));
    byte[] input = new byte[CaptureEvent.MAX_BYTES];
    Arrays.fill(input, (byte) ' ');
    byte[] event = "{\"session_id\":\"a\"}".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(event, 0, input, 0, event.length);
    assertThat(CaptureEvent.read(input, "claude", Optional.empty()))
        .isInstanceOf(CaptureEvent.Told.class);
    assertThat(
            CaptureEvent.read(Arrays.copyOf(input, input.length + 1), "claude", Optional.empty()))
        .isEqualTo(new CaptureEvent.Refused("the input is longer than 1 MiB"));
  }

  /** What each calls its events, as measured or as its documents have it. */
  @ParameterizedTest
  @Tag("SES-4")
  @Tag("SES-9")
  @CsvSource({
    "claude,SessionStart,started",
    "claude,UserPromptSubmit,prompted",
    "claude,PreToolUse,tool",
    "claude,PostToolUse,tool",
    "claude,PermissionRequest,permission",
    "claude,Notification,notification",
    "claude,PreCompact,compacting",
    "claude,Stop,stopped",
    "claude,SessionEnd,ended",
    "claude,SubagentStop,",
    "claude,SubagentStart,",
    "claude,SomethingNew,",
    "codex,SessionStart,started",
    "gemini,BeforeAgent,prompted",
    "gemini,AfterAgent,stopped",
    "gemini,BeforeTool,tool",
    "gemini,AfterTool,tool",
    "gemini,PreCompress,compacting",
    "gemini,BeforeModel,",
    "qwen,UserPromptSubmit,prompted",
    "copilot,sessionStart,started",
    "copilot,userPromptSubmitted,prompted",
    "copilot,preToolUse,tool",
    "copilot,agentStop,stopped",
    "copilot,sessionEnd,ended",
    "cursor,beforeSubmitPrompt,prompted",
    "cursor,stop,stopped",
    "opencode,session.created,started",
    "opencode,session.idle,stopped",
    "opencode,permission.asked,permission",
    "pi,session_start,started",
  })
  void eventsOfProviders(String provider, String name, String event) {
    String named = "{\"hook_event_name\":\"" + name + "\",\"session_id\":\"a\"}";
    String brief = "{\"event\":\"" + name + "\",\"sessionId\":\"a\"}";
    CaptureEvent expected =
        HookEvent.of(String.valueOf(event))
            .<CaptureEvent>map(each -> new CaptureEvent.Told(each, "a", Optional.empty()))
            .orElse(new CaptureEvent.Ignored());
    assertThat(read(named, provider)).isEqualTo(expected);
    assertThat(read(brief, provider)).isEqualTo(expected);
    assertThat(
            CaptureEvent.read(
                "{\"sessionID\":\"a\"}".getBytes(StandardCharsets.UTF_8),
                provider,
                Optional.of(name)))
        .isEqualTo(expected);
  }

  @Test
  @Tag("SES-4")
  void payloadsAsTheyCame() {
    assertThat(
            read(
                """
                {"session_id":"0b1e","transcript_path":"/home/u/.claude/projects/p/0b1e.jsonl",\
                "cwd":"/p","hook_event_name":"SessionStart","source":"startup","model":"m"}\
                """,
                "claude"))
        .isEqualTo(
            new CaptureEvent.Told(
                HookEvent.STARTED, "0b1e", Optional.of("/home/u/.claude/projects/p/0b1e.jsonl")));
    assertThat(
            read(
                """
                {"sessionId":"0b1e","timestamp":1796040000123,"cwd":"/p","source":"new",\
                "initialPrompt":"a\\u0000b"}\
                """,
                "copilot"))
        .isEqualTo(new CaptureEvent.Told(HookEvent.STARTED, "0b1e", Optional.empty()));
    assertThat(
            read(
                """
                {"conversation_id":"c1","generation_id":"g","hook_event_name":"stop",\
                "cursor_version":"2"}\
                """,
                "cursor"))
        .isEqualTo(new CaptureEvent.Told(HookEvent.STOPPED, "c1", Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "permission_prompt,permission",
    "ToolPermission,permission",
    "idle_prompt,notification",
    "'',notification"
  })
  @Tag("SES-9")
  void aNotificationMayAskForPermission(String type, String event) {
    String input =
        "{\"hook_event_name\":\"Notification\",\"session_id\":\"a\",\"notification_type\":\""
            + type
            + "\"}";
    assertThat(read(input, "claude"))
        .isEqualTo(new CaptureEvent.Told(HookEvent.of(event).orElseThrow(), "a", Optional.empty()));
  }

  @Test
  @Tag("SES-4")
  void othersGiveAVersion() {
    for (String provider : new String[] {"custom", "somebody"}) {
      assertThat(read("{\"session_id\":\"a\"}", provider))
          .isEqualTo(
              new CaptureEvent.Refused(
                  "the event has no version, which provider " + provider + " must give"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"session_id\":7}",
        "{\"session_id\":\"-a\"}",
        "{\"session_id\":null,\"sessionId\":\"a\"}",
        "{\"hook_event_name\":\"Stop\"}"
      })
  @Tag("SES-4")
  void withoutAnIdNothingIsTold(String input) {
    assertThat(read(input, "claude")).isInstanceOf(CaptureEvent.Refused.class);
  }

  @Test
  void aPathThatIsNoneIsLeftOut() {
    for (String path : new String[] {"7", "\"\"", "\"a\\nb\"", "\"" + "x".repeat(4097) + "\""}) {
      assertThat(read("{\"session_id\":\"a\",\"transcript_path\":" + path + "}", "claude"))
          .isEqualTo(new CaptureEvent.Told(HookEvent.STARTED, "a", Optional.empty()));
    }
  }

  private static CaptureEvent read(String input, String provider) {
    return CaptureEvent.read(input.getBytes(StandardCharsets.UTF_8), provider, Optional.empty());
  }
}
