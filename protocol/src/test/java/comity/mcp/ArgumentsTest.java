package comity.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
  private static final JsonObject SCHEMA =
      object(
          """
          {"type":"object","required":["title"],"additionalProperties":false,"properties":{
            "title":{"type":"string","minLength":1,"maxLength":5},
            "count":{"type":"integer"},"ratio":{"type":"number"},"on":{"type":"boolean"},
            "scope":{"type":"string","enum":["all","recent"]},
            "who":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
            "list":{"type":"array","items":{"type":"string"}}}}\
          """);

  private static JsonObject object(String text) {
    if (Json.read(text) instanceof JsonReading.Read(JsonObject object)) {
      return object;
    }
    throw new AssertionError(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{} | title is missing",
        "{\"title\":5} | title must be of type string, not number",
        "{\"title\":null} | title must be of type string, not null",
        "{\"title\":\"\"} | title must not be empty",
        "{\"title\":\"123456\"} | title must have at most 5 characters, not 6",
        "{\"title\":\"a\",\"count\":1.5} | count must be of type integer, not number",
        "{\"title\":\"a\",\"on\":\"true\"} | on must be of type boolean, not string",
        "{\"title\":\"a\",\"scope\":\"x\"} | scope must be one of all, recent",
        "{\"title\":\"a\",\"who\":{}} | who.name is missing",
        "{\"title\":\"a\",\"list\":[\"a\",1]} | list[1] must be of type string, not number",
        "{\"title\":\"a\",\"tilte\":1} | there is no argument tilte; it takes title, count, ratio, on, scope, who, list"
      })
  void aFaultNamesTheArgument(String arguments, String fault) {
    assertThat(Arguments.fault(SCHEMA, object(arguments))).contains(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"title\":\"😀😀😀😀😀\"}",
        "{\"title\":\"a\",\"count\":1.0,\"ratio\":1.5,\"on\":true,\"scope\":\"all\"}",
        "{\"title\":\"a\",\"who\":{\"name\":\"n\",\"more\":1},\"list\":[]}"
      })
  void whatTheSchemaTakesIsTaken(String arguments) {
    assertThat(Arguments.fault(SCHEMA, object(arguments))).isEmpty();
  }

  @Test
  void aToolThatNobodyCouldCallIsAMistakeOfOurs() {
    assertThatThrownBy(() -> Tool.of("a b", "", SCHEMA)).hasMessageContaining("a b");
    assertThatThrownBy(() -> Tool.of("a", "", JsonObject.empty())).hasMessageContaining("object");
  }
}
