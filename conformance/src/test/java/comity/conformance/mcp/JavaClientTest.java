package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A full session of the official Java client, which speaks 2025-11-25. */
@Tag("long-agents")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class JavaClientTest {
  @TempDir private Path folder;

  @Test
  void overStandardStreams() throws InterruptedException {
    List<String> command = JavaProgram.fixtures("stdio");
    session(
        new StdioClientTransport(
            ServerParameters.builder(command.getFirst())
                .args(command.subList(1, command.size()))
                .build(),
            McpJsonDefaults.getMapper()));
  }

  @Test
  void overHttp() throws IOException, InterruptedException {
    try (ServerProcess server =
        ServerProcess.start(JavaProgram.fixtures("http"), folder.resolve("errors"))) {
      session(
          HttpClientStreamableHttpTransport.builder(server.url())
              .endpoint("/mcp")
              .openConnectionOnStartup(true)
              .build());
    }
  }

  /** Sampling is on its way out of the protocol, and in it until then. */
  @SuppressWarnings("deprecation")
  private static void session(McpClientTransport transport) throws InterruptedException {
    BlockingQueue<List<McpSchema.Tool>> changes = new LinkedBlockingQueue<>();
    try (McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(60))
            .capabilities(McpSchema.ClientCapabilities.builder().elicitation().sampling().build())
            .elicitation(_ ->
                McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT)
                    .content(Map.of("name", "Alice", "color", "blue"))
                    .build())
            .sampling(_ ->
                McpSchema.CreateMessageResult.builder(McpSchema.Role.ASSISTANT, "Paris", "none")
                    .build())
            .toolsChangeConsumer(changes::add)
            .build()) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("fixtures");
      client.ping();
      tools(client);
      assertThat(client.listPrompts().prompts()).hasSize(5);
      assertThat(
              client
                  .getPrompt(
                      McpSchema.GetPromptRequest.builder("test_prompt_with_arguments")
                          .arguments(Map.of("arg1", "a", "arg2", "b"))
                          .build())
                  .messages())
          .hasSize(1);
      assertThat(client.listResources().resources()).hasSize(3);
      assertThat(client.listResourceTemplates().resourceTemplates()).hasSize(1);
      assertThat(read(client, "test://template/42/data")).contains("\"42\"");
      assertThatThrownBy(() -> read(client, "test://none"))
          .isInstanceOf(McpError.class)
          .hasMessageContaining("Resource not found");
      assertThat(
              client
                  .completeCompletion(
                      McpSchema.CompleteRequest.builder(
                              new McpSchema.PromptReference("test_prompt_with_arguments"),
                              new McpSchema.CompleteRequest.CompleteArgument("arg1", "par"))
                          .build())
                  .completion()
                  .values())
          .containsExactly("paris", "park", "party");
      text(call(client, "test_trigger_tool_change", Map.of()));
      assertThat(changes.poll(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotEmpty();
    }
  }

  private static void tools(McpSyncClient client) {
    assertThat(client.listTools().tools().stream().map(McpSchema.Tool::name)).contains("echo");
    assertThat(call(client, "echo", Map.of("text", "grüß")).structuredContent())
        .isEqualTo(Map.of("text", "grüß"));
    assertThat(call(client, "echo", Map.of()).isError()).isTrue();
    assertThatThrownBy(() -> call(client, "no_such_tool", Map.of()))
        .isInstanceOf(McpError.class)
        .hasMessageContaining("Unknown tool");
    assertThat(text(call(client, "test_input_required_result_multi_round", Map.of())))
        .isEqualTo("Done after round-2");
    assertThat(text(call(client, "test_sampling", Map.of("prompt", "capital?"))))
        .isEqualTo("LLM response: Paris");
  }

  private static McpSchema.CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().getFirst()).text();
  }

  private static String read(McpSyncClient client, String uri) {
    return ((McpSchema.TextResourceContents)
            client
                .readResource(McpSchema.ReadResourceRequest.builder(uri).build())
                .contents()
                .getFirst())
        .text();
  }
}
