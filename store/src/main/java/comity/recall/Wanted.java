package comity.recall;

import java.util.Optional;

/** Which memory somebody wants. */
public sealed interface Wanted {
  /** That of the room with this id. */
  record OfRoom(String id) implements Wanted {}

  /** Main's. */
  record OfMain() implements Wanted {}

  /** That of a session, by its handle. */
  record OfSession(String handle) implements Wanted {}

  /** The handle of a session; empty for a room and for main. */
  default Optional<String> session() {
    return switch (this) {
      case OfSession(String handle) -> Optional.of(handle);
      case OfRoom _, OfMain _ -> Optional.empty();
    };
  }

  /** The room; empty for main, and for a session's. */
  default Optional<String> room() {
    return switch (this) {
      case OfRoom(String id) -> Optional.of(id);
      case OfMain(), OfSession(String _) -> Optional.empty();
    };
  }
}
