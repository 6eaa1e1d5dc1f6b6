package comity.hookfiles;

import comity.sessions.LaunchHooks;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What Codex must trust so that it runs Comity's hooks in a file of it. */
final class CodexTrust {
  private CodexTrust() {}

  /** The hash of each hook by its place: {@code FILE:session_start:GROUP:PLACE}. */
  static Map<String, String> of(Settings settings, Path hooks, Optional<String> text)
      throws Settings.Unfit {
    Map<String, String> trust = new LinkedHashMap<>();
    for (Settings.Found each : settings.found(text.orElse(""))) {
      trust.put(
          hooks
              + ":"
              + LaunchHooks.snake(each.hook().event())
              + ":"
              + each.group()
              + ":"
              + each.place(),
          LaunchHooks.trustHash(each.hook()));
    }
    return trust;
  }

  /** Whether each hook of a file is trusted by the text of {@code config.toml}. */
  static boolean isWhole(
      Settings settings, Path hooks, Optional<String> text, Optional<String> config)
      throws Settings.Unfit {
    return TomlHooks.trust(config.orElse(""))
        .entrySet()
        .containsAll(of(settings, hooks, text).entrySet());
  }
}
