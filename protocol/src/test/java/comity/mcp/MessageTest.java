package comity.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonNull;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
  private static Message.Reading read(String text) {
    return Message.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Message message(String text) {
    if (read(text) instanceof Message.Reading.Read(Message message)) {
      return message;
    }
    throw new AssertionError("refused: " + text);
  }

  private static Message.Failure refusal(String text) {
    if (read(text) instanceof Message.Reading.Refused(Message.Failure failure)) {
      return failure;
    }
    throw new AssertionError("taken: " + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"1\"", "-3", "1.0", "1e3", "\"\"", "98765432109876543210"})
  void anIdIsKeptAsItCame(String id) {
    Message read = message("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
    assertThat(read).isInstanceOf(Message.Request.class);
    JsonValue kept = ((Message.Request) read).id();
    assertThat(
            new String(
                new Message.Response(kept, JsonObject.empty()).write(), StandardCharsets.UTF_8))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
  }

  @Test
  void theFourKindsAreToldApart() {
    assertThat(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":1}}"))
        .isEqualTo(new Message.Request(JsonNumber.of(1), "m", JsonObject.empty().with("a", 1)));
    assertThat(message("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}"))
        .isEqualTo(new Message.Notification("m", JsonObject.empty()));
    assertThat(message("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}"))
        .isEqualTo(new Message.Response(new JsonString("x"), JsonObject.empty()));
    assertThat(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\"}}"))
        .isEqualTo(new Message.Failure(JsonNumber.of(1), RpcError.of(-1, "no")));
    assertThat(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}"))
        .isEqualTo(
            new Message.Failure(
                JsonNumber.of(1), RpcError.of(RpcError.INTERNAL_ERROR, "it gave no reason")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{ | -32700 | null",
        "nonsense | -32700 | null",
        "{\"a\":1,\"a\":2} | -32700 | null",
        "[] | -32600 | null",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}] | -32600 | null",
        "7 | -32600 | null",
        "{} | -32600 | null",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"} | -32600 | 1",
        "{\"jsonrpc\":2,\"id\":1,\"method\":\"m\"} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":[1]} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"} | -32600 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"} | -32600 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"m\"} | -32600 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":5} | -32600 | 1"
      })
  void whatIsNoMessageIsAnsweredWithWhatIsKnownOfIt(String text, int code, String id) {
    Message.Failure failure = refusal(text);
    assertThat(failure.error().code()).isEqualTo(code);
    assertThat(failure.id())
        .isEqualTo(id.equals("null") ? JsonNull.NULL : JsonNumber.of(Long.parseLong(id)));
  }

  @Test
  void aMessageIsOneLineWhateverWasReadIntoIt() {
    Message read =
        message(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\n\"a\":\r\n\"b\\n\"}}");
    assertThat(new String(read.write(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{ \"a\":  \"b\\n\"}}");
  }
}
