package comity.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionTest {
  private static JsonObject object(String text) {
    return ((JsonReading.Read) Json.read(text)).value() instanceof JsonObject object
        ? object
        : JsonObject.empty();
  }

  @ParameterizedTest
  @CsvSource({
    "2024-11-05, 2024-11-05",
    "2025-03-26, 2025-03-26",
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "2026-07-28, 2025-11-25",
    "2031-01-01, 2025-11-25",
    "nonsense, 2025-11-25"
  })
  void theHandshakeIsAnsweredWithARevisionThatHasOne(String asked, String answered) {
    assertThat(Revision.negotiated(asked).text()).isEqualTo(answered);
  }

  @Test
  void theNewestIsListedFirst() {
    assertThat(Revision.texts()).startsWith("2026-07-28", "2025-11-25").hasSize(5);
  }

  @Test
  void contentIsSaidInWhatTheRevisionKnows() {
    Resource resource = new Resource("a://b", "b", "", "", "text/plain", OptionalLong.of(3));
    Content link = new Content.ResourceLink(resource);
    assertThat(link.toJson(Revision.JUNE_2025).string("type")).contains("resource_link");
    assertThat(link.toJson(Revision.JUNE_2025).string("uri")).contains("a://b");
    assertThat(link.toJson(Revision.MARCH_2025).string("text")).contains("a://b");
    Content audio = new Content.Audio(new byte[] {1, 2, 3}, "audio/wav");
    assertThat(audio.toJson(Revision.MARCH_2025).string("data")).contains("AQID");
    assertThat(audio.toJson(Revision.NOVEMBER_2024).string("type")).contains("text");
    ToolResult result = ToolResult.of(JsonObject.empty().with("a", 1));
    assertThat(result.toJson(Revision.JUNE_2025).object("structuredContent")).isPresent();
    assertThat(result.toJson(Revision.MARCH_2025).members()).containsOnlyKeys("content");
  }

  @Test
  void aMissingResourceHasTheCodeOfItsRevision() {
    assertThat(RpcError.noResource("a://b", Revision.NOVEMBER_2025).code()).isEqualTo(-32002);
    RpcError error = RpcError.noResource("a://b", Revision.JULY_2026);
    assertThat(error.code()).isEqualTo(-32602);
    assertThat(error.data().flatMap(data -> data.string("uri"))).contains("a://b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{} | _meta is missing",
        "{\"_meta\":{}} | protocolVersion",
        "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":5}} | protocolVersion",
        "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"x\"}} | clientCapabilities"
      })
  void whatAStatelessRequestLacksIsNamed(String params, String named) {
    assertThat(RequestMeta.read(object(params)))
        .isInstanceOfSatisfying(
            RequestMeta.Reading.Refused.class,
            refused -> {
              assertThat(refused.error().code()).isEqualTo(-32602);
              assertThat(refused.error().message()).contains(named);
            });
  }

  @Test
  void aStatelessRequestSaysWhoAsks() {
    JsonObject params =
        object(
            """
            {"_meta":{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28",
             "io.modelcontextprotocol/clientInfo":{"name":"n","version":"1"},
             "io.modelcontextprotocol/clientCapabilities":{"sampling":{}},
             "io.modelcontextprotocol/logLevel":"warning"}}\
            """);
    assertThat(RequestMeta.isIn(params)).isTrue();
    assertThat(RequestMeta.read(params))
        .isInstanceOfSatisfying(
            RequestMeta.Reading.Read.class,
            read -> {
              assertThat(read.meta().client()).contains(new Implementation("n", "", "1"));
              assertThat(read.meta().capabilities().has("sampling")).isTrue();
              assertThat(read.meta().capabilities().has("roots")).isFalse();
              assertThat(read.meta().logLevel()).contains(LogLevel.WARNING);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "=?base64?SGVsbG8sIOS4lueVjA==?=, 'Hello, 世界'",
    "=?base64??=, ''",
    "=?BASE64?SGVsbG8=?=, =?BASE64?SGVsbG8=?=",
    "=?base64?=, =?base64?="
  })
  void aHeaderIsDecoded(String header, String value) {
    assertThat(MirroredHeader.decode(header)).contains(value);
  }

  @Test
  void aHeaderThatIsEncodedWronglyIsNone() {
    assertThat(MirroredHeader.decode("=?base64?*?=")).isEmpty();
    assertThat(MirroredHeader.decode("=?base64?/w==?=")).as("no UTF-8").isEmpty();
    JsonObject params = JsonObject.empty().with("name", "n").with("uri", "u");
    assertThat(MirroredHeader.name("tools/call", params)).contains("n");
    assertThat(MirroredHeader.name("resources/read", params)).contains("u");
    assertThat(MirroredHeader.name("tools/list", params)).isEqualTo(Optional.empty());
  }

  @Test
  void aCompletionShowsAsManyAsTheProtocolAllows() {
    List<String> values = IntStream.range(0, 101).mapToObj(Integer::toString).toList();
    String json = new Completion(values).toJson().toString();
    assertThat(json)
        .contains("\"99\"", "\"total\":101", "\"hasMore\":true")
        .doesNotContain("\"100\"");
    assertThat(new Completion(List.of("a")).toJson().toString()).contains("\"hasMore\":false");
  }
}
