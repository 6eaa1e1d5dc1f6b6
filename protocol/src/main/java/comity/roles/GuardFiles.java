package comity.roles;

import java.util.List;
import java.util.Set;

/**
 * Where providers look for the hooks that guard their tools: a role that changed them would switch
 * off its own guard. Any folder of the project counts, since an agent may be started in it.
 */
final class GuardFiles {
  /** Folders of which every file can bring hooks, plugins, extensions or servers of tools. */
  private static final Set<String> FOLDERS =
      Set.of(".codex", ".opencode", ".pi", ".cursor", ".kimi-code", ".grok", ".amp");

  private static final Set<String> FILES =
      Set.of(".mcp.json", "opencode.json", "opencode.jsonc", "mcp_config.json");

  private GuardFiles() {}

  /**
   * Whether that is one of them, or a folder of theirs.
   *
   * @param names the path's names in the spelling of {@link Names#skeleton}
   */
  static boolean has(List<String> names) {
    if (FILES.contains(names.getLast())) {
      return true;
    }
    for (int at = 0; at < names.size(); at++) {
      String next = at + 1 < names.size() ? names.get(at + 1) : "";
      boolean found =
          switch (names.get(at)) {
            case ".claude", ".qwen", ".gemini" ->
                next.isEmpty()
                    || next.equals("hooks")
                    || next.equals("plugins")
                    || next.equals("extensions")
                    || next.startsWith("settings");
            case ".github" -> next.equals("hooks");
            case ".vscode" -> next.equals("mcp.json") || next.equals("settings.json");
            default -> FOLDERS.contains(names.get(at));
          };
      if (found) {
        return true;
      }
    }
    return false;
  }
}
