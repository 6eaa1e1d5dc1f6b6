package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SES-6")
class HookReportTest {
  private static final HookReport REPORT =
      new HookReport(
          "5f1c",
          "claude",
          HookEvent.PROMPTED,
          "größe \"語\"",
          Optional.of("/home/u/.claude/projects/x/y.jsonl"),
          Instant.parse("2026-11-30T12:00:00.123Z"),
          "0a-1b",
          List.of(
              new CapturedProcess(42, 99, "a) (b", List.of("claude", "--x", "")),
              new CapturedProcess(1, 0, "init", List.of())));

  private static final JsonObject JSON =
      Json.read(REPORT.toJson()) instanceof JsonReading.Read(JsonObject object)
          ? object
          : JsonObject.empty();

  @Test
  void halfACharacterIsNone() {
    CapturedProcess half = new CapturedProcess(1, 1, "\uD83D", List.of("\uDE00", "😀"));
    HookReport report =
        new HookReport(
            "s", "pi", HookEvent.ENDED, "i", Optional.empty(), Instant.EPOCH, "", List.of(half));
    assertThat(HookReport.read(report.toJson()))
        .isInstanceOfSatisfying(
            HookReport.Reading.Read.class,
            read ->
                assertThat(read.report().processes())
                    .containsExactly(new CapturedProcess(1, 1, "?", List.of("?", "😀"))));
  }

  @Test
  void isReadAsItWasWritten() {
    assertThat(HookReport.read(REPORT.toJson())).isEqualTo(new HookReport.Reading.Read(REPORT));
  }

  @Test
  void itsForm() {
    assertThat(new String(REPORT.toJson(), StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"version":1,"session":"5f1c","provider":"claude","event":"prompted",\
            "native_id":"größe \\"語\\"","transcript":"/home/u/.claude/projects/x/y.jsonl",\
            "at":1796040000123,"boot":"0a-1b","processes":[{"pid":42,"start":99,"name":"a) (b",\
            "words":["claude","--x",""]},{"pid":1,"start":0,"name":"init","words":[]}]}\
            """);
  }

  /** Every character an escape of six bytes. */
  @Test
  void theLargestIsNotLongerThanWhatIsRead() {
    String word = "\u0001".repeat(CapturedProcess.MAX_WORD);
    CapturedProcess process =
        new CapturedProcess(
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            word,
            Collections.nCopies(CapturedProcess.MAX_WORDS + 1, word + word));
    HookReport report =
        new HookReport(
            "s".repeat(HookReport.MAX_SESSION),
            "custom",
            HookEvent.NOTIFICATION,
            "語".repeat(256),
            Optional.of("語".repeat(HookReport.MAX_PATH)),
            Instant.EPOCH,
            "",
            Collections.nCopies(HookReport.MAX_PROCESSES + 1, process));
    byte[] written = report.toJson();
    assertThat(written.length).isLessThanOrEqualTo(HookReport.MAX_BYTES);
    assertThat(HookReport.read(written)).isEqualTo(new HookReport.Reading.Read(report));
  }

  @Test
  void everyEventIsReadByItsWord() {
    for (HookEvent event : HookEvent.class.getEnumConstants()) {
      assertThat(HookEvent.of(event.word())).contains(event);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"version", "session", "provider", "event", "native_id", "at", "processes"})
  void whatLacksAMemberIsMalformed(String member) {
    assertThat(HookReport.read(Json.write(JSON.without(member))))
        .isInstanceOf(HookReport.Reading.Malformed.class);
    assertThat(HookReport.read(Json.write(JSON.with(member, true))))
        .isInstanceOf(HookReport.Reading.Malformed.class);
  }

  @Test
  void whatIsWrongIsMalformed() {
    JsonObject json = JSON;
    List<JsonObject> wrong =
        List.of(
            json.with("version", 2),
            json.with("native_id", "-x"),
            json.with("native_id", "a\u0000b"),
            json.with("native_id", "x".repeat(257)),
            json.with("session", ""),
            json.with("provider", "Claude Code"),
            json.with("event", "exploded"),
            json.with("at", Long.MAX_VALUE),
            json.with("transcript", ""),
            json.with("processes", JsonArray.of(List.of(JsonNumber.of(1)))),
            json.with("processes", JsonArray.of(List.of(JsonObject.empty().with("pid", 0)))),
            json.with(
                "processes",
                JsonArray.of(
                    Collections.nCopies(HookReport.MAX_PROCESSES + 1, JsonObject.empty()))));
    for (JsonObject each : wrong) {
      assertThat(HookReport.read(Json.write(each)))
          .as(Json.text(each))
          .isInstanceOf(HookReport.Reading.Malformed.class);
    }
    for (String text : List.of("", "[]", "null", "{", "{}", "\u0000", "x".repeat(1 << 21))) {
      assertThat(HookReport.read(text.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(HookReport.Reading.Malformed.class);
    }
  }

  @Test
  void noneIsMadeThatCouldNotBeRead() {
    assertThatThrownBy(() ->
            new HookReport(
                "s",
                "claude",
                HookEvent.STARTED,
                "--dangerous",
                Optional.empty(),
                Instant.EPOCH,
                "",
                List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the id begins with -, which would be an option");
  }
}
