package comity.recall;

import java.time.LocalDate;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Where to search (MEM-21). */
public enum Within {
  ALL,
  /** The notes of the last seven days; of a group its experience. */
  RECENT,
  /**
   * What is kept for long: {@code MEMORIES.md}, {@code MEMORY.md}; all of a group but its tasks.
   */
  LONGTERM;

  private static final int RECENT_DAYS = 7;
  private static final Pattern DATED = Pattern.compile("memory/([0-9]{4}-[0-9]{2}-[0-9]{2})\\.md");

  /** The files that are wanted, by their names from the project's root. */
  Predicate<String> of(LocalDate today) {
    return switch (this) {
      case ALL -> _ -> true;
      case RECENT -> name -> isRecent(name, today);
      case LONGTERM -> name -> !DATED.matcher(name).matches() && !name.endsWith("/attention.md");
    };
  }

  private static boolean isRecent(String name, LocalDate today) {
    var dated = DATED.matcher(name);
    return dated.matches()
        ? dated.group(1).compareTo(today.minusDays(RECENT_DAYS - 1).toString()) >= 0
        : name.endsWith("/attention.md") || name.endsWith("/experience.md");
  }
}
