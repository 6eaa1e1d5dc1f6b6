package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The memory commands of the real program: shapes, exit codes, and files that are not as usual. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MemoryCommandsTest {
  private static final int READERS = 4;

  @TempDir private Path folder;
  private Comity comity;

  @BeforeEach
  void make() throws IOException {
    comity = Comity.in(folder);
    comity.write("memory/group_names.json", "{\"a\":\"acme\",\"c\":\"acme\",\"b\":\"beta\"}");
    comity.write("memory/groups/group_names.json", "{\"b\":\"other\"}");
    comity.write(
        "memory/groups/acme.md",
        """
        ---
        memory_budget: 300
        ---

        ## Hard Rules

        - never on Friday

        | Trigger Scenario | Load File | Priority |
        | --- | --- | --- |
        | current tasks | attention.md | P0 |
        | broken
        """);
    comity.write("memory/groups/acme/attention.md", "the certificates\n\n".repeat(60));
    comity.write("memory/groups/acme/project.md", "");
  }

  @Test
  @Tag("MEM-3")
  @Tag("MEM-6")
  @Tag("MEM-7")
  @Tag("MEM-13")
  void theShapesAndExitCodesAreAsDocumented() throws Exception {
    Comity.Ended loaded =
        comity.run(
            "memory", "load", "--room", "a", "--message", "current tasks", "--lexical", "--json");
    assertThat(loaded.code()).as(loaded.err()).isZero();
    assertThat(loaded.json().members().keySet())
        .containsExactly(
            "session",
            "scope",
            "index",
            "loaded",
            "left_out",
            "tokens",
            "budget",
            "spent",
            "mode",
            "nothing",
            "warnings",
            "text");
    assertThat(Json.text(loaded.json())).contains("memory/groups/acme.md:");
    Comity.Ended unmapped = comity.run("memory", "open", "--room", "!nobody");
    assertThat(unmapped.code()).isEqualTo(3);
    assertThat(unmapped.err()).contains("no group's");
    Comity.Ended ambiguous = comity.run("memory", "open", "--room", "b");
    assertThat(ambiguous.code()).isEqualTo(1);
    assertThat(ambiguous.err()).contains("beta and other");
    Comity.Ended opened = comity.run("memory", "open", "--room", "a", "--json");
    assertThat(Json.text(opened.json())).contains("share the memory of acme");
    String handle = opened.json().string("session").orElseThrow();
    assertThat(comity.run("memory", "get", "attention.md", "--session", handle).code())
        .isEqualTo(4);
    Comity.Ended hook = comity.run("hook", "event", "--bogus");
    assertThat(hook.code()).as("a provider is never stopped").isZero();
    assertThat(hook.err()).contains("--bogus");
    Comity.Ended explained = comity.run("memory", "explain", "--json");
    assertThat(Comity.objects(explained.json(), "receipts").getFirst().members().keySet())
        .contains("asked", "loaded", "left_out", "tokens", "budget", "spent");
  }

  @Test
  @Tag("MEM-15")
  @Tag("MEM-18")
  void secretsAndBrokenFiles() throws Exception {
    String secret = "the key is ghp_" + "a1B2c3D4e5F6g7H8i9J0".repeat(2).substring(0, 36);
    String[] append = {"memory", "append", "--room", "a", "--kind", "note", secret};
    Comity.Ended refused = comity.run(append);
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.out() + refused.err()).doesNotContain("a1B2c3D4");
    assertThat(comity.has("memory/groups/acme/experience.md")).isFalse();
    List<String> redacted = new ArrayList<>(List.of(append));
    redacted.add("--redact");
    assertThat(comity.run(redacted.toArray(String[]::new)).code()).isZero();
    assertThat(comity.read("memory/groups/acme/experience.md"))
        .contains("the key is")
        .doesNotContain("a1B2c3D4");
    comity.write("memory/flush-state.json", "{\"groups\": [");
    Comity.Ended flushed = comity.run("memory", "flush", "--room", "a");
    assertThat(flushed.code()).isZero();
    assertThat(flushed.err()).contains("flush-state.json.malformed-");
    try (Stream<Path> files = Files.list(comity.root().resolve("memory"))) {
      Path aside =
          files.filter(file -> file.toString().contains(".malformed-")).findFirst().orElseThrow();
      assertThat(Files.readString(aside)).isEqualTo("{\"groups\": [");
    }
  }

  @Test
  @Tag("MEM-11")
  void manyReadersOfOneSessionNeverGetMoreThanItsBudget() throws Exception {
    String handle =
        comity.run("memory", "open", "--room", "a", "--json").json().string("session").orElse("");
    assertThat(comity.run("memory", "get", "index", "--session", handle).code()).isZero();
    long before = spent(handle);
    List<Callable<Comity.Ended>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      readers.add(() -> comity.run("memory", "get", "attention.md", "--session", handle, "--json"));
    }
    long given = before;
    int served = 0;
    try (ExecutorService pool = Executors.newFixedThreadPool(READERS)) {
      for (Future<Comity.Ended> reader : pool.invokeAll(readers)) {
        Comity.Ended ended = reader.get();
        if (ended.code() == 0) {
          served++;
          given += number(ended.json(), "tokens");
        }
      }
    }
    assertThat(served).isPositive();
    assertThat(given).isLessThanOrEqualTo(300);
  }

  private long spent(String handle) throws Exception {
    Comity.Ended explained = comity.run("memory", "explain", "--session", handle, "--json");
    return number(Comity.objects(explained.json(), "receipts").getLast(), "spent");
  }

  private static long number(JsonObject json, String name) {
    return json.get(name) instanceof JsonNumber number ? number.asLong().orElse(-1) : -1;
  }

  @Test
  @Tag("MEM-11")
  void aBudgetOfOneTokenAndFilesOfOddSizes() throws Exception {
    comity.write("memory/groups/acme.md", "---\nmemory_budget: 1\n---\n\n# acme\n");
    Comity.Ended one =
        comity.run("memory", "load", "--room", "a", "--message", "x", "--lexical", "--json");
    assertThat(one.code()).as(one.err()).isZero();
    assertThat(number(one.json(), "tokens")).isLessThanOrEqualTo(1);
    comity.write("memory/groups/acme.md", "# acme\n");
    Files.write(comity.root().resolve("memory/groups/acme/people.md"), new byte[(8 << 20) + 1]);
    String handle =
        comity.run("memory", "open", "--room", "a", "--json").json().string("session").orElse("");
    assertThat(comity.run("memory", "get", "index", "--session", handle).code()).isZero();
    Comity.Ended large = comity.run("memory", "get", "people.md", "--session", handle);
    assertThat(large.code()).isEqualTo(1);
    assertThat(large.err()).contains("larger than");
    assertThat(comity.run("memory", "get", "project.md", "--session", handle).code())
        .as("an empty file")
        .isZero();
  }
}
