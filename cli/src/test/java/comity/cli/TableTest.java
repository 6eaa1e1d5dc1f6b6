package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    List<JsonObject> rows =
        List.of(
            JsonObject.empty().with("name", "a").with("last_at", 1),
            JsonObject.empty().with("name", "größer").with("last_at", true));
    assertThat(Table.lines(rows, "none", "name", "last_at"))
        .containsExactly("NAME    LAST AT", "a       1", "größer  true");
    assertThat(Table.lines(List.of(), "none", "name")).containsExactly("none");
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
