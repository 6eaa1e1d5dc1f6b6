package comity.messages;

import comity.json.JsonObject;

/** One block of a message's content (MSG-8). */
public sealed interface Block {
  /** The block's {@code type} on the wire. */
  default String type() {
    return switch (this) {
      case Text _ -> "text";
      case Image _ -> "image";
      case Code _ -> "code";
      case File _ -> "file";
      case Unknown unknown -> unknown.type();
    };
  }

  /** Plain text or Markdown. */
  record Text(String text) implements Block {}

  /** A picture. */
  record Image(ContentSource source) implements Block {}

  /** Program text in a named language. */
  record Code(String language, String code) implements Block {}

  /** A named file. */
  record File(String name, String mimeType, ContentSource source) implements Block {}

  /** A type this version does not know, kept as it came. */
  record Unknown(String type, JsonObject json) implements Block {}
}
