package comity.hookfiles;

import comity.sessions.Provider.HookFile;
import java.nio.file.Path;
import java.util.Map;

/** Where a file of hooks is on this machine. */
final class HookPlace {
  private HookPlace() {}

  /**
   * The folder that is there where the agent is installed: what the file's variable names, which
   * may have a path behind it ({@code XDG_CONFIG_HOME/opencode}), else its usual place.
   */
  static Path folder(HookFile file, Path userHome, Map<String, String> environment) {
    if (file.variable().isPresent()) {
      String variable = file.variable().get();
      int slash = variable.indexOf('/');
      String name = slash < 0 ? variable : variable.substring(0, slash);
      String below = slash < 0 ? "" : variable.substring(slash + 1);
      String value = environment.getOrDefault(name, "");
      if (value.startsWith("/")) {
        return Path.of(value).resolve(below).normalize();
      }
    }
    return file.folder().startsWith("~/")
        ? userHome.resolve(file.folder().substring(2))
        : Path.of(file.folder());
  }
}
