package comity.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Builds values from Jackson's tokens, with the byte range of each container. */
final class JsonTokens {
  /** The sizes that matter are bounded by whoever read the bytes; here they only must not bite. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNestingDepth(Json.MAX_DEPTH + 2)
                  .build())
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonFactory.Feature.INTERN_PROPERTY_NAMES)
          .build();

  private final byte[] bytes;
  private final JsonParser parser;

  /** Whether a string can hold a surrogate: only where bytes or an escape spell one. */
  private final boolean surrogates;

  private int values;

  private JsonTokens(byte[] bytes, JsonParser parser, boolean surrogates) {
    this.bytes = bytes;
    this.parser = parser;
    this.surrogates = surrogates;
  }

  static JsonReading read(byte[] bytes) {
    boolean ascii = true;
    boolean escapes = false;
    for (int i = 0; i < bytes.length; i++) {
      ascii &= bytes[i] >= 0;
      escapes |= bytes[i] == '\\';
      if (bytes[i] == 0) {
        return new JsonReading.Malformed("a NUL byte", i);
      }
    }
    JsonReading.Malformed malformed = ascii ? null : encoding(bytes);
    if (malformed != null) {
      return malformed;
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      return new JsonTokens(bytes, parser, escapes || !ascii).document();
    } catch (Refused refused) {
      return new JsonReading.Malformed(refused.reason, refused.offset);
    } catch (JacksonException e) {
      long offset = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getByteOffset());
      return new JsonReading.Malformed(plain(e.getOriginalMessage()), offset);
    }
  }

  /** What the parser says, without its own affairs behind it. */
  private static String plain(String message) {
    return message.lines().findFirst().orElse("").replaceAll("\\s*[(\\[].*$", "");
  }

  /** UTF-8 without a mark, so that the tokenizer does not guess another encoding. */
  private static JsonReading.@Nullable Malformed encoding(byte[] bytes) {
    if (bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB) {
      if (bytes[2] == (byte) 0xBF) {
        return new JsonReading.Malformed("a byte order mark", 0);
      }
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      StandardCharsets.UTF_8.newDecoder().decode(in);
      return null;
    } catch (CharacterCodingException e) {
      return new JsonReading.Malformed("invalid UTF-8", in.position());
    }
  }

  private JsonReading document() {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new Refused("no JSON value", 0);
    }
    JsonValue value = value(first, 1);
    if (parser.nextToken() != null) {
      throw new Refused("bytes after the JSON value", at());
    }
    return new JsonReading.Read(value);
  }

  private JsonValue value(JsonToken token, int depth) {
    values++;
    if (values > Json.MAX_VALUES) {
      throw new Refused("more than " + Json.MAX_VALUES + " values", at());
    }
    return switch (token) {
      case START_OBJECT -> object(depth);
      case START_ARRAY -> array(depth);
      case VALUE_STRING -> new JsonString(string(parser.getString()));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getString());
      case VALUE_TRUE -> new JsonBoolean(true);
      case VALUE_FALSE -> new JsonBoolean(false);
      case VALUE_NULL -> JsonNull.NULL;
      default -> throw new Refused("unexpected " + token, at());
    };
  }

  private JsonObject object(int depth) {
    int from = enter(depth);
    LinkedHashMap<String, JsonValue> members = new LinkedHashMap<>();
    for (JsonToken token = next(); token != JsonToken.END_OBJECT; token = next()) {
      String name = string(parser.currentName());
      long nameAt = at();
      if (members.put(name, value(next(), depth + 1)) != null) {
        throw new Refused("a duplicate key", nameAt);
      }
    }
    return new JsonObject(members, new Source(bytes, from, at()));
  }

  private JsonArray array(int depth) {
    int from = enter(depth);
    List<JsonValue> elements = new ArrayList<>();
    for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
      elements.add(value(token, depth + 1));
    }
    return new JsonArray(elements, new Source(bytes, from, at()));
  }

  private int enter(int depth) {
    if (depth > Json.MAX_DEPTH) {
      throw new Refused("nested deeper than " + Json.MAX_DEPTH, at());
    }
    return at() - 1;
  }

  private JsonToken next() {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new Refused("the JSON value is cut off", bytes.length);
    }
    return token;
  }

  /** The byte after what was consumed: for a bracket that is the byte after it. */
  private int at() {
    return (int) parser.currentLocation().getByteOffset();
  }

  private String string(String text) {
    if (surrogates && Json.loneSurrogate(text) >= 0) {
      throw new Refused("a lone surrogate", at());
    }
    return text;
  }

  /** Leaves the recursion; never leaves this class. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String reason;
    private final long offset;

    Refused(String reason, long offset) {
      super(reason, null, false, false);
      this.reason = reason;
      this.offset = offset;
    }
  }
}
