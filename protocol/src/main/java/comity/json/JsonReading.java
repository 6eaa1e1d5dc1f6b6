package comity.json;

/** What came of reading bytes as JSON. */
public sealed interface JsonReading {
  /** The bytes were one JSON value. */
  record Read(JsonValue value) implements JsonReading {}

  /**
   * The bytes are no JSON this reader takes.
   *
   * @param reason what is wrong, for a person, without the content itself
   * @param offset the byte at or before which it was found, from 0
   */
  record Malformed(String reason, long offset) implements JsonReading {}
}
