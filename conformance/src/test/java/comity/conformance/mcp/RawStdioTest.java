package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine over standard streams, line by line. */
final class RawStdioTest {
  private static final String STATELESS =
      """
      "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
      "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}\
      """;

  @TempDir private Path folder;
  private StdioClient client;

  @BeforeEach
  void start() throws IOException {
    client = StdioClient.start(JavaProgram.fixtures("stdio"), folder.resolve("errors"));
  }

  @AfterEach
  void end() {
    client.close();
  }

  private static String text(JsonObject result) {
    return result.get("content") instanceof JsonArray content
            && content.elements().getFirst() instanceof JsonObject first
        ? first.string("text").orElse("")
        : "no content: " + result;
  }

  private static long code(JsonObject error) {
    return error.get("code") instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
  }

  @Test
  void answersEachRevisionWithOneThatItsClientKnows() throws IOException, InterruptedException {
    for (String known : new String[] {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
      assertThat(client.initialize(known, "{}").string("protocolVersion")).contains(known);
    }
    JsonObject result = client.initialize("2031-01-01", "{}");
    assertThat(result.string("protocolVersion")).contains("2025-11-25");
    assertThat(result.object("serverInfo").flatMap(s -> s.string("name"))).contains("fixtures");
    assertThat(result.string("instructions")).contains("Be gentle.");
    assertThat(result.object("capabilities").orElseThrow().members().keySet())
        .containsExactlyInAnyOrder("tools", "prompts", "resources", "completions", "logging");
  }

  @Test
  void idsComeBackAsTheyWere() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    for (String id :
        new String[] {"7", "\"7\"", "-1", "1.0", "\"ü \\\"\"", "12345678901234567890"}) {
      client.request(id, "ping", "{}");
      assertThat(client.result(id).members()).isEmpty();
    }
    client.request("null", "ping", "{}");
    assertThat(code(client.error("null"))).isEqualTo(-32600);
    client.request("[1]", "ping", "{}");
    assertThat(code(client.error("null"))).isEqualTo(-32600);
  }

  @Test
  void whatIsNoRequestIsAnswered() throws IOException, InterruptedException {
    client.send("{\"jsonrpc\":\"2.0\",");
    assertThat(code(client.error("null"))).isEqualTo(-32700);
    client.send("hello");
    assertThat(code(client.error("null"))).isEqualTo(-32700);
    client.send(new byte[] {'"', (byte) 0xFF, '"', '\n'});
    assertThat(code(client.error("null"))).isEqualTo(-32700);
    client.send("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");
    assertThat(code(client.error("null"))).isEqualTo(-32600);
    client.send("{\"id\":1,\"method\":\"ping\"}");
    assertThat(code(client.error("1"))).isEqualTo(-32600);
    client.send("{\"jsonrpc\":\"2.0\",\"id\":1}");
    assertThat(code(client.error("1"))).isEqualTo(-32600);
    client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}");
    assertThat(code(client.error("1"))).isEqualTo(-32600);
    client.send("\r\n\n  \n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\r");
    assertThat(client.result("2").members()).isEmpty();
  }

  @Test
  void unknownMethodsToolsAndResources() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    client.request("1", "nothing/here", "{}");
    assertThat(code(client.error("1"))).isEqualTo(-32601);
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nothing\"}");
    client.call("2", "no_such_tool", "{}");
    JsonObject error = client.error("2");
    assertThat(code(error)).isEqualTo(-32602);
    assertThat(error.string("message")).contains("Unknown tool: no_such_tool");
    client.request("3", "resources/read", "{\"uri\":\"test://none\"}");
    assertThat(code(client.error("3"))).isEqualTo(-32002);
    client.request("4", "prompts/get", "{\"name\":\"test_prompt_with_arguments\"}");
    assertThat(client.error("4").string("message").orElseThrow())
        .contains("needs the argument arg1");
    client.request("5", "tools/list", "{\"cursor\":\"99\"}");
    assertThat(code(client.error("5"))).isEqualTo(-32602);
  }

  @Test
  void wrongArgumentsAreToldToTheModelAsTheRevisionHasIt()
      throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    client.call("1", "echo", "{\"kind\":\"c\",\"text\":\"x\"}");
    JsonObject result = client.result("1");
    assertThat(result.get("isError")).hasToString("JsonBoolean[value=true]");
    assertThat(text(result)).isEqualTo("Invalid arguments for echo: kind must be one of a, b");
    client.initialize("2025-06-18", "{}");
    client.call("2", "echo", "{}");
    JsonObject error = client.error("2");
    assertThat(code(error)).isEqualTo(-32602);
    assertThat(error.string("message")).contains("Invalid arguments for echo: text is missing");
    client.call("3", "echo", "{\"text\":\"x\"}");
    JsonObject echoed = client.result("3");
    assertThat(echoed.object("structuredContent").flatMap(s -> s.string("text"))).contains("x");
    assertThat(text(echoed)).isEqualTo("{\"text\":\"x\"}");
  }

  @Test
  void aFaultOfOursTellsNothingOfTheInside() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    client.call("1", "fault", "{}");
    JsonObject error = client.error("1");
    assertThat(code(error)).isEqualTo(-32603);
    assertThat(error.toString()).doesNotContain("secret");
    client.request("2", "ping", "{}");
    client.result("2");
    assertThat(Files.readString(folder.resolve("errors"))).contains("a secret of the inside");
  }

  @Test
  void slowCallsHoldUpNothingAndCanBeCancelled() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    client.callWithProgress("\"slow\"", "wait_for_cancel");
    assertThat(client.next().string("method")).contains("notifications/progress");
    client.call("2", "wait_for_release", "{}");
    client.request("3", "ping", "{}");
    client.result("3");
    client.call("2", "release", "{}");
    assertThat(code(client.error("2"))).as("an id that is under way").isEqualTo(-32600);
    client.send(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"slow"}}\
        """);
    client.call("5", "release", "{}");
    assertThat(text(client.next().object("result").orElseThrow())).isEqualTo("released");
    assertThat(text(client.next().object("result").orElseThrow())).isEqualTo("released");
    // The cancelled call ends, and nothing is sent for it.
    String count = "";
    for (int id = 10; !count.equals("{\"count\":1}"); id++) {
      client.call(Integer.toString(id), "cancelled", "{}");
      count = text(client.result(Integer.toString(id)));
    }
  }

  @Test
  void aCancellationRightBehindItsRequestIsNotLost() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    client.send(
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait_for_cancel"}}
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
        {"jsonrpc":"2.0","id":2,"method":"ping"}\
        """);
    client.result("2");
    client.endInput();
    client.expectEnd();
    assertThat(client.exitCode()).isZero();
  }

  @Test
  void aLineThatIsTooLongIsPassedOver() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    byte[] block = new byte[1 << 20];
    Arrays.fill(block, (byte) 'x');
    for (int i = 0; i < 300; i++) { // more than the heap of the process
      client.send(block);
    }
    client.send("\n".getBytes(StandardCharsets.US_ASCII));
    JsonObject error = client.error("null");
    assertThat(code(error)).isEqualTo(-32600);
    assertThat(error.string("message").orElseThrow()).contains("4 MiB");
    client.call("1", "echo", "{\"text\":\"" + "y".repeat(3 << 20) + "\"}");
    assertThat(text(client.result("1"))).hasSizeGreaterThan(3 << 20);
  }

  @Test
  void noMoreThanSoManyRequestsAreUnderWay() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    for (int id = 1; id <= 33; id++) {
      client.call(Integer.toString(id), "wait_for_release", "{}");
    }
    JsonObject error = client.error("33");
    assertThat(code(error)).isEqualTo(-32000);
    assertThat(error.string("message").orElseThrow()).contains("32 requests under way");
  }

  @Test
  void whatIsUnderWayIsAnsweredWhenTheInputEnds() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    client.call("1", "wait_for_release", "{}");
    client.request("2", "ping", "{}");
    client.result("2");
    client.call("3", "release", "{}");
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"ping\"}".getBytes(StandardCharsets.UTF_8));
    client.endInput();
    assertThat(
            new String[] {
              StdioClient.idOf(client.next()),
              StdioClient.idOf(client.next()),
              StdioClient.idOf(client.next())
            })
        .containsExactlyInAnyOrder("1", "3", "4");
    client.expectEnd();
    assertThat(client.exitCode()).isZero();
  }

  @Test
  void changesReachWhoSubscribed() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{}");
    client.call("1", "change_watched", "{}");
    client.result("1");
    client.request("2", "resources/subscribe", "{\"uri\":\"test://watched-resource\"}");
    client.result("2");
    client.call("3", "change_watched", "{}");
    JsonObject first = client.next();
    assertThat(first.string("method")).contains("notifications/resources/updated");
    assertThat(first.object("params").flatMap(p -> p.string("uri")))
        .contains("test://watched-resource");
    client.result("3");
    client.request("4", "resources/unsubscribe", "{\"uri\":\"test://watched-resource\"}");
    client.result("4");
    client.call("5", "change_watched", "{}");
    client.result("5");
    client.call("6", "test_trigger_tool_change", "{}");
    assertThat(client.next().string("method")).contains("notifications/tools/list_changed");
    client.result("6");
  }

  @Test
  void aClientIsAskedWhileItsRequestWaits() throws IOException, InterruptedException {
    client.initialize("2025-11-25", "{\"elicitation\":{}}");
    client.call("1", "test_input_required_result_multi_round", "{}");
    JsonObject asked = client.next();
    assertThat(asked.string("method")).contains("elicitation/create");
    answer(asked, "{\"name\":\"Alice\"}");
    answer(client.next(), "{\"color\":\"blue\"}");
    assertThat(text(client.result("1"))).isEqualTo("Done after round-2");
    client.call("2", "test_sampling", "{\"prompt\":\"hi\"}");
    assertThat(client.error("2").string("message").orElseThrow()).contains("sampling");
    client.call("3", "test_elicitation", "{\"message\":\"hi\"}");
    asked = client.next();
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-1,\"message\":\"no thanks\"}}"
            .formatted(StdioClient.idOf(asked)));
    assertThat(client.error("3").string("message").orElseThrow()).contains("no thanks");
  }

  private void answer(JsonObject asked, String content) throws IOException {
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":%s}}"
            .formatted(StdioClient.idOf(asked), content));
  }

  @Test
  void statelessRequestsNeedNoHandshake() throws IOException, InterruptedException {
    client.request("1", "tools/list", "{}");
    assertThat(client.error("1").string("message").orElseThrow())
        .contains("_meta is missing", "initialize first");
    client.request("2", "server/discover", "{" + STATELESS + "}");
    JsonObject found = client.result("2");
    assertThat(found.get("supportedVersions")).isInstanceOf(JsonArray.class);
    assertThat(found.get("resultType")).isEqualTo(new JsonString("complete"));
    assertThat(found.object("_meta").orElseThrow().members())
        .containsKey("io.modelcontextprotocol/serverInfo");
    client.request("3", "ping", "{" + STATELESS + "}");
    assertThat(code(client.error("3"))).isEqualTo(-32601);
    client.request("4", "tools/list", "{" + STATELESS.replace("2026-07-28", "2031-01-01") + "}");
    assertThat(code(client.error("4"))).isEqualTo(-32022);
    // Both kinds side by side.
    client.initialize("2025-11-25", "{}");
    client.request("5", "ping", "{}");
    client.result("5");
    client.request("6", "tools/list", "{" + STATELESS + "}");
    assertThat(client.result("6").get("cacheScope")).isEqualTo(new JsonString("private"));
  }

  @Test
  void sealedStateComesBackOnlyWhereItBelongs() throws IOException, InterruptedException {
    String tool = "test_input_required_result_request_state";
    client.request("1", "tools/call", "{\"name\":\"" + tool + "\"," + STATELESS + "}");
    JsonObject first = client.result("1");
    assertThat(first.get("resultType")).isEqualTo(new JsonString("input_required"));
    String state = first.string("requestState").orElseThrow();
    String again =
        """
        {"name":"%s","inputResponses":{"confirm":{"action":"accept"}},"requestState":"%s",%s}\
        """;
    client.request("2", "tools/call", again.formatted(tool, state, STATELESS));
    assertThat(text(client.result("2"))).isEqualTo("state-ok");
    client.request(
        "3",
        "tools/call",
        again.formatted("test_input_required_result_tampered_state", state, STATELESS));
    assertThat(code(client.error("3"))).as("another tool").isEqualTo(-32602);
    String changed = (state.charAt(0) == 'A' ? "B" : "A") + state.substring(1);
    client.request("4", "tools/call", again.formatted(tool, changed, STATELESS));
    assertThat(code(client.error("4"))).as("another state").isEqualTo(-32602);
  }

  @Test
  void aSubscriptionLastsUntilItIsCancelledOrTheInputEnds()
      throws IOException, InterruptedException {
    String filter = "{\"notifications\":{\"toolsListChanged\":true}," + STATELESS + "}";
    client.request("\"a\"", "subscriptions/listen", filter);
    assertThat(client.next().string("method")).contains("notifications/subscriptions/acknowledged");
    client.request("\"b\"", "subscriptions/listen", filter);
    client.next();
    client.send(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}\
        """);
    String call = "{\"name\":\"test_trigger_tool_change\"," + STATELESS + "}";
    JsonObject change = null;
    for (int id = 1; change == null; id++) { // until the cancelled one has ended
      client.request(Integer.toString(id), "tools/call", call);
      JsonObject first = client.next();
      JsonObject second = client.next();
      if (second.get("result") != null) {
        change = first;
      } else {
        client.result(Integer.toString(id));
      }
    }
    assertThat(change.toString()).contains("tools/list_changed", "subscriptionId\":\"b\"");
    client.endInput();
    assertThat(client.result("\"b\"").toString()).contains("subscriptionId\":\"b\"");
    client.expectEnd();
  }
}
