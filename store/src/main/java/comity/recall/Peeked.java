package comity.recall;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What files of memory say, read anew when they change: a message is held against all files of a
 * group, most of which are as they were. May be used by many threads at a time.
 */
final class Peeked {
  /** In characters, of all files; what is past that is let go, and read again when needed. */
  private static final long MAX_LENGTH = 4 << 20;

  private final ScopeFiles files;
  private final Map<String, Content> contents = new ConcurrentHashMap<>();
  private final AtomicLong length = new AtomicLong();

  /**
   * A file's content.
   *
   * @param stamp is another whenever the file is
   */
  record Content(String stamp, String text, List<String> headings) {
    /** Of a file that is not there or may not be read. */
    static final Content NONE = new Content("", "", List.of());

    Content {
      headings = List.copyOf(headings);
    }
  }

  Peeked(ScopeFiles files) {
    this.files = files;
  }

  /** A file as it is now; without a text where it can't be read. */
  Content of(String name) {
    // Taken before the text: a change in between shows as another stamp next time.
    String stamp = files.stamp(name).orElse("");
    Content known = contents.get(name);
    if (known != null && known.stamp().equals(stamp)) {
      return known;
    }
    if (stamp.isEmpty()) {
      return Content.NONE;
    }
    Optional<String> read = files.peek(name);
    if (read.isEmpty()) {
      return Content.NONE;
    }
    String text = read.get();
    Content fresh = new Content(stamp, text, Headings.of(text));
    if (length.addAndGet(text.length()) > MAX_LENGTH) {
      contents.clear();
      length.set(text.length());
    }
    contents.put(name, fresh);
    return fresh;
  }
}
