package comity.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonPointerTest {

  /** The document and the pointers of RFC 6901, section 5. */
  private static final JsonValue DOCUMENT =
      read(
          """
          {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5,
           "k\\"l": 6, " ": 7, "m~n": 8, "null": null, "deep": {"01": [[9]]}}
          """);

  @Test
  void findsWhatTheStandardSays() {
    assertThat(at("")).contains(DOCUMENT);
    assertThat(at("/foo").map(JsonValue::kind)).contains("array");
    assertThat(at("/foo/0")).contains(new JsonString("bar"));
    String[] pointers = {"/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n"};
    for (int i = 0; i < pointers.length; i++) {
      assertThat(at(pointers[i])).as(pointers[i]).contains(JsonNumber.of(i));
    }
    assertThat(at("/null").map(JsonValue::kind)).contains("null");
    assertThat(at("/deep/01/0/0")).contains(JsonNumber.of(9));
  }

  @Test
  void findsNothingWhereNothingIs() {
    for (String pointer :
        new String[] {
          "/no",
          "/foo/2",
          "/foo/00",
          "/foo/-",
          "/foo/-1",
          "/foo/9999999999",
          "/foo/0/x",
          "/null/x",
          "/foo/",
          "/ /x"
        }) {
      assertThat(at(pointer)).as(pointer).isEmpty();
    }
  }

  @Test
  void refusesWhatIsNoPointer() {
    for (String text : new String[] {"foo", "#/foo", " /foo", "/a~b", "/a~", "/~2", "$.foo"}) {
      assertThat(JsonPointer.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void writesWhatItRead() {
    for (String text : new String[] {"", "/", "/a~1b/m~0n//0", "/~01"}) {
      assertThat(JsonPointer.parse(text).map(JsonPointer::toString)).contains(text);
    }
  }

  private static Optional<JsonValue> at(String pointer) {
    return JsonPointer.parse(pointer).orElseThrow().in(DOCUMENT);
  }

  private static JsonValue read(String json) {
    return switch (Json.read(json)) {
      case JsonReading.Read(JsonValue value) -> value;
      case JsonReading.Malformed malformed -> throw new AssertionError(malformed);
    };
  }
}
