package comity.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A revision of the protocol; the oldest first. */
public enum Revision {
  NOVEMBER_2024("2024-11-05"),
  MARCH_2025("2025-03-26"),
  JUNE_2025("2025-06-18"),
  NOVEMBER_2025("2025-11-25"),
  JULY_2026("2026-07-28");

  /** What a client that asks to initialize with a revision that is not known here is answered. */
  public static final Revision NEWEST_WITH_SESSIONS = NOVEMBER_2025;

  private final String text;

  Revision(String text) {
    this.text = text;
  }

  /** As it stands in messages and headers. */
  public String text() {
    return text;
  }

  /** The revision of that text; empty where it is none that is known here. */
  public static Optional<Revision> of(String text) {
    return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
  }

  /** All, the newest first, as {@code server/discover} lists them. */
  public static List<String> texts() {
    return Arrays.stream(values()).map(Revision::text).toList().reversed();
  }

  /**
   * What {@code initialize} is answered with: the revision that was asked for, where it has a
   * handshake and is known, else the newest that has one.
   */
  public static Revision negotiated(String asked) {
    return of(asked).filter(each -> !each.isStateless()).orElse(NEWEST_WITH_SESSIONS);
  }

  /**
   * Whether each request stands for itself: no handshake, no session, its client in {@code _meta}.
   */
  public boolean isStateless() {
    return compareTo(JULY_2026) >= 0;
  }

  /** Whether this one is {@code other} or newer. */
  public boolean isAtLeast(Revision other) {
    return compareTo(other) >= 0;
  }
}
