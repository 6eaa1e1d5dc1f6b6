package comity.sessions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What tells of an agent that says nothing of itself (SES-14).
 *
 * @param titles states by what the title then begins with
 * @param output whether it works as long as it shows something
 */
public record Fallback(Map<String, Activity.State> titles, boolean output) {
  /** Nothing tells. */
  public static final Fallback NONE = new Fallback(Map.of(), false);

  public Fallback {
    titles = Collections.unmodifiableMap(new LinkedHashMap<>(titles));
  }

  /** What a title says; empty where it says nothing. */
  Optional<Activity.State> ofTitle(String title) {
    return titles.entrySet().stream()
        .filter(each -> title.startsWith(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
