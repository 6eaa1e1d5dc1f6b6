package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine over HTTP, header by header. */
final class RawHttpTest {
  @TempDir private static Path folder;
  private static ServerProcess server;
  private static HttpMcp mcp;

  @BeforeAll
  static void start() throws IOException {
    server = ServerProcess.start(JavaProgram.fixtures("http"), folder.resolve("errors"));
    mcp = HttpMcp.at(server.mcp());
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static String call(int id, String tool) {
    return HttpMcp.body(id, "tools/call", "{\"name\":\"" + tool + "\"}");
  }

  @Test
  void whatIsNoMessageIsRefused() throws IOException, InterruptedException {
    assertThat(mcp.post("{").status()).isEqualTo(400);
    assertThat(mcp.post("{").errorCode()).isEqualTo(-32700);
    assertThat(mcp.post("[]").errorCode()).isEqualTo(-32600);
    assertThat(mcp.post("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}").errorCode())
        .isEqualTo(-32600);
    assertThat(mcp.post("x".repeat((4 << 20) + 1)).status()).isEqualTo(413);
    assertThat(mcp.with("Accept", "text/html").post("{}").status()).isEqualTo(406);
  }

  @Test
  void aSessionIsNeededKnownAndOnesOwn() throws IOException, InterruptedException {
    assertThat(mcp.post(HttpMcp.body(1, "tools/list", "{}")).status()).isEqualTo(400);
    assertThat(
            mcp.with("Mcp-Session-Id", "0".repeat(32))
                .post(HttpMcp.body(1, "tools/list", "{}"))
                .status())
        .isEqualTo(404);
    HttpMcp session = mcp.session();
    HttpMcp.Reply reply = session.post(HttpMcp.body(1, "tools/list", "{}"));
    assertThat(reply.header("Content-Type")).startsWith("application/json");
    assertThat(reply.result().members()).containsKey("tools").doesNotContainKey("resultType");
    assertThat(
            session.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").status())
        .isEqualTo(202);
    assertThat(session.post(HttpMcp.body(2, "nothing", "{}")).errorCode()).isEqualTo(-32601);
    HttpMcp other =
        new HttpMcp(session.url(), session.headers().subList(0, 2))
            .with("MCP-Protocol-Version", "2025-03-26");
    assertThat(other.post(HttpMcp.body(3, "ping", "{}")).status()).isEqualTo(400);
    assertThat(session.delete().status()).isEqualTo(204);
    assertThat(session.post(HttpMcp.body(4, "ping", "{}")).status()).isEqualTo(404);
  }

  @Test
  void statelessRequestsMustSayTheSameInTheirHeaders() throws IOException, InterruptedException {
    String list = HttpMcp.statelessBody(1, "tools/list", "");
    assertThat(mcp.stateless("tools/list").post(list).status()).isEqualTo(200);
    assertThat(mcp.post(list).errorCode()).isEqualTo(-32020);
    assertThat(mcp.with("MCP-Protocol-Version", "2026-07-28").post(list).errorCode())
        .isEqualTo(-32020);
    assertThat(mcp.stateless("TOOLS/LIST").post(list).errorCode()).isEqualTo(-32020);
    String call = HttpMcp.statelessBody(2, "tools/call", "\"name\":\"test_simple_text\",");
    HttpMcp calling = mcp.stateless("tools/call");
    assertThat(calling.post(call).errorCode()).isEqualTo(-32020);
    assertThat(calling.with("Mcp-Name", "other").post(call).status()).isEqualTo(400);
    assertThat(calling.with("Mcp-Name", "test_simple_text").post(call).status()).isEqualTo(200);
    assertThat(calling.with("Mcp-Name", "=?base64?dGVzdF9zaW1wbGVfdGV4dA==?=").post(call).status())
        .isEqualTo(200);
    assertThat(calling.with("Mcp-Name", "=?base64?*?=").post(call).errorCode()).isEqualTo(-32020);
    HttpMcp.Reply unknown =
        mcp.with("MCP-Protocol-Version", "2031-01-01").post(HttpMcp.body(3, "tools/list", "{}"));
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.errorCode()).isEqualTo(-32022);
    HttpMcp.Reply gone = mcp.stateless("ping").post(HttpMcp.statelessBody(4, "ping", ""));
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.errorCode()).isEqualTo(-32601);
    assertThat(mcp.stateless("x").get().status()).isEqualTo(405);
    assertThat(mcp.stateless("x").delete().status()).isEqualTo(405);
  }

  @Test
  void progressMakesTheAnswerAStream() throws IOException, InterruptedException {
    HttpMcp session = mcp.session();
    String params = "{\"name\":\"test_tool_with_progress\",\"_meta\":{\"progressToken\":\"p\"}}";
    try (HttpMcp.Events events = session.openPost(HttpMcp.body(1, "tools/call", params))) {
      for (int i = 0; i < 3; i++) {
        assertThat(events.next().toString()).contains("\"progressToken\":\"p\"");
      }
      assertThat(events.next().object("result")).isPresent();
      assertThat(events.ends()).isTrue();
    }
    HttpMcp.Reply plain =
        session.with("Accept", "application/json").post(HttpMcp.body(2, "tools/call", params));
    assertThat(plain.result().members()).containsKey("content");
  }

  @Test
  void twoClientsAtOnceAreKeptApart() throws IOException, InterruptedException {
    HttpMcp one = mcp.session();
    HttpMcp two = mcp.session();
    try (HttpMcp.Events slow =
        one.openPost(
            HttpMcp.body(
                1,
                "tools/call",
                "{\"name\":\"wait_for_cancel\",\"_meta\":{\"progressToken\":1}}"))) {
      assertThat(slow.next().string("method")).contains("notifications/progress");
      assertThat(two.post(call(1, "test_simple_text")).result().members()).containsKey("content");
      String cancel =
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
      assertThat(two.post(cancel).status()).isEqualTo(202);
      assertThat(one.post(HttpMcp.body(2, "ping", "{}")).result().members()).isEmpty();
      assertThat(one.post(call(1, "test_simple_text")).errorCode())
          .as("an id that is still under way, since only the other client cancelled")
          .isEqualTo(-32600);
      assertThat(one.post(cancel).status()).isEqualTo(202);
      assertThat(slow.ends()).isTrue();
    }
  }

  @Test
  void leavingAStatelessRequestCancelsIt() throws IOException, InterruptedException {
    HttpMcp calling = mcp.stateless("tools/call");
    String before = count(calling);
    HttpMcp.Events slow =
        calling
            .with("Mcp-Name", "wait_for_cancel")
            .openPost(HttpMcp.statelessBody(1, "tools/call", "\"name\":\"wait_for_cancel\","));
    slow.close();
    String after = before;
    while (after.equals(before)) { // the timeout of the test ends it otherwise
      after = count(calling);
    }
    assertThat(after).isNotEqualTo(before);
  }

  private static String count(HttpMcp calling) throws IOException, InterruptedException {
    return Json.text(
        calling
            .with("Mcp-Name", "cancelled")
            .post(HttpMcp.statelessBody(2, "tools/call", "\"name\":\"cancelled\","))
            .result()
            .object("structuredContent")
            .orElseThrow());
  }

  @Test
  void theClientIsAskedOnTheStreamOfItsRequest() throws IOException, InterruptedException {
    HttpMcp session = mcp.session();
    try (HttpMcp.Events events =
        session.openPost(call(1, "test_input_required_result_elicitation"))) {
      JsonObject asked = events.next();
      assertThat(asked.string("method")).contains("elicitation/create");
      String answer =
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"A\"}}}"
              .formatted(StdioClient.idOf(asked));
      assertThat(mcp.session().post(answer).status()).as("another's").isEqualTo(202);
      assertThat(session.post(answer).status()).isEqualTo(202);
      assertThat(events.next().toString()).contains("Hello, A!");
    }
    assertThat(
            session
                .with("Accept", "application/json")
                .post(call(2, "test_input_required_result_elicitation"))
                .json()
                .toString())
        .contains("was not made so that it could be asked");
  }

  @Test
  void changesComeOnTheStandingStream() throws IOException, InterruptedException {
    HttpMcp session = mcp.session();
    try (HttpMcp.Events events = session.openGet()) {
      session.post(call(1, "test_trigger_tool_change"));
      assertThat(events.next().string("method")).contains("notifications/tools/list_changed");
      try (HttpMcp.Events newer = session.openGet()) {
        assertThat(events.ends()).as("the newer takes its place").isTrue();
        session.post(call(2, "test_trigger_prompt_change"));
        assertThat(newer.next().string("method")).contains("notifications/prompts/list_changed");
        session.delete();
        assertThat(newer.ends()).isTrue();
      }
    }
    assertThat(mcp.get().status()).as("without a session").isEqualTo(400);
  }

  @Test
  void foreignHostsAndOriginsAreRefused() throws IOException, InterruptedException {
    String list = HttpMcp.statelessBody(1, "tools/list", "");
    HttpMcp asking = mcp.stateless("tools/list");
    assertThat(asking.with("Origin", "http://evil.example").post(list).status()).isEqualTo(403);
    assertThat(asking.with("Origin", "null").post(list).status()).isEqualTo(403);
    assertThat(asking.with("Origin", server.url()).post(list).status()).isEqualTo(200);
    for (String method : new String[] {"POST", "GET", "DELETE"}) {
      assertThat(status(method + " /mcp", "evil.example")).isEqualTo("403");
    }
    assertThat(status("GET /mcp", "127.0.0.1:" + server.port())).isEqualTo("400");
  }

  /** As a page in a browser does whose name was bound to this machine. */
  private static String status(String line, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(
              """
              %s HTTP/1.1\r
              Host: %s\r
              Accept: */*\r
              Content-Length: 0\r
              Connection: close\r
              \r
              """
                  .formatted(line, host)
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.substring(9, 12);
    }
  }
}
