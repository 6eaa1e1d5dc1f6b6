package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("MEM-3")
class GroupNamesTest {
  private static final String TOP = "memory/group_names.json";
  private static final String BELOW = "memory/groups/group_names.json";

  private static GroupNames names(String json) {
    return GroupNames.read(Map.of(TOP, json));
  }

  private static String group(GroupNames names, String room) {
    return switch (names.resolve(room)) {
      case GroupNames.Resolving.Found(GroupNames.Entry entry) -> entry.group().name();
      case GroupNames.Resolving.Unmapped _ -> "-";
      case GroupNames.Resolving.Ambiguous _ -> "?";
    };
  }

  @Test
  void bothFormsNameAGroup() {
    GroupNames names =
        names(
            """
            {"oc_1": "ops", "-1001": {"name": "设计", "channel": "telegram"}}
            """);
    assertThat(group(names, "oc_1")).isEqualTo("ops");
    assertThat(group(names, "-1001")).isEqualTo("设计");
    assertThat(names.entries().get(1).channel()).isEqualTo("telegram");
    assertThat(names.problems()).isEmpty();
  }

  @Test
  void bothFilesCount() {
    GroupNames names = GroupNames.read(Map.of(TOP, "{\"a\": \"one\"}", BELOW, "{\"b\": \"two\"}"));
    assertThat(group(names, "a")).isEqualTo("one");
    assertThat(group(names, "b")).isEqualTo("two");
  }

  @Test
  void aRoomThatIsNotMappedIsNoGroups() {
    GroupNames names = names("{\"oc_1\": \"ops\"}");
    assertThat(group(names, "oc_2")).isEqualTo("-");
    assertThat(group(names, "OC_1")).isEqualTo("-");
    assertThat(group(names, "")).isEqualTo("-");
  }

  @Test
  void anIdCountsUpToItsColonWhereTheEntrySaysSo() {
    GroupNames names =
        names(
            """
            {"!ops": {"name": "ops", "any_server": true},
             "!dev:one.example": {"name": "dev", "any_server": true},
             "!hr:one.example": "hr"}
            """);
    assertThat(group(names, "!ops:any.example:8448")).isEqualTo("ops");
    assertThat(group(names, "!dev:two.example")).isEqualTo("dev");
    assertThat(group(names, "!hr:two.example")).isEqualTo("-");
    assertThat(group(names, "!hr")).isEqualTo("-");
  }

  @Test
  void theExactIdComesFirst() {
    GroupNames names =
        names(
            """
            {"!a": {"name": "anywhere", "any_server": true}, "!a:here": "here"}
            """);
    assertThat(group(names, "!a:here")).isEqualTo("here");
    assertThat(group(names, "!a:there")).isEqualTo("anywhere");
  }

  @Test
  void anyServerMustBeTrueItself() {
    assertThat(group(names("{\"!a\": {\"name\": \"x\", \"any_server\": \"true\"}}"), "!a:b"))
        .isEqualTo("-");
  }

  @Test
  void twoRoomsWithOneNameAreReported() {
    GroupNames names = names("{\"a\": \"Ops\", \"b\": \"ops\"}");
    assertThat(names.problems()).hasSize(1);
    assertThat(names.problems().getFirst().what()).contains("a and b", "ops");
  }

  @Test
  void oneRoomWithTwoNamesIsNone() {
    GroupNames names = GroupNames.read(Map.of(TOP, "{\"a\": \"one\"}", BELOW, "{\"a\": \"two\"}"));
    assertThat(group(names, "a")).isEqualTo("?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "..",
        ".",
        "a/b",
        "../main",
        "a\\\\b",
        ".hidden",
        "-x",
        "a..b",
        "main",
        "MAIN",
        "con",
        "nul.txt",
        "a\\u0000b",
        "a\\nb",
        "x ",
        "x.",
        "a\\u200bb",
        "e\\u0301",
        "a|b",
        "a*b",
        "group_names",
        "all",
        "index"
      })
  void aNameThatIsNoneIsReportedAndMapsNothing(String name) {
    GroupNames names = names("{\"a\": \"" + name + "\", \"b\": \"fine\"}");
    assertThat(group(names, "a")).isEqualTo("-");
    assertThat(group(names, "b")).isEqualTo("fine");
    assertThat(names.problems()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{", "", "{\"a\": \"one\", \"a\": \"two\"}", "null"})
  void aFileThatIsNoneIsReportedAndTheOtherCounts(String json) {
    GroupNames names = GroupNames.read(Map.of(TOP, json, BELOW, "{\"b\": \"fine\"}"));
    assertThat(group(names, "a")).isEqualTo("-");
    assertThat(group(names, "b")).isEqualTo("fine");
    assertThat(names.problems()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\": 1}", "{\"a\": {}}", "{\"a\": {\"name\": 1}}", "{\"\": \"x\"}"})
  void anEntryThatIsNoneIsReported(String json) {
    GroupNames names = names(json);
    assertThat(names.entries()).isEmpty();
    assertThat(names.problems()).hasSize(1);
  }

  @Test
  void aNameIsNoLongerThanAFilesCanBe() {
    assertThat(Scope.Group.problem("x".repeat(200))).isEmpty();
    assertThat(Scope.Group.problem("x".repeat(201))).isPresent();
    assertThat(Scope.Group.problem("组".repeat(67))).isPresent();
  }
}
