package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("MSG-10")
class TimestampsTest {

  @ParameterizedTest
  @CsvSource({
    "2026-03-04T10:00:00Z,                2026-03-04T10:00:00Z",
    "2026-03-04t10:00:00z,                2026-03-04T10:00:00Z",
    "2026-03-04 10:00:00,                 2026-03-04T10:00:00Z",
    "2026-03-04T10:00:00,                 2026-03-04T10:00:00Z",
    "2026-03-04T10:00:00.5,               2026-03-04T10:00:00.500Z",
    "2026-03-04T10:00:00.123456789Z,      2026-03-04T10:00:00.123456789Z",
    "2026-03-04T10:00:00.000000001+00:00, 2026-03-04T10:00:00.000000001Z",
    "2026-03-04T10:00:00+02:30,           2026-03-04T07:30:00Z",
    "2026-03-04T10:00:00-18:00,           2026-03-05T04:00:00Z",
    "2026-12-31T23:59:60Z,                2026-12-31T23:59:59Z",
    "2028-02-29T00:00:00Z,                2028-02-29T00:00:00Z",
    "0000-01-01T00:00:00Z,                0000-01-01T00:00:00Z"
  })
  void aTimeIsReadToTheNanosecond(String text, String instant) {
    assertThat(Timestamps.read(text)).contains(Instant.parse(instant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-03-04",
        "2026-03-04T10:00",
        "2026-03-04T10:00:0",
        "2026-03-04T10:00:00.",
        "2026-03-04T10:00:00.Z",
        "2026-03-04T10:00:00.1234567890Z",
        "2026-03-04T10:00:00 Z",
        "2026-03-04T10:00:00ZZ",
        "2026-03-04T10:00:00+0200",
        "2026-03-04T10:00:00+02",
        "2026-03-04T10:00:00+02:0",
        "2026-03-04T10:00:00+02:60",
        "2026-03-04T10:00:00+18:01",
        "2026-03-04T24:00:00Z",
        "2026-03-04T10:60:00Z",
        "2026-03-04T10:00:61Z",
        "2026-02-29T10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-00-01T10:00:00Z",
        "2026/03/04T10:00:00Z",
        "2026-03-04T10.00.00Z",
        "-026-03-04T10:00:00Z",
        "+2026-03-04T10:00:00Z",
        "2026-03-04T10:00:00\u0665Z",
        "\u0662026-03-04T10:00:00Z",
        "2026-03-04T10:00:00.\u0665Z",
        " 2026-03-04T10:00:00Z",
        "2026-03-04T10:00:00Z\n"
      })
  void anythingElseIsNoTime(String text) {
    assertThat(Timestamps.read(text)).isEmpty();
  }

  @Test
  void aTimeIsWrittenInUtc() {
    assertThat(Timestamps.write(1_772_618_400_123L)).isEqualTo("2026-03-04T10:00:00.123Z");
  }
}
