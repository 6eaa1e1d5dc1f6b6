package comity.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it takes and refuses is what {@link Json} takes and refuses. */
@Tag("SES-3")
class FlatObjectTest {
  private static final String OBJECT =
      """
      {"a":"b","\\u0061b":-1.5e+3, "c" : [1,0,-0,{"x":[],"y":{}},"\\ud83d\\ude00\\n\\/", true,false],
       "d":null,"größe":"語😀","e":{"a":1,"b":{"a":2}},"f":true,"g":"", "h":12345678901234567890}
      """;

  /** Put where a byte was. */
  private static final String[] PIECES = {
    "",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E5",
    " ",
    "\t",
    "\u0000",
    "\u0001",
    "\u007f",
    "\ufeff",
    "null",
    "tru",
    "NaN",
    "\\ud83d",
    "\\u12",
    "\\u١٢٣٤",
    "\\x",
    "'",
    "/*c*/",
    "\n",
    "\u00a0",
    "\"a\":1,",
    "//",
    "\\u00FF",
    "1e400",
    "01",
    "é"
  };

  @Test
  void itsMembers() {
    FlatObject object = read(OBJECT);
    assertThat(object.string("a")).contains("b");
    assertThat(object.number("ab")).contains(new JsonNumber("-1.5e+3"));
    assertThat(object.string("größe")).contains("語😀");
    assertThat(object.string("g")).contains("");
    assertThat(object.number("h")).contains(new JsonNumber("12345678901234567890"));
    for (String other : List.of("c", "d", "e", "f")) {
      assertThat(object.has(other)).isTrue();
      assertThat(object.string(other)).isEmpty();
      assertThat(object.number(other)).isEmpty();
    }
    assertThat(object.has("x")).isFalse();
    assertThat(object.number("a")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{}",
        "[]",
        "1",
        "\"a\"",
        "null",
        "{} {}",
        "{}x",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":01}",
        "{\"a\":-}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":1e}",
        "{\"a\":+1}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":{\"b\":1,\"b\":2}}",
        "{\"a\":[{\"b\":1,\"\\u0062\":2}]}",
        "{\"a\":\"\\ud83d\"}",
        "{\"\\ude00\":1}",
        "{\"a\":\"\t\"}",
        "{\"a\":truex}",
        "{\"a\":true1}",
        "{\"a\":[1true]}",
        "{\"a\":[1 2]}",
        "{\"a\":[1,]}",
        "{\"a\":\"\\u00g0\"}",
        "{\"a\":\"\\u١٢٣٤\"}",
        "{\"a\":\"",
        "{\"a\":\"\\",
        "{\"a\":1",
        "\ufeff{}",
        "{}\u0000",
        "{\"a\":\"\u0000\"}"
      })
  void asJsonDoes(String text) {
    agrees(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theLimitsAreThoseOfJson() {
    for (int more = 0; more < 2; more++) {
      int depth = Json.MAX_DEPTH - 1 + more;
      agrees(bytes("{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}"));
      agrees(bytes("{\"a\":".repeat(depth) + "{}" + "}".repeat(depth)));
      int values = Json.MAX_VALUES - 3 + more;
      agrees(bytes("{\"a\":[" + "1,".repeat(values) + "1]}"));
    }
    agrees(bytes("[".repeat(1_000_000)));
    agrees(bytes("{\"a\":".repeat(100_000)));
    agrees(bytes("{\"a\":\"" + "\\n".repeat(500_000) + "\"}"));
  }

  @Test
  void whateverIsChanged() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] whole = bytes(OBJECT);
    for (int round = 0; round < 20_000; round++) {
      List<Byte> bytes = new ArrayList<>();
      for (byte b : whole) {
        bytes.add(b);
      }
      int changes = 1 + random.nextInt(3);
      for (int change = 0; change < changes; change++) {
        int at = random.nextInt(bytes.size());
        for (int gone = random.nextInt(3); gone > 0 && at < bytes.size(); gone--) {
          bytes.remove(at);
        }
        byte[] piece = bytes(PIECES[random.nextInt(PIECES.length)]);
        for (int i = 0; i < piece.length; i++) {
          bytes.add(Math.min(at + i, bytes.size()), piece[i]);
        }
        if (random.nextInt(20) == 0) {
          bytes.set(random.nextInt(bytes.size()), (byte) random.nextInt(256));
        }
      }
      byte[] changed = new byte[bytes.size()];
      for (int i = 0; i < changed.length; i++) {
        changed[i] = bytes.get(i);
      }
      agrees(changed, "seed " + seed + " round " + round + ": ");
    }
  }

  private static void agrees(byte[] bytes) {
    agrees(bytes, "");
  }

  private static void agrees(byte[] bytes, String which) {
    String shown =
        which + new String(bytes, 0, Math.min(400, bytes.length), StandardCharsets.UTF_8);
    Optional<JsonObject> expected =
        Json.read(bytes) instanceof JsonReading.Read(JsonObject object)
            ? Optional.of(object)
            : Optional.empty();
    Optional<FlatObject> read =
        FlatObject.read(bytes) instanceof FlatObject.Reading.Read(FlatObject object)
            ? Optional.of(object)
            : Optional.empty();
    assertThat(read.isPresent()).as(shown).isEqualTo(expected.isPresent());
    if (expected.isPresent()) {
      expected
          .get()
          .members()
          .forEach((name, value) -> {
            FlatObject flat = read.orElseThrow();
            assertThat(flat.has(name)).as(shown).isTrue();
            assertThat(flat.string(name)).as(shown).isEqualTo(expected.get().string(name));
            assertThat(flat.number(name))
                .as(shown)
                .isEqualTo(
                    value instanceof JsonNumber number ? Optional.of(number) : Optional.empty());
          });
    }
  }

  private static FlatObject read(String text) {
    FlatObject.Reading reading = FlatObject.read(bytes(text));
    assertThat(reading).isInstanceOf(FlatObject.Reading.Read.class);
    return ((FlatObject.Reading.Read) reading).object();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
