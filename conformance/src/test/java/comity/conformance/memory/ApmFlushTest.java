package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules of the protocol's source about flushing, main and uninstalling, on real files. */
final class ApmFlushTest extends ApmProject {
  /** The table of flush triggers: by hand, before a compaction, and once when idle. */
  @Test
  @Tag("MEM-16")
  void theTriggersOfAFlush() throws IOException {
    openInSession();
    assertThat(hasFlushed(hook("UserPromptSubmit", ",\"prompt\":\"/remem\""))).isTrue();
    assertThat(hasFlushed(hook("UserPromptSubmit", ",\"prompt\":\"/remember that\""))).isFalse();
    assertThat(hasFlushed(hook("UserPromptSubmit", ",\"prompt\":\"do /remem\""))).isFalse();
    hook("UserPromptSubmit", ",\"prompt\":\"/remem the lift is broken\"");
    assertThat(read("memory/groups/acme/experience.md")).contains("the lift is broken");
    assertThat(hasFlushed(hook("PreCompact", ""))).isTrue();
  }

  @Test
  @Tag("MEM-16")
  void whatWasLeftAloneIsFlushedOnce() throws IOException {
    openInSession();
    assertThat(Files.exists(root.resolve("memory/flush-state.json"))).isFalse();
    idle(Duration.ofMinutes(29));
    assertThat(Files.exists(root.resolve("memory/flush-state.json"))).isFalse();
    idle(Duration.ofMinutes(31));
    String first = read("memory/flush-state.json");
    assertThat(first).contains("last_flush_time");
    idle(Duration.ofMinutes(90));
    assertThat(read("memory/flush-state.json")).isEqualTo(first);
  }

  /** Missing memory is made from what is known; what is there is never overwritten. */
  @Test
  @Tag("MEM-19")
  void missingMemoryIsMadeAndNoFileOverwritten() throws IOException {
    write(
        "memory/group_names.json", "{\"!new:x\": {\"name\": \"fresh\", \"channel\": \"matrix\"}}");
    write("memory/groups/fresh/people.md", "");
    write("MEMORY.md", "# Me\n\n## Likes\n\n- tea\n");
    done("memory", "flush", "--room", "!new:x");
    assertThat(read("memory/groups/fresh.md")).contains("fresh").contains("attention.md");
    assertThat(read("memory/groups/fresh/people.md")).as("empty, and there").isEmpty();
    assertThat(root.resolve("memory/main/index.md")).doesNotExist();
    done("memory", "flush", "--main");
    assertThat(read("memory/main/index.md")).contains("longterm.md");
    assertThat(read("memory/main/longterm.md")).contains("tea");
    assertThat(read("MEMORY.md")).isEqualTo("# Me\n\n## Likes\n\n- tea\n");
  }

  /** The file of the flush state has the keys of the source, and keeps others. */
  @Test
  @Tag("MEM-18")
  void theFlushState() throws IOException {
    write("memory/flush-state.json", "{\"mine\": [1], \"pending_items\": []}");
    done("memory", "flush", "--room", ROOM);
    done("memory", "flush", "--main");
    JsonObject state = json(read("memory/flush-state.json"));
    assertThat(state.object("groups").orElseThrow().get("last_flush_time"))
        .isInstanceOf(JsonString.class);
    assertThat(state.object("main_session").orElseThrow().get("last_flush_time"))
        .isInstanceOf(JsonString.class);
    assertThat(state.get("pending_items")).isEqualTo(JsonArray.of(List.of()));
    assertThat(state.get("mine")).isNotNull();
  }

  /** Uninstalling: groups lose access, main keeps MEMORY.md, nothing is deleted. */
  @Test
  @Tag("MEM-20")
  void uninstalling() throws IOException {
    write("MEMORY.md", "# Me\n");
    write("AGENTS.md", "# Agents\n");
    done("memory", "install");
    assertThat(read("AGENTS.md")).contains("## Every Session").contains("上次 flush");
    done("memory", "uninstall");
    assertThat(read("AGENTS.md")).isEqualTo("# Agents\n");
    assertThat(run("memory", "load", "--room", ROOM, "--message", "x", "--lexical").code())
        .isEqualTo(4);
    done("memory", "flush", "--main");
    assertThat(done("memory", "load", "--main", "--message", "x", "--lexical").string("text"))
        .hasValueSatisfying(text -> assertThat(text).contains("# Me"));
    assertThat(read("memory/groups/acme/people.md")).contains("Ada");
    done("memory", "install");
    assertThat(all(load("team roles, contacts"), "loaded", "file")).isNotEmpty();
  }

  /** A session of main: SOUL, USER, MEMORY; the index; two files; the last flush; two days. */
  @Test
  @Tag("MEM-12")
  void theOrderOfMain() throws IOException {
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
    write("SOUL.md", "soul\n");
    write("USER.md", "user\n");
    write("MEMORY.md", "kept\n");
    write("memory/" + today + ".md", "notes of today\n");
    write("memory/" + today.minusDays(1) + ".md", "notes of yesterday\n");
    write("memory/" + today.minusDays(2) + ".md", "notes before\n");
    write(
        "memory/flush-state.json",
        "{\"groups\":{},\"main_session\":{\"last_flush_time\":\"2026-11-29T08:05:00\"},"
            + "\"pending_items\":[]}");
    write(
        "memory/main/index.md",
        """
        # Main

        | Trigger Scenario | Load File | Priority |
        | --- | --- | --- |
        | garden work, plants | attention.md | P0 |
        | plants I know | longterm.md | P1 |
        """);
    write("memory/main/attention.md", "water the garden plants\n");
    write("memory/main/longterm.md", "plants like rain\n");
    JsonObject given = done("memory", "load", "--main", "--lexical", "--message", "garden plants");
    String text = given.string("text").orElse("");
    List<String> order =
        List.of(
            "# Main",
            "上次 flush: 2026-11-29 08:05",
            "soul",
            "user",
            "kept",
            "water the garden",
            "notes of today",
            "notes of yesterday");
    int at = 0;
    for (String each : order) {
      assertThat(text.indexOf(each, at)).as(each + " in\n" + text).isNotNegative();
      at = text.indexOf(each, at);
    }
    assertThat(text).doesNotContain("notes before").doesNotContain("certificates");
  }
}
