package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.conformance.mcp.JavaProgram;
import comity.conformance.mcp.ServerProcess;
import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client sees of what others do meanwhile, over standard streams and at a hub. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class McpChangesTest {
  private static final JsonObject NONE = JsonObject.empty();
  private static final String UPDATED = "notifications/resources/updated";

  @TempDir private Path folder;
  private Comity comity;
  private ServerProcess hub;

  @BeforeEach
  void makeProject() throws IOException {
    comity = Comity.in(folder);
    comity.write(".muse/build.md", "<!-- L0: v1.2.0 | ship | ok -->\n");
    comity.write(".muse/Buyer.md", "<!-- L0: v1.0.0 | buy | ok -->\n");
    comity.write(".muse/strategy.md", "<!-- L0: v2.0.0 | plan | calm -->\n");
    comity.write("memory/2026-01-01.md", "# 2026-01-01\n\nthe heron landed\n");
    comity.write("memory/2026-01-02.md", "# 2026-01-02\n\nit left\n");
    comity.write("MEMORIES.md", "- a heron is a bird\n");
    hub =
        ServerProcess.start(
            JavaProgram.hub("serve", "--port", "0", "--home", folder.resolve("home").toString()),
            folder.resolve("hub.err"));
  }

  @AfterEach
  void end() {
    hub.close();
  }

  private McpClient overStdio() throws IOException, InterruptedException {
    return McpClient.stdio(folder.resolve("home"), comity.root(), folder.resolve("errors"));
  }

  private McpClient overHttp() throws IOException, InterruptedException {
    InProcess.Ran made =
        InProcess.run(
            comity.root(),
            Map.of("COMITY_HOME", folder.resolve("home").toString()),
            "",
            List.of("token", "add", "one"));
    assertThat(made.code()).as(made.err()).isZero();
    return McpClient.http(hub.mcp(), made.out().strip());
  }

  @Test
  @Tag("ROLE-22")
  void whatOthersWriteShowsAtOnceOverStdio() throws Exception {
    try (McpClient client = overStdio()) {
      changes(client);
      completions(client);
      progress(client);
    }
  }

  @Test
  @Tag("ROLE-22")
  void whatOthersWriteShowsAtOnceAtAHub() throws Exception {
    try (McpClient client = overHttp()) {
      changes(client);
      completions(client);
      progress(client);
    }
  }

  private static JsonObject uri(String uri) {
    return NONE.with("uri", uri);
  }

  private static String read(McpClient client, String uri) throws Exception {
    JsonObject result = client.result("resources/read", uri(uri));
    return Comity.objects(result, "contents").getFirst().string("text").orElseThrow();
  }

  private static List<String> listed(McpClient client) throws Exception {
    return Comity.objects(client.result("resources/list", NONE), "resources").stream()
        .map(each -> each.string("uri").orElseThrow())
        .toList();
  }

  private void changes(McpClient client) throws Exception {
    assertThat(listed(client))
        .containsExactly(
            "muse://l0",
            "muse://roles/Buyer",
            "muse://roles/build",
            "muse://roles/strategy",
            "muse://memory/MEMORIES.md",
            "muse://memory/2026-01-01.md",
            "muse://memory/2026-01-02.md");
    assertThat(Json.text(client.result("resources/templates/list", NONE)))
        .contains("muse://roles/{role}", "muse://memory/{file}", "muse://projects/{project}/l0");
    assertThat(read(client, "muse://projects/MUSE/l0")).contains("build: <!-- L0: v1.2.0 | ship");
    for (String each : listed(client)) {
      assertThat(read(client, each)).isNotEmpty();
    }
    client.result("resources/subscribe", uri("muse://roles/build"));
    client.result("resources/subscribe", uri("muse://memory/MEMORIES.md"));
    comity.write(".muse/strategy.md", "<!-- L0: v2.0.0 | rest | calm -->\n");
    comity.write(".muse/build.md", "<!-- L0: v1.3.0 | sleep | ok -->\n");
    assertThat(read(client, "muse://l0")).contains("sleep", "rest").doesNotContain("ship");
    assertThat(Json.text(client.done("muse_get_status", NONE))).contains("sleep");
    assertThat(client.notice(UPDATED).string("uri")).contains("muse://roles/build");
    assertThat(read(client, "muse://roles/build")).contains("v1.3.0 | sleep");
    comity.write("MEMORIES.md", "- a heron is a large bird\n");
    assertThat(client.notice(UPDATED).string("uri")).contains("muse://memory/MEMORIES.md");
    comity.write(".muse/new.md", "<!-- L0: v0.1.0 | begin | - -->\n");
    client.notice("notifications/resources/list_changed");
    assertThat(listed(client)).contains("muse://roles/new");
    Files.delete(comity.root().resolve(".muse/new.md"));
    client.notice("notifications/resources/list_changed");
    assertThat(listed(client)).doesNotContain("muse://roles/new");
    client.result("resources/unsubscribe", uri("muse://roles/build"));
    comity.write(".muse/build.md", "<!-- L0: v1.4.0 | wake up | ok -->\n");
    comity.write("MEMORIES.md", "- a heron is no large bird\n");
    assertThat(client.notice(UPDATED).string("uri"))
        .as("the other is no longer told of")
        .contains("muse://memory/MEMORIES.md");
    assertThat(Json.text(client.ask("resources/read", uri("muse://roles/none"))))
        .contains("\"error\"");
  }

  private static List<String> completed(McpClient client, JsonObject ref, String name, String typed)
      throws Exception {
    JsonObject result =
        client.result(
            "completion/complete",
            NONE.with("ref", ref).with("argument", NONE.with("name", name).with("value", typed)));
    return McpClient.texts(result.object("completion").orElseThrow(), "values");
  }

  private static void completions(McpClient client) throws Exception {
    JsonObject resume = NONE.with("type", "ref/prompt").with("name", "resume");
    JsonObject template = NONE.with("type", "ref/resource");
    assertThat(completed(client, resume, "role", "BU")).containsExactly("Buyer", "build");
    assertThat(completed(client, resume, "role", "x")).isEmpty();
    assertThat(completed(client, template.with("uri", "muse://roles/{role}"), "role", "s"))
        .containsExactly("strategy");
    assertThat(
            completed(client, template.with("uri", "muse://projects/{project}/l0"), "project", "m"))
        .containsExactly("muse");
    assertThat(completed(client, template.with("uri", "muse://memory/{file}"), "file", "2026-01"))
        .containsExactly("2026-01-01.md", "2026-01-02.md");
  }

  private static void progress(McpClient client) throws Exception {
    JsonObject result =
        client.result(
            "tools/call",
            NONE.with("name", "muse_search_memory")
                .with("arguments", NONE.with("query", "heron"))
                .with("_meta", NONE.with("progressToken", "far")));
    assertThat(McpClient.isError(result)).isFalse();
    JsonObject progress = client.notice("notifications/progress");
    assertThat(progress.string("progressToken")).contains("far");
    assertThat(progress.get("progress")).isEqualTo(JsonNumber.of(0));
    assertThat(progress.get("total")).isEqualTo(JsonNumber.of(1));
    assertThat(progress.string("message")).contains("searching");
  }

  @Test
  @Tag("ROLE-11")
  @Tag("ROLE-21")
  void twoClientsThatSendAtOnceNeverGetTheSameId() throws Exception {
    int each = 30;
    Set<String> ids = new HashSet<>();
    try (McpClient one = overStdio();
        McpClient two = overHttp();
        ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> sending =
          List.of(both.submit(sender(one, each, "one")), both.submit(sender(two, each, "two")));
      for (Future<List<String>> sent : sending) {
        ids.addAll(sent.get());
      }
      assertThat(ids).hasSize(2 * each);
      JsonObject picked = two.done("directive_pickup", NONE.with("role", "build"));
      assertThat(McpClient.texts(picked, "picked_up")).containsExactlyInAnyOrderElementsOf(ids);
    }
    assertThat(comity.read(".muse/strategy.md").lines().filter(l -> l.contains("✅")))
        .hasSize(2 * each);
  }

  private static Callable<List<String>> sender(McpClient client, int count, String name) {
    return () -> {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        JsonObject sent =
            client.done(
                "muse_send_directive",
                NONE.with("target_role", "build").with("title", name + i).with("body", "now"));
        ids.add(sent.string("id").orElseThrow());
      }
      return ids;
    };
  }
}
