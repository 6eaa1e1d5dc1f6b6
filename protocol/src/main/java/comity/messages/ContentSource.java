package comity.messages;

/** Where the bytes of an image or file are. */
public sealed interface ContentSource {
  /** At an http or https address; {@code mediaType} is empty where the sender gave none. */
  record Url(String url, String mediaType) implements ContentSource {}

  /** In the message itself, in checked base64. */
  record Base64(String mediaType, String data) implements ContentSource {}
}
