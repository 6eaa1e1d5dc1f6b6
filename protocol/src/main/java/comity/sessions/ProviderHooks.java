package comity.sessions;

import comity.guard.Provider;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Which hooks a provider has, those of one event in the order of {@link HookDuty} (SES-9). */
public final class ProviderHooks {
  /** Before a tool is used, as Claude Code calls it. */
  private static final String BEFORE_TOOL = "PreToolUse";

  /** What memory does something about, as Claude Code calls it. */
  private static final Set<String> REMEMBERED =
      Set.of("UserPromptSubmit", "PreCompact", "SessionEnd");

  /** What it does something about where it can read a transcript. */
  private static final String ANSWERED = "Stop";

  /** Whose transcripts it can. */
  private static final Set<Provider> TRANSCRIBED =
      EnumSet.of(Provider.CLAUDE, Provider.CODEX, Provider.GEMINI);

  /** Cursor asks these as well; which of them its program asks for which tool is not known. */
  private static final List<String> MORE_OF_CURSOR =
      List.of("beforeShellExecution", "beforeReadFile");

  /** The commands for the guard and for memory. */
  private record Commands(
      Function<Provider, String> guard, Function<Optional<String>, String> memory) {}

  private ProviderHooks() {}

  /** Those that come with the start, for these duties. */
  static List<Hook> withStart(
      comity.sessions.Provider provider, String launcher, Set<HookDuty> duties) {
    return all(
        provider,
        launcher,
        duties,
        form(provider.hooks().byLaunch()),
        new Commands(
            form -> HookCommand.guard(launcher, form),
            event -> HookCommand.memory(launcher, event)));
  }

  /** Those that stand in a file of a person's, of which a session runs what it needs. */
  public static List<Hook> inFile(comity.sessions.Provider provider, String launcher) {
    return all(
        provider,
        launcher,
        EnumSet.allOf(HookDuty.class),
        provider.hooks().file().flatMap(file -> form(file.kind())),
        new Commands(
            form -> HookCommand.guardInFile(launcher, form),
            event -> HookCommand.memoryInFile(launcher, provider.name(), event)));
  }

  /** Whether the guard can stand before a provider's tools, by hooks in a file. */
  public static boolean isGuarded(comity.sessions.Provider provider) {
    return provider.hooks().file().flatMap(file -> form(file.kind())).isPresent();
  }

  private static List<Hook> all(
      comity.sessions.Provider provider,
      String launcher,
      Set<HookDuty> duties,
      Optional<Provider> form,
      Commands commands) {
    List<Hook> hooks = new ArrayList<>();
    for (Map.Entry<String, String> each : provider.hooks().events().entrySet()) {
      String event = each.getKey();
      String name = each.getValue();
      Optional<String> told = provider.hooks().namesEvent() ? Optional.of(name) : Optional.empty();
      hooks.add(new Hook(event, HookCommand.of(launcher, provider.name(), told), HookDuty.CAPTURE));
      if (duties.contains(HookDuty.GUARD) && name.equals(BEFORE_TOOL)) {
        form.ifPresent(
            known -> hooks.add(new Hook(event, commands.guard().apply(known), HookDuty.GUARD)));
      }
      boolean remembered =
          REMEMBERED.contains(name)
              || (name.equals(ANSWERED) && form.filter(TRANSCRIBED::contains).isPresent());
      if (duties.contains(HookDuty.MEMORY) && remembered) {
        hooks.add(new Hook(event, commands.memory().apply(told), HookDuty.MEMORY));
      }
    }
    if (duties.contains(HookDuty.GUARD) && form.equals(Optional.of(Provider.CURSOR))) {
      for (String event : MORE_OF_CURSOR) {
        hooks.add(new Hook(event, commands.guard().apply(Provider.CURSOR), HookDuty.GUARD));
      }
    }
    return hooks;
  }

  /** Whose answers a program that takes such hooks reads. */
  static Optional<Provider> form(HooksByLaunch launch) {
    return switch (launch) {
      case NONE -> Optional.empty();
      case SETTINGS -> Optional.of(Provider.CLAUDE);
      case OVERRIDE -> Optional.of(Provider.CODEX);
      case EXTENSION -> Optional.of(Provider.PI);
    };
  }

  /** Whose answers a program that has such a file reads; empty where the guard has none for it. */
  static Optional<Provider> form(comity.sessions.Provider.HookFile.Kind kind) {
    return switch (kind) {
      case CLAUDE -> Optional.of(Provider.CLAUDE);
      case CODEX -> Optional.of(Provider.CODEX);
      case GEMINI -> Optional.of(Provider.GEMINI);
      case QWEN -> Optional.of(Provider.QWEN);
      case COPILOT -> Optional.of(Provider.COPILOT);
      case CURSOR -> Optional.of(Provider.CURSOR);
      case OPENCODE -> Optional.of(Provider.OPENCODE);
      case PI -> Optional.of(Provider.PI);
      case AMP, KIMI -> Optional.empty();
    };
  }
}
