package comity.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTest {
  private static JsonValue read(String text) {
    return switch (Json.read(text)) {
      case JsonReading.Read(JsonValue value) -> value;
      case JsonReading.Malformed m -> throw new AssertionError(m + " in " + text);
    };
  }

  @Test
  void unchangedContainersAreWrittenAsTheyCame() {
    String text = "{ \"a\" : 1.00, \"b\":[ {\"\\u0041\":1e400} ,\t2 ] }";
    assertThat(Json.text(read(text))).isEqualTo(text);
    JsonObject changed = ((JsonObject) read(text)).with("c", "d");
    assertThat(Json.text(changed))
        .isEqualTo("{\"a\":1.00,\"b\":[ {\"\\u0041\":1e400} ,\t2 ],\"c\":\"d\"}");
  }

  @Test
  @Tag("MSG-11")
  void numbersKeepTheirDigits() {
    for (String digits : new String[] {"1.0", "-0", "1e400", "0.1000", "9".repeat(3000)}) {
      JsonObject value = (JsonObject) read("{\"n\":" + digits + "}");
      assertThat(Json.text(value.with("x", 1))).isEqualTo("{\"n\":" + digits + ",\"x\":1}");
    }
  }

  @ParameterizedTest
  @Tag("MSG-11")
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1,",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{} {}",
        "{}x",
        "nul",
        "01",
        "+1",
        ".5",
        "1.",
        "NaN",
        "'a'",
        "{a:1}",
        "[1,]",
        "{\"a\":1,}",
        "\"\\ud800\"",
        "\"\\udc00x\"",
        "{\"\\ud800\":1}",
        "\"a\nb\"",
        "\"\\x\"",
        "// c\n1",
        "\uFEFF{}",
        "[1\u0000]"
      })
  void refuses(String text) {
    assertThat(Json.read(text)).isInstanceOf(JsonReading.Malformed.class);
  }

  @Test
  @Tag("MSG-11")
  void refusesBytesThatAreNotUtf8() {
    byte[][] bad = {
      {'"', (byte) 0xC0, (byte) 0x80, '"'}, // overlong
      {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'}, // a surrogate
      {'"', (byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80, '"'}, // past U+10FFFF
      {'"', (byte) 0xE2, (byte) 0x82, '"'}, // cut
      "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE),
      "{\"a\":1}".getBytes(StandardCharsets.UTF_16),
    };
    for (byte[] bytes : bad) {
      assertThat(Json.read(bytes)).isInstanceOf(JsonReading.Malformed.class);
    }
  }

  @Test
  @Tag("MSG-11")
  void depthIsLimited() {
    int max = Json.MAX_DEPTH;
    read("[".repeat(max) + "]".repeat(max));
    assertThat(Json.read("[".repeat(max + 1) + "]".repeat(max + 1)))
        .isInstanceOf(JsonReading.Malformed.class);
    assertThat(Json.read("[".repeat(1_000_000))).isInstanceOf(JsonReading.Malformed.class);
  }

  @Test
  void canonicalIsOneSpellingForEqualValues() {
    assertThat(Json.canonical(read("{\"b\":[1, 2],\"a\":\"\\u0041\"}")))
        .isEqualTo(Json.canonical(read("{ \"a\":\"A\", \"b\":[1,2] }")));
    assertThat(Json.canonical(read("1.0"))).isNotEqualTo(Json.canonical(read("1")));
  }

  @Test
  void mutatedTextNeverThrows() {
    long seed = 20261130;
    Random random = new Random(seed);
    String base = "{\"a\":[1,2.5e3,\"é😀\\n\",{\"b\":null}],\"c\":true}";
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = base.getBytes(StandardCharsets.UTF_8);
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      if (Json.read(bytes) instanceof JsonReading.Read(JsonValue value)) {
        assertThat(Json.read(Json.canonical(value)))
            .as("seed %d", seed)
            .isEqualTo(new JsonReading.Read(value));
      }
    }
  }

  @Test
  void asLongIsExact() {
    assertThat(new JsonNumber("1e2").asLong()).hasValue(100);
    assertThat(new JsonNumber("1.5").asLong()).isEmpty();
    assertThat(new JsonNumber("1e999999999").asLong()).isEmpty();
    assertThat(new JsonNumber("9223372036854775808").asLong()).isEmpty();
  }

  @Test
  void aDocumentHasSoManyValuesAndNoMore() {
    String many = "[" + "0,".repeat(Json.MAX_VALUES - 2) + "0]";
    assertThat(Json.read(many)).isInstanceOf(JsonReading.Read.class);
    assertThat(Json.read("[" + many.substring(1, many.length() - 1) + ",{}]"))
        .isInstanceOfSatisfying(
            JsonReading.Malformed.class,
            malformed -> assertThat(malformed.reason()).contains("values"));
  }
}
