package comity.guard;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The programs whose hooks are understood. */
public enum Provider {
  CLAUDE,
  CODEX,
  GEMINI,
  QWEN,
  COPILOT,
  CURSOR,
  OPENCODE,
  PI;

  /** As it is written on a command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The provider of that name. */
  public static Optional<Provider> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
