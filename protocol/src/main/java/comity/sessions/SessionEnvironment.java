package comity.sessions;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The environment of a session's program (SES-1, SES-12): that of whoever starts it, less what
 * tells of the terminal or agent they sit in, which is another.
 */
public final class SessionEnvironment {
  /** The session's id, for the hooks of its agent. */
  public static final String SESSION = "MUSTER_AGENT_SESSION_ID";

  /** Set where there is a role or memory to guard, for hooks in files (SES-9). */
  public static final String GUARD = "COMITY_GUARD";

  /**
   * The provider whose hooks in files bring what was said into memory; set where the project has
   * one, and the hooks did not come with the start (SES-9).
   */
  public static final String MEMORY = "COMITY_MEMORY";

  /** What agents ask and show depends on these (docs/sessions.md). */
  private static final Map<String, String> TERMINAL =
      Map.of(
          "TERM",
          "xterm-256color",
          "COLORTERM",
          "truecolor",
          "TERM_PROGRAM",
          "ghostty",
          "TERM_PROGRAM_VERSION",
          "1.3.0");

  private static final Set<String> OTHERS =
      Set.of(
          "TMUX",
          "TMUX_PANE",
          "STY",
          "WINDOW",
          "WINDOWID",
          "COLUMNS",
          "LINES",
          "TERMCAP",
          "TERM_SESSION_ID",
          "VTE_VERSION",
          "WT_SESSION",
          "WT_PROFILE_ID",
          "KONSOLE_VERSION",
          "COLORFGBG",
          "CLAUDECODE",
          "CLAUDE_PID",
          "CLAUDE_ENV_FILE",
          "CLAUDE_CODE_SESSION_ID",
          "CLAUDE_CODE_ENTRYPOINT",
          "CLAUDE_CODE_SSE_PORT",
          "CLAUDE_PROJECT_DIR",
          "CODEX_THREAD_ID",
          "GEMINI_CLI",
          "QWEN_CODE",
          "OPENCODE",
          "COMITY_HOPS",
          "COMITY_RUN_ID",
          "COMITY_ROLE",
          "COMITY_SESSION",
          "COMITY_PROJECT_ROOT",
          GUARD,
          MEMORY,
          "_",
          "OLDPWD",
          "SHLVL");

  private static final List<String> OTHERS_BEGIN =
      List.of(
          "MUSTER_",
          "KITTY_",
          "ITERM_",
          "GHOSTTY_",
          "WEZTERM_",
          "ALACRITTY_",
          "ZELLIJ",
          "GEMINI_PROJECT_",
          "QWEN_PROJECT_");

  private SessionEnvironment() {}

  /**
   * The program's.
   *
   * @param from of whoever starts it
   * @param session its id
   * @param more what the provider's data and the session itself add
   */
  public static Map<String, String> of(
      Map<String, String> from, String session, Map<String, String> more) {
    Map<String, String> environment = new LinkedHashMap<>();
    from.forEach((name, value) -> {
      if (!OTHERS.contains(name) && OTHERS_BEGIN.stream().noneMatch(name::startsWith)) {
        environment.put(name, value);
      }
    });
    environment.putAll(TERMINAL);
    environment.putAll(more);
    environment.put(SESSION, session);
    return environment;
  }
}
