package comity.cli;

import comity.files.Home;
import comity.hookfiles.HookFiles;
import comity.sessions.HooksByLaunch;
import comity.sessions.Provider;
import comity.sessions.ProviderHooks;
import java.util.List;
import java.util.Optional;

/** Says where nothing keeps an agent that was given a role to it (ROLE-17). */
final class Unguarded {
  private Unguarded() {}

  /**
   * Says so on standard error.
   *
   * @param name the provider of the session
   */
  static void warn(Context context, String name) {
    if (name.equals(Provider.CUSTOM)) {
      context.warn(
          "there is no guard for the tools of a program that Comity does not know, so the role binds"
              + " only what it does through Comity");
    } else if (context.home().open() instanceof Home.Opening.Opened(Home home)
        && HookTargets.find(context, home, List.of(name), false)
            instanceof HookTargets.Finding.Found(HookTargets targets)) {
      why(targets.files(), targets.providers().getFirst()).ifPresent(context::warn);
    }
  }

  private static Optional<String> why(HookFiles files, Provider provider) {
    if (provider.hooks().byLaunch() != HooksByLaunch.NONE) {
      // What keeps them from being given is said with the session.
      return Optional.empty();
    }
    if (!ProviderHooks.isGuarded(provider)) {
      return Optional.of(
          "there is no guard for the tools of "
              + provider.title()
              + ", so the role binds only what it does through Comity");
    }
    HookFiles.Status status = files.status(provider);
    if (status.state() == HookFiles.State.READY) {
      // What is noted of hooks that are ready is what keeps them from being run.
      return status.notes().stream().findFirst();
    }
    return Optional.of(
        "nothing keeps "
            + provider.title()
            + " to the role before its hooks are set up; run: comity hooks setup "
            + provider.name());
  }
}
