package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    List<JsonObject> rows =
        List.of(
            JsonObject.empty().with("name", "a").with("last_at", 1),
            JsonObject.empty().with("name", "größer").with("last_at", true));
    assertThat(Table.lines(rows, "none", 0, List.of("name", "last_at")))
        .containsExactly("NAME    LAST AT", "a       1", "größer  true");
    assertThat(Table.lines(List.of(), "none", 0, List.of("name"))).containsExactly("none");
  }

  @Test
  void wideCharactersAndMarksAreCountedInCells() {
    List<JsonObject> rows =
        List.of(
            JsonObject.empty().with("name", "日本語").with("state", "open"),
            JsonObject.empty().with("name", "e\u0301a\u200b").with("state", "stopped"),
            JsonObject.empty().with("name", "👍🏽").with("state", "שלום"));
    assertThat(Table.lines(rows, "none", 0, List.of("name", "state")))
        .containsExactly("NAME    STATE", "日本語  open", "e\u0301a      stopped", "👍🏽    שלום");
  }

  @Test
  void whatDoesNotFitStandsBelowAndAnEmptyRestIsLeftOut() {
    List<JsonObject> rows =
        List.of(
            JsonObject.empty()
                .with("id", "1234567890")
                .with("name", "abcdefghij")
                .with("why", "x y"),
            JsonObject.empty().with("id", "2").with("name", "b"));
    List<String> columns = List.of("id", "name", "why");
    assertThat(Table.lines(rows, "none", 0, columns))
        .containsExactly(
            "ID          NAME        WHY", "1234567890  abcdefghij  x y", "2           b");
    assertThat(Table.lines(rows, "none", 27, columns)).hasSize(3);
    assertThat(Table.lines(rows, "none", 26, columns))
        .containsExactly(
            "ID          NAME", "    WHY", "1234567890  abcdefghij", "    x y", "2           b");
    List<JsonObject> words =
        List.of(
            JsonObject.empty().with("id", "1").with("why", "one two three four five six seven"));
    assertThat(Table.lines(words, "none", 30, List.of("id", "why")))
        .containsExactly("ID  WHY", "1   one two three four five", "    six seven");
  }

  @Test
  void timesAreThoseOfThisMachine() {
    assertThat(Amounts.local(Instant.parse("2026-03-04T10:00:00.987Z"), ZoneId.of("Asia/Tokyo")))
        .isEqualTo("2026-03-04 19:00:00");
    assertThat(Amounts.local("no time")).isEqualTo("no time");
    Instant now = Instant.parse("2026-03-04T10:00:00Z");
    assertThat(Amounts.ago("2026-03-04T09:59:18.5Z", now)).isEqualTo("41 s ago");
    assertThat(Amounts.ago("2026-03-04T09:57:01Z", now)).isEqualTo("2 min ago");
    assertThat(Amounts.ago("2026-03-02T09:00:00Z", now)).isEqualTo("2 d ago");
    assertThat(Amounts.ago("2026-03-04T10:00:01Z", now)).isEqualTo("0 s ago");
    assertThat(Amounts.ago("no time", now)).isEqualTo("no time");
    assertThat(Amounts.span(59)).isEqualTo("59 s");
    assertThat(Amounts.span(3_600)).isEqualTo("1 h");
    assertThat(Amounts.span(200_000)).isEqualTo("2 d 7 h");
    assertThat(Amounts.bytes(999)).isEqualTo("999 bytes");
    assertThat(Amounts.bytes(12_345)).isEqualTo("12 kB");
    assertThat(Amounts.bytes(6_543_210)).isEqualTo("6.5 MB");
  }

  @Test
  void textFromOutsideCanNotDriveTheTerminal() {
    JsonObject row =
        JsonObject.empty()
            .with("name", "a\u001b[2Jb\nc\u0007")
            .with("list", JsonArray.of(List.of(new JsonString("x\ry"), new JsonString("z"))));
    assertThat(Table.text(row, "name")).isEqualTo("a[2Jb c");
    assertThat(Table.text(row, "list")).isEqualTo("x y z");
    assertThat(Content.lines(JsonObject.empty().with("content", "a\u001b]0;t\u0007\nb")))
        .containsExactly("a]0;t", "b");
  }
}
