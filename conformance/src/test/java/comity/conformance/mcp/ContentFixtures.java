package comity.conformance.mcp;

import comity.json.JsonObject;
import comity.json.JsonString;
import comity.mcp.Content;
import comity.mcp.LogLevel;
import comity.mcp.ResourceContents;
import comity.mcp.ToolResult;
import comity.tools.Call;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Tools that say something at once, or after a while. */
final class ContentFixtures {
  /** A picture of one dot. */
  static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  /** A sound of no length. */
  private static final byte[] WAV =
      Base64.getDecoder().decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=");

  private static final String SCHEMA_2020_12 =
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
       "$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{
         "street":{"type":"string"},"city":{"type":"string"}}}},
       "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
         "contactMethod":{"type":"string","enum":["phone","email"]},
         "phone":{"type":"string"},"email":{"type":"string"}},
       "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
       "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
       "then":{"required":["phone"]},"else":{"required":["email"]},
       "additionalProperties":false}\
      """;

  private final AtomicInteger cancelled = new AtomicInteger();
  private final CountDownLatch release = new CountDownLatch(1);

  List<Fixture> all() {
    return List.of(
        Fixture.saying(
            "test_simple_text",
            (_, _) -> ToolResult.text("This is a simple text response for testing.")),
        Fixture.saying(
            "test_image_content", (_, _) -> content(new Content.Image(PNG, "image/png"))),
        Fixture.saying(
            "test_audio_content", (_, _) -> content(new Content.Audio(WAV, "audio/wav"))),
        Fixture.saying(
            "test_embedded_resource",
            (_, _) ->
                content(
                    embedded(
                        "test://embedded-resource",
                        "text/plain",
                        "This is an embedded resource content."))),
        Fixture.saying(
            "test_multiple_content_types",
            (_, _) ->
                content(
                    new Content.Text("Multiple content types test:"),
                    new Content.Image(PNG, "image/png"),
                    embedded(
                        "test://mixed-content-resource",
                        "application/json",
                        "{\"test\":\"data\"}"))),
        Fixture.saying("test_tool_with_logging", (_, call) -> logging(call)),
        Fixture.saying("test_logging_tool", (_, call) -> logging(call)),
        Fixture.saying("test_tool_with_progress", (_, call) -> progress(call)),
        Fixture.saying(
            "test_error_handling",
            (_, _) -> ToolResult.error("This tool intentionally returns an error for testing")),
        Fixture.saying("json_schema_2020_12_tool", (given, _) -> ToolResult.text(given.toString()))
            .withSchema(SCHEMA_2020_12),
        Fixture.saying("echo", (given, _) -> ToolResult.of(given))
            .withSchema(
                """
                {"type":"object","properties":{"text":{"type":"string","maxLength":5000000},
                 "kind":{"type":"string","enum":["a","b"]}},"required":["text"],
                 "additionalProperties":false}\
                """),
        Fixture.saying("fault", (_, _) -> fault()),
        Fixture.saying("wait_for_cancel", (_, call) -> waitForCancel(call)),
        Fixture.saying(
            "cancelled",
            (_, _) -> ToolResult.of(JsonObject.empty().with("count", cancelled.get()))),
        Fixture.saying("wait_for_release", (_, _) -> waitForRelease()),
        Fixture.saying(
            "release",
            (_, _) -> {
              release.countDown();
              return ToolResult.text("released");
            }));
  }

  private static ToolResult content(Content... parts) {
    return new ToolResult(List.of(parts), Optional.empty(), false);
  }

  private static Content embedded(String uri, String mimeType, String text) {
    return new Content.Embedded(new ResourceContents.Text(uri, mimeType, text));
  }

  private static ToolResult logging(Call call) {
    call.log(LogLevel.INFO, new JsonString("Tool execution started"));
    call.log(LogLevel.INFO, new JsonString("Tool processing data"));
    call.log(LogLevel.INFO, new JsonString("Tool execution completed"));
    return ToolResult.text("Tool with logging executed successfully");
  }

  private static ToolResult progress(Call call) {
    for (int done = 0; done <= 100; done += 50) {
      call.progress(done, 100, "Completed step " + done + " of 100");
    }
    return ToolResult.text("done");
  }

  private static ToolResult fault() {
    throw new IllegalStateException("a secret of the inside");
  }

  private ToolResult waitForCancel(Call call) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    call.onCancel(over::countDown);
    call.progress(1, 0, "waiting");
    over.await();
    cancelled.incrementAndGet();
    return ToolResult.text("never sent");
  }

  private ToolResult waitForRelease() throws InterruptedException {
    release.await();
    return ToolResult.text("released");
  }
}
