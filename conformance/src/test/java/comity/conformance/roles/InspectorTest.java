package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.conformance.mcp.JavaProgram;
import comity.conformance.mcp.Kits;
import comity.conformance.mcp.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The official inspector lists and calls each tool of the program. */
@Tag("long-agents")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
final class InspectorTest {
  private static final Pattern NAME = Pattern.compile("(?m)^      \"name\": \"([a-z_]+)\"");
  private static final long SECONDS = 90;

  @TempDir private Path folder;
  private Comity comity;
  private Kits kits;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    kits = Kits.install();
    comity = Comity.in(folder);
    comity.write(".muse/build.md", "<!-- L0: v1.2.0 | ship | ok -->\n\n## TODO\n\n- [ ] paint\n");
    comity.write(".muse/strategy.md", "<!-- L0: v2.0.0 | plan | calm -->\n");
    comity.write("MEMORIES.md", "- a heron is a bird\n");
  }

  private static final String NONE_OPEN = "no memory is open";

  /** A call of each tool: its arguments, and what its result says. */
  private static Map<String, List<String>> calls() {
    Map<String, List<String>> calls = new LinkedHashMap<>();
    calls.put("muse_get_status", List.of("\"top_priority\": \"ship\""));
    calls.put("muse_list_roles", List.of("\"role\": \"strategy\""));
    calls.put("muse_get_role", List.of("\"l0\": \"<!-- L0: v1.2.0", "role=build"));
    calls.put("role_may", List.of("\"allowed\": true", "access=read", "path=src/x"));
    calls.put("task_list", List.of("\"text\": \"paint\"", "role=build"));
    calls.put("task_add", List.of("\"text\": \"sand\"", "role=build", "text=sand"));
    calls.put("task_set", List.of("\"state\": \"done\"", "role=build", "task=sand", "state=done"));
    calls.put(
        "muse_send_directive",
        List.of("\"id\": \"S001\"", "target_role=build", "title=Raise the roof", "body=by noon"));
    calls.put("directive_list", List.of("\"status\": \"waiting\"", "role=build"));
    calls.put("directive_pickup", List.of("\"body\": \"by noon\"", "role=build"));
    calls.put("directive_done", List.of("\"already\": false", "role=build", "directive_id=S001"));
    calls.put("muse_write_memory", List.of("\"file\": \"", "content=it rained"));
    calls.put("bye", List.of("\"noted\": true", "summary=all is done"));
    calls.put("muse_search_memory", List.of("MEMORIES.md:", "query=heron"));
    calls.put("memory_open", List.of("\"scope\": \"group:ops\"", "room=r"));
    calls.put("memory_load", List.of("memory/groups/ops.md | index", "room=r", "message=heron"));
    calls.put("memory_search", List.of("MEMORIES.md:", "query=heron"));
    // Each call is a session of its own, in which nothing is open.
    calls.put("memory_get", List.of(NONE_OPEN, "file=index"));
    calls.put("memory_append", List.of(NONE_OPEN, "kind=note", "text=x"));
    calls.put("memory_flush", List.of(NONE_OPEN));
    calls.put("memory_close", List.of(NONE_OPEN));
    return calls;
  }

  private String inspector(List<String> target, String... words)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add(kits.of("inspector").resolve("clients/launcher/build/index.js").toString());
    all.add("--cli");
    all.addAll(target);
    all.addAll(List.of(words));
    Kits.Ran ran = kits.node(folder, SECONDS, all);
    // 5 is what it says of a tool that answered why it could not.
    int code = ran.output().contains(NONE_OPEN) ? 5 : 0;
    assertThat(ran.code()).as(ran.output()).isEqualTo(code);
    return ran.output();
  }

  private void listsAndCalls(List<String> target) throws IOException, InterruptedException {
    Files.createDirectories(comity.root().resolve("memory/groups"));
    Files.writeString(comity.root().resolve("memory/group_names.json"), "{\"r\": \"ops\"}");
    Files.writeString(comity.root().resolve("memory/groups/ops.md"), "# ops\n");
    List<String> names = new ArrayList<>();
    Matcher name = NAME.matcher(inspector(target, "--method", "tools/list"));
    while (name.find()) {
      names.add(name.group(1));
    }
    assertThat(names).containsExactlyInAnyOrderElementsOf(calls().keySet());
    for (Map.Entry<String, List<String>> call : calls().entrySet()) {
      List<String> words =
          new ArrayList<>(List.of("--method", "tools/call", "--tool-name", call.getKey()));
      for (String argument : call.getValue().subList(1, call.getValue().size())) {
        words.addAll(List.of("--tool-arg", argument));
      }
      assertThat(inspector(target, words.toArray(String[]::new)))
          .contains(call.getValue().getFirst());
    }
    assertThat(comity.read(".muse/strategy.md")).contains("**S001→build**: ✅ (");
  }

  @Test
  @Tag("ROLE-21")
  void overStdio() throws IOException, InterruptedException {
    // It reads options wherever they stand, so that those of the server go into a script.
    String words =
        String.join(
            "' '",
            JavaProgram.comity(
                "mcp",
                "--home",
                folder.resolve("home").toString(),
                "--project-root",
                comity.root().toString(),
                "--room",
                "r"));
    Path script = folder.resolve("server.sh");
    Files.writeString(script, "#!/bin/sh\nexec '" + words + "'\n");
    listsAndCalls(List.of("sh", script.toString()));
  }

  @Test
  @Tag("ROLE-21")
  void overHttp() throws IOException, InterruptedException {
    try (ServerProcess hub =
        ServerProcess.start(
            JavaProgram.hub("serve", "--port", "0", "--home", folder.resolve("home").toString()),
            folder.resolve("hub.err"))) {
      InProcess.Ran made =
          InProcess.run(
              comity.root(),
              Map.of("COMITY_HOME", folder.resolve("home").toString()),
              "",
              List.of("token", "add", "inspector", "--room", "r"));
      assertThat(made.code()).as(made.err()).isZero();
      listsAndCalls(
          List.of(
              hub.mcp(),
              "--transport",
              "http",
              "--header",
              "Authorization: Bearer " + made.out().strip()));
    }
  }
}
