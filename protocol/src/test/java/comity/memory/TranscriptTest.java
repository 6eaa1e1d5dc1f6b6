package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("MEM-17")
final class TranscriptTest {

  private record Told(List<String> turns, Optional<String> session) {}

  private static Told told(Transcript.Format format, Stream<String> lines) {
    Transcript transcript = Transcript.of(format, lines.iterator());
    List<String> turns = new ArrayList<>();
    transcript.forEachRemaining(
        turn -> turns.add(turn.id() + " " + turn.role().name().charAt(0) + " " + turn.text()));
    return new Told(turns, transcript.session());
  }

  @Test
  void claudeCode() {
    String text =
        """
        {"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-30T01:14:20.257Z","sessionId":"S"}
        {"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"hello\\n"},"uuid":"u1","timestamp":"2026-11-30T01:14:20.369Z","sessionId":"S"}
        {"type":"attachment","attachment":{"type":"environment"},"uuid":"x","rendered":[{"content":"<system-reminder>We decided"}]}
        {"type":"user","isMeta":true,"message":{"role":"user","content":"meta"},"uuid":"u2"}
        {"type":"user","isSidechain":true,"message":{"role":"user","content":"subagent"},"uuid":"u3"}
        {"type":"user","isCompactSummary":true,"message":{"role":"user","content":"summary"},"uuid":"u4"}
        {"type":"assistant","message":{"id":"msg_1","role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"one"},{"type":"tool_use","id":"t","name":"Bash","input":{}}]},"uuid":"a1"}
        {"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"out"}]},{"type":"text","text":"and this"}]},"uuid":"u5"}
        {"type":"user","message":{"role":"user","content":"<command-name>/remem</command-name>\\n<command-args></command-args>"},"uuid":"u6"}
        {"type":"user","message":{"role":"user","content":"<system-reminder>no</system-reminder>yes"},"uuid":"u7"}

        not json
        {"type":"summary","summary":"s","leafUuid":"u"}
        {"type":"assistant","message":{"role":"assistant","content":"last"}}
        {"type":"assistant","message":{"role":"assi
        """;
    assertThat(told(Transcript.Format.CLAUDE, text.lines()))
        .isEqualTo(
            new Told(
                List.of(
                    "u1 U hello",
                    "a1 A one",
                    "u5 T out",
                    "u5 U and this",
                    "u7 U yes",
                    "line-14 A last"),
                Optional.of("S")));
    Transcript first = Transcript.of(Transcript.Format.CLAUDE, text.lines().iterator());
    assertThat(first.next().time()).contains(Instant.parse("2026-11-30T01:14:20.369Z"));
  }

  @Test
  void codex() {
    String text =
        """
        \uFEFF{"timestamp":"2026-11-30T01:00:00Z","type":"session_meta","payload":{"id":"S","cwd":"/x"}}
        {"timestamp":"2026-11-30T01:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]}}
        {"timestamp":"2026-11-30T01:00:01Z","type":"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"rules"}]}}
        {"timestamp":"2026-11-30T01:00:02Z","type":"response_item","payload":{"type":"message","id":"msg_1","role":"user","content":[{"type":"input_text","text":"hello"},{"type":"input_image","image_url":"data:"}]}}
        {"timestamp":"2026-11-30T01:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"hello"}}
        {"timestamp":"2026-11-30T01:00:03Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}}
        {"timestamp":"2026-11-30T01:00:03Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"out"}}
        {"timestamp":"2026-11-30T01:00:04Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hi"}]}}
        {"timestamp":"2026-11-30T01:00:04Z","type":"compacted","payload":{"message":"summary"}}
        {"type":"message","role":"user","content":[{"type":"input_text","text":"old form"}]}
        {"timestamp":"2026-11-30T01:00:05Z","type":"response_item","payl
        """;
    assertThat(told(Transcript.Format.CODEX, text.lines()))
        .isEqualTo(
            new Told(
                List.of("msg_1 U hello", "line-7 T out", "line-8 A hi", "line-10 U old form"),
                Optional.of("S")));
  }

  @Test
  void geminiLineByLine() {
    String text =
        """
        {"sessionId":"S","projectHash":"h","startTime":"2026-11-30T01:00:00Z","lastUpdated":"2026-11-30T01:00:00Z","kind":"main"}
        {"id":"a","timestamp":"2026-11-30T01:00:01Z","type":"user","content":[{"text":"first"}]}
        {"id":"b","timestamp":"2026-11-30T01:00:02Z","type":"gemini","content":"","toolCalls":[{"id":"t","name":"ls"}]}
        {"id":"b","timestamp":"2026-11-30T01:00:02Z","type":"gemini","content":"reply","toolCalls":[{"id":"t","name":"ls","resultDisplay":"out"}]}
        {"$set":{"lastUpdated":"2026-11-30T01:00:03Z"}}
        {"id":"c","type":"user","content":"undone"}
        {"id":"d","type":"gemini","content":"undone too"}
        {"$rewindTo":"c"}
        {"$set":{"messages":[{"id":"a","type":"user","content":"first"},{"id":"e","type":"user","content":"from a set"}]}}
        {"id":"f","type":"info","content":"no turn"}
        {"id":"g","type":"gemini","con
        """;
    assertThat(told(Transcript.Format.GEMINI, text.lines()))
        .isEqualTo(
            new Told(
                List.of("a U first", "b A reply", "b T out", "e U from a set"), Optional.of("S")));
  }

  @Test
  void geminiAsOneObject() {
    String text =
        """
        {
          "sessionId": "S",
          "odd": "a { and a [ and a \\" in a string",
          "messages": [
            "no message { at all",
            {
              "id": "a",
              "timestamp": "2026-11-30T01:00:01.000Z",
              "type": "user",
              "content": "with } and ] and \\\\"
            },
            {"id": "b", "type": "gemini", "content": "reply", "thoughts": [{"subject": "x"}]}
          ]
        }
        """;
    assertThat(told(Transcript.Format.GEMINI, text.lines()).turns())
        .containsExactly("a U with } and ] and \\", "b A reply");
    assertThat(told(Transcript.Format.GEMINI, Stream.of(text.replace("\n", ""))).turns())
        .containsExactly("a U with } and ] and \\", "b A reply");
    assertThat(told(Transcript.Format.GEMINI, text.lines().limit(11)).turns()).hasSize(1);
  }

  @Test
  void longTranscriptsGoThroughInBoundedMemory() {
    Stream<String> lines =
        IntStream.range(0, 20_000)
            .mapToObj(
                i -> "{\"id\":\"m" + i + "\",\"type\":\"user\",\"content\":\"text " + i + "\"}");
    Transcript transcript = Transcript.of(Transcript.Format.GEMINI, lines.iterator());
    int count = 0;
    while (transcript.hasNext()) {
      assertThat(transcript.next().text()).isEqualTo("text " + count++);
    }
    assertThat(count).isEqualTo(20_000);
    String huge =
        "{\"type\":\"user\",\"message\":{\"content\":\"" + "x".repeat(Transcript.MAX_LINE) + "\"}}";
    assertThat(
            told(
                Transcript.Format.CLAUDE,
                Stream.of(
                    huge, "{\"type\":\"user\",\"uuid\":\"u\",\"message\":{\"content\":\"y\"}}")))
        .isEqualTo(new Told(List.of("u U y"), Optional.empty()));
    assertThat(
            new Turn("x", Turn.Role.USER, Optional.empty(), "x".repeat(Turn.MAX_TEXT + 1)).text())
        .hasSize(Turn.MAX_TEXT);
  }
}
