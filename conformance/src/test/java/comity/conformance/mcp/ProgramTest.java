package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the program itself serves: {@code comity mcp}, and {@code /mcp} of its hub. */
final class ProgramTest {
  @TempDir private Path folder;
  private Path home;
  private Path project;

  @BeforeEach
  void makeFolders() throws IOException {
    home = folder.resolve("home");
    project = Files.createDirectories(folder.resolve("project"));
    Files.createDirectory(project.resolve(".muse"));
    Files.writeString(project.resolve(".muse/build.md"), "# build\n");
  }

  /** How a command ended. */
  private record Ran(int code, String out, String err) {
    JsonObject json() {
      if (Json.read(out) instanceof JsonReading.Read(JsonObject object)) {
        return object;
      }
      throw new AssertionError(out + err);
    }
  }

  private Ran run(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--home", home.toString()));
    all.addAll(List.of(words));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(JavaProgram.comity(all.toArray(String[]::new)))
            .directory(project.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private StdioClient serve(String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("mcp", "--project-root", project.toString()));
    words.addAll(List.of(options));
    return StdioClient.start(
        JavaProgram.comity(words.toArray(String[]::new)), folder.resolve("errors"));
  }

  @Test
  void standardInputAndOutputAreServedUntilTheyEnd() throws IOException, InterruptedException {
    try (StdioClient client = serve("--role", "build", "--json")) {
      JsonObject result = client.initialize("2025-11-25", "{}");
      assertThat(result.object("serverInfo").flatMap(s -> s.string("name"))).contains("comity");
      client.request("\"l\"", "tools/list", "{}");
      assertThat(client.result("\"l\"").members()).containsKey("tools");
      client.endInput();
      client.expectEnd();
      assertThat(client.exitCode()).isZero();
    }
    try (StdioClient client = serve()) {
      client.initialize("2026-07-28", "{}");
      client.terminate();
      client.expectEnd();
      assertThat(client.exitCode()).isZero();
    }
    assertThat(folder.resolve("errors")).hasContent("");
  }

  @Test
  @Tag("ROLE-17")
  void aRoleWithoutAFileIsServedWithAWarning() throws IOException, InterruptedException {
    try (StdioClient client = serve("--role", "biuld")) {
      client.initialize("2025-11-25", "{}");
      client.endInput();
      client.expectEnd();
    }
    assertThat(folder.resolve("errors")).content().contains("has no role biuld; it has build");
  }

  /** The file of tokens may be an earlier version's, which took any name. */
  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void aTokenForNoRoleIsRefusedAndLogged() throws IOException, InterruptedException {
    String token = run("token", "add", "x", "--role", "build").out().strip();
    Path file = home.resolve("mcp-tokens.json");
    Files.writeString(
        file, Files.readString(file).replace("\"role\":\"build\"", "\"role\":\"a/b\""));
    try (ServerProcess hub =
        ServerProcess.start(
            JavaProgram.hub("serve", "--port", "0", "--home", home.toString()),
            folder.resolve("errors"))) {
      HttpMcp mcp = bearing(HttpMcp.at(hub.mcp()), token);
      HttpMcp.Reply reply =
          mcp.stateless("tools/list").post(HttpMcp.statelessBody(1, "tools/list", ""));
      assertThat(reply.status()).isEqualTo(403);
    }
    assertThat(Files.readAllLines(home.resolve("audit.jsonl")).getLast())
        .contains("\"action\":\"refuse\"", "\"path\":\"/mcp\"", "\"rule\":\"role-name\"");
  }

  @Test
  void aProjectThatIsNotThereIsNotServed() throws IOException, InterruptedException {
    Ran ran = run("mcp", "--project-root", folder.resolve("none").toString());
    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("is no folder");
  }

  @Test
  void tokensAreMadeListedAndTakenBackWithoutAHub() throws IOException, InterruptedException {
    Ran made =
        run(
            "token",
            "add",
            "laptop",
            "--role",
            "build",
            "--room",
            "r1",
            "--room",
            "r2",
            "--expires",
            "90d",
            "--json");
    assertThat(made.code()).isZero();
    String text = made.json().string("token").orElseThrow();
    assertThat(text).matches("mcp_[0-9a-f]{10}_[0-9a-f]{64}");
    assertThat(made.json().string("project_root")).contains(project.toRealPath().toString());
    assertThat(made.json().members().keySet())
        .containsExactly(
            "id", "token", "name", "project_root", "role", "rooms", "created_at", "expires");
    Path file = home.resolve("mcp-tokens.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file)).doesNotContain(text, text.substring(15));
    assertThat(run("token", "add", "laptop").code()).as("the name is taken").isEqualTo(1);
    assertThat(run("token", "add", "short").out()).matches("mcp_[0-9a-f]{10}_[0-9a-f]{64}\n");
    assertThat(run("token", "list").out()).contains("laptop", "build", "r1 r2", "short");
    assertThat(run("token", "revoke", "laptop").code()).isZero();
    assertThat(run("token", "revoke", "laptop").code()).isEqualTo(3);
    assertThat(run("token", "list", "--json").out())
        .contains("revoked_at")
        .doesNotContain("sha256");
  }

  @Test
  void theHubServesWhoShowsATokenThatHolds() throws IOException, InterruptedException {
    try (ServerProcess hub =
        ServerProcess.start(
            JavaProgram.hub("serve", "--port", "0", "--home", home.toString()),
            folder.resolve("errors"))) {
      HttpMcp mcp = HttpMcp.at(hub.mcp());
      String list = HttpMcp.statelessBody(1, "tools/list", "");
      HttpMcp.Reply refused = mcp.stateless("tools/list").post(list);
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
      String owner = Files.readString(home.resolve("run/token")).strip();
      assertThat(bearing(mcp, owner).stateless("tools/list").post(list).status()).isEqualTo(401);

      HttpMcp one = bearing(mcp, run("token", "add", "one").out().strip());
      HttpMcp two = bearing(mcp, run("token", "add", "two").out().strip());
      assertThat(one.stateless("tools/list").post(list).result().members()).containsKey("tools");
      HttpMcp session = one.session();
      assertThat(session.post(HttpMcp.body(1, "ping", "{}")).status()).isEqualTo(200);
      String id = session.headers().get(session.headers().indexOf("Mcp-Session-Id") + 1);
      assertThat(two.with("Mcp-Session-Id", id).post(HttpMcp.body(2, "ping", "{}")).status())
          .as("another's session")
          .isEqualTo(404);
      assertThat(one.with("Origin", "http://evil.example").post(list).status()).isEqualTo(403);

      run("token", "revoke", "one");
      assertThat(session.post(HttpMcp.body(3, "ping", "{}")).status()).isEqualTo(401);
      assertThat(one.stateless("tools/list").post(list).status()).isEqualTo(401);
      assertThat(two.stateless("tools/list").post(list).status()).isEqualTo(200);
      Files.writeString(home.resolve("mcp-tokens.json"), "damaged");
      assertThat(two.stateless("tools/list").post(list).status()).isEqualTo(401);
      assertThat(run("token", "list").err()).contains("is damaged");
    }
  }

  private static HttpMcp bearing(HttpMcp mcp, String token) {
    return mcp.with("Authorization", "Bearer " + token);
  }
}
