package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("MEM-18")
final class FlushStateTest {
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final Scope MAIN = new Scope.Main();
  private static final Scope ACME = new Scope.Group("acme");
  private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-11-30T12:05:09.5+08:00");

  private static FlushState read(String text) {
    return switch (FlushState.read(text.getBytes(StandardCharsets.UTF_8))) {
      case FlushState.Reading.Read(FlushState state) -> state;
      case FlushState.Reading.Malformed(String why) -> throw new AssertionError(why);
    };
  }

  private static String text(FlushState state) {
    return new String(state.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void theFileOfTheSourceIsReadAndKept() {
    FlushState state =
        read(
            """
            {
              "version": 1.50,
              "groups": { "last_flush_time": "...", "x": [1, {"y": null}] },
              "main_session": { "last_flush_time": "2026-11-29 08:07" },
              "pending_items": [],
              "z": "ü"
            }
            """);
    assertThat(state.line(ZONE)).contains("上次 flush: 2026-11-29 08:07");
    FlushState changed = state.withFlushed(ACME, NOON);
    assertThat(text(changed))
        .isEqualTo(
            """
            {
              "version": 1.50,
              "groups": {
                "last_flush_time": "2026-11-30T12:05:09+08:00",
                "x": [
                  1,
                  {
                    "y": null
                  }
                ],
                "by_name": {
                  "acme": {
                    "last_flush_time": "2026-11-30T12:05:09+08:00"
                  }
                }
              },
              "main_session": {
                "last_flush_time": "2026-11-29 08:07"
              },
              "pending_items": [],
              "z": "ü"
            }
            """);
    assertThat(changed.last(ACME, ZONE)).contains(LocalDateTime.parse("2026-11-30T12:05:09"));
    assertThat(changed.last(new Scope.Group("other"), ZONE)).isEmpty();
    assertThat(read(text(changed))).isEqualTo(changed);
    assertThat(changed.withFlushed(MAIN, NOON).line(ZONE)).contains("上次 flush: 2026-11-30 12:05");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-30T12:05:09+08:00, 2026-11-30T12:05:09",
    "2026-11-30T04:05:09Z, 2026-11-30T12:05:09",
    "2026-11-30T04:05:09.123Z, 2026-11-30T12:05:09.123",
    "2026-11-30T12:05:09, 2026-11-30T12:05:09",
    "2026-11-30T12:05, 2026-11-30T12:05",
    "2026-11-30 12:05, 2026-11-30T12:05",
    "2026-11-30  12:05:09, 2026-11-30T12:05:09",
    "2026/11/30 12:05, 2026-11-30T12:05",
    "2026-11-30 04:05 Z, 2026-11-30T12:05",
    "2026-11-30T12:05+0800, 2026-11-30T12:05",
    "2026-11-30 12:05 +08:00, 2026-11-30T12:05",
    "2026-11-30, 2026-11-30T00:00"
  })
  void timesAreTakenAsPeopleHaveThem(String time, String expected) {
    assertThat(read("{\"main_session\":{\"last_flush_time\":\"" + time + "\"}}").last(MAIN, ZONE))
        .contains(LocalDateTime.parse(expected));
  }

  @Test
  void numbersAreTimesToo() {
    assertThat(read("{\"main_session\":{\"last_flush_time\":1796011509}}").last(MAIN, ZONE))
        .contains(LocalDateTime.parse("2026-11-30T12:05:09"));
    assertThat(read("{\"main_session\":{\"last_flush_time\":1796011509000}}").last(MAIN, ZONE))
        .contains(LocalDateTime.parse("2026-11-30T12:05:09"));
    for (String none :
        List.of("\"...\"", "null", "\"2026-13-45 99:99\"", "12", "[]", "\"yesterday\"")) {
      assertThat(read("{\"main_session\":{\"last_flush_time\":" + none + "}}").last(MAIN, ZONE))
          .as(none)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[]",
        "null",
        "{\"groups\":1}",
        "{\"main_session\":[]}",
        "{\"pending_items\":{}}",
        "{\"groups\":{\"by_name\":[]}}",
        "{\"groups\":{},}"
      })
  void whatIsNoStateIsRefusedWithWhy(String text) {
    assertThat(FlushState.read(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            FlushState.Reading.Malformed.class,
            malformed -> assertThat(malformed.why()).isNotBlank());
  }

  @Test
  void anEmptyStateIsTheSourcesOwn() {
    assertThat(read("\uFEFF" + text(FlushState.empty()))).isEqualTo(FlushState.empty());
    assertThat(text(FlushState.empty()))
        .isEqualTo("{\n  \"groups\": {},\n  \"main_session\": {},\n  \"pending_items\": []\n}\n");
  }

  private static PendingItem item(String json) {
    return switch (Json.read(json)) {
      case JsonReading.Read(JsonValue value) ->
          PendingItem.read(value, LocalDateTime.parse("2026-11-30T12:05"));
      case JsonReading.Malformed malformed -> throw new AssertionError(malformed);
    };
  }

  @Test
  @Tag("MEM-17")
  void pendingItemsOfOthersAreUnderstoodOrKept() {
    Entry note =
        new Entry(Entry.Kind.NOTE, "x", LocalDateTime.parse("2026-11-30T12:05"), Optional.empty());
    assertThat(item("\"x\"")).isEqualTo(new PendingItem.Waiting(MAIN, note));
    assertThat(item("{\"text\":\"x\"}")).isEqualTo(new PendingItem.Waiting(MAIN, note));
    assertThat(item("{\"content\":\"x\",\"group\":\"acme\"}"))
        .isEqualTo(new PendingItem.Waiting(ACME, note));
    assertThat(item("{\"item\":\"x\",\"type\":\"task\"}"))
        .isInstanceOfSatisfying(
            PendingItem.Waiting.class,
            waiting -> assertThat(waiting.entry().kind()).isEqualTo(Entry.Kind.TASK));
    for (String unknown :
        List.of(
            "1",
            "null",
            "\"\"",
            "{}",
            "[\"x\"]",
            "{\"text\":\"x\",\"group\":\"../b\"}",
            "{\"text\":\"x\",\"room\":\"!a:b\"}",
            "{\"text\":\"x\",\"group\":7}")) {
      assertThat(item(unknown)).as(unknown).isInstanceOf(PendingItem.Unknown.class);
    }
    JsonObject ours = PendingItem.json(ACME, note);
    assertThat(PendingItem.read(ours, LocalDateTime.MIN))
        .isEqualTo(new PendingItem.Waiting(ACME, note));
    assertThat(FlushState.empty().withPending(List.of(new JsonString("a"))).pending()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '/remem'        | true
          '/remem '       | true
          '/remem all'    | true
          '/remem\n'      | true
          ' /remem'       | false
          '/remember'     | false
          '/remem,'       | false
          'x /remem'      | false
          '/REMEM'        | false
          ''              | false
          """)
  @Tag("MEM-16")
  void rememIsExactlyThat(String message, boolean asked) {
    assertThat(Remem.isAsked(message.replace("\\n", "\n"))).isEqualTo(asked);
    assertThat(Remem.note("/remem keep this")).isEqualTo("keep this");
  }
}
