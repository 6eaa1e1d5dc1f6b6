package comity.memory;

import java.time.Instant;
import java.util.Optional;

/**
 * Something said in a session.
 *
 * @param id of the message where its provider gives one, else {@code line-N} of the transcript
 * @param time empty where the transcript says none
 * @param text at most {@link #MAX_TEXT} characters; what is over is cut
 */
public record Turn(String id, Role role, Optional<Instant> time, String text) {
  /** More than anybody types or a model answers. */
  public static final int MAX_TEXT = 1 << 16;

  /** Who said it. */
  public enum Role {
    USER,
    ASSISTANT,
    /** What a tool gave back. */
    TOOL
  }

  public Turn {
    if (text.length() > MAX_TEXT) {
      int end = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
      text = text.substring(0, end);
    }
  }
}
