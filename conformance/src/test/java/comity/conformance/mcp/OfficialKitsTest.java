package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the official suite, inspector and client say about the engine. */
@Tag("long-agents")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
final class OfficialKitsTest {
  @TempDir private static Path folder;
  private static Kits kits;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    kits = Kits.install();
    server = ServerProcess.start(JavaProgram.fixtures("http"), folder.resolve("errors"));
  }

  @AfterAll
  static void end() {
    if (server != null) {
      server.close();
    }
  }

  /** Every server scenario that the revision requires passes; the kit speaks HTTP alone. */
  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  @Tag("ROLE-23")
  void theConformanceSuitePasses(String revision) throws IOException, InterruptedException {
    Path suite = kits.of("conformance");
    Kits.Ran ran =
        kits.node(
            folder,
            180,
            List.of(
                suite.resolve("dist/index.js").toString(),
                "server",
                "--url",
                server.mcp(),
                "--requirements",
                revision));
    List<String> required = required(suite.resolve("requirements/" + revision + ".yaml"));
    assertThat(required).hasSizeGreaterThanOrEqualTo(30);
    List<String> failed =
        required.stream()
            .filter(name ->
                !Pattern.compile("(?m)^✓ " + Pattern.quote(name) + ": [1-9]\\d* passed, 0 failed")
                    .matcher(ran.output())
                    .find())
            .toList();
    assertThat(failed).as(ran.output()).isEmpty();
    assertThat(ran.code()).as(ran.output()).isZero();
  }

  private static List<String> required(Path file) throws IOException {
    List<String> names = new ArrayList<>();
    boolean server = false;
    for (String line : Files.readAllLines(file)) {
      if (line.matches("[a-z_]+:")) {
        server = line.equals("server:");
      } else if (server && line.startsWith("  - ")) {
        names.add(line.substring(4).strip());
      }
    }
    return names;
  }

  private static List<String> stdio() {
    return JavaProgram.fixtures("stdio");
  }

  private Kits.Ran inspector(List<String> target, String... words)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add(kits.of("inspector").resolve("clients/launcher/build/index.js").toString());
    all.add("--cli");
    all.addAll(target);
    all.addAll(List.of(words));
    Kits.Ran ran = kits.node(folder, 90, all);
    assertThat(ran.code()).as(ran.output()).isZero();
    return ran;
  }

  @Test
  void theInspectorListsAndCallsOverHttp() throws IOException, InterruptedException {
    List<String> target = List.of(server.mcp(), "--transport", "http");
    assertThat(inspector(target, "--method", "tools/list").output())
        .contains("test_simple_text", "json_schema_2020_12_tool");
    assertThat(
            inspector(
                    target,
                    "--method",
                    "tools/call",
                    "--tool-name",
                    "echo",
                    "--tool-arg",
                    "text=heron")
                .output())
        .contains("\"structuredContent\"", "heron");
  }

  @Test
  void theInspectorListsAndCallsOverStdio() throws IOException, InterruptedException {
    // It reads options wherever they stand, so that those of the server go into a script.
    Path script = folder.resolve("server.sh");
    String words = "'" + String.join("' '", stdio()) + "'";
    Files.writeString(script, "#!/bin/sh\nexec " + words + "\n");
    List<String> target = List.of("sh", script.toString());
    assertThat(inspector(target, "--method", "tools/list").output()).contains("test_simple_text");
    assertThat(
            inspector(
                    target,
                    "--method",
                    "tools/call",
                    "--tool-name",
                    "echo",
                    "--tool-arg",
                    "text=heron")
                .output())
        .contains("\"structuredContent\"", "heron");
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "auto", "pin"})
  void theClientHasAFullSession(String mode)
      throws IOException, InterruptedException, URISyntaxException {
    String script =
        Path.of(OfficialKitsTest.class.getResource("/mcp/client-session.mjs").toURI()).toString();
    Kits.Ran http = kits.node(folder, 90, List.of(script, mode, "http", server.mcp()));
    assertThat(http.output()).isEqualTo("ok " + mode + " http\n");
    List<String> words = new ArrayList<>(List.of(script, mode, "stdio"));
    words.addAll(stdio());
    Kits.Ran stdio = kits.node(folder, 90, words);
    assertThat(stdio.output()).isEqualTo("ok " + mode + " stdio\n");
  }
}
