package comity.cli;

import comity.files.Home;
import comity.hookfiles.HookFiles;
import comity.sessionfiles.ProviderFiles;
import comity.sessions.Provider;
import comity.sessions.Providers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Whose hooks are meant, and the files of all.
 *
 * @param providers those that were named, or whose programs have a folder here
 */
record HookTargets(HookFiles files, List<Provider> providers) {
  /** What came of looking for them. */
  sealed interface Finding {
    record Found(HookTargets targets) implements Finding {}

    record Missing(Outcome outcome) implements Finding {}
  }

  /**
   * Looks for them.
   *
   * @param names none for all that are here
   * @param all whether without names all that are known are meant, here or not
   */
  static Finding find(Context context, Home home, List<String> names, boolean all) {
    Path launcher = context.surroundings().launcher();
    if (launcher == null) {
      return missing(
          ExitCode.REFUSED,
          "the program was not started by its launcher",
          "run the file comity of the checkout");
    }
    ProviderFiles.Read read = ProviderFiles.read(home);
    read.faults().forEach(context::warn);
    Providers known = read.providers();
    HookFiles files =
        new HookFiles(
            home,
            context.surroundings().userHome(),
            context.surroundings().environment(),
            launcher.toString());
    List<Provider> providers = new ArrayList<>();
    for (String name : names) {
      if (known.named(name).isEmpty()) {
        return missing(
            ExitCode.NOT_FOUND,
            "there is no provider " + name,
            "known are " + String.join(", ", known.all().stream().map(Provider::name).toList()));
      }
      providers.add(known.named(name).get());
    }
    if (names.isEmpty()) {
      for (Provider each : known.all()) {
        HookFiles.Status status = files.status(each);
        if (status.file().isPresent() && (all || status.installed())) {
          providers.add(each);
        }
      }
      if (providers.isEmpty()) {
        return missing(
            ExitCode.NOT_FOUND,
            "no agent has a folder in " + context.surroundings().userHome(),
            "name the provider, such as claude");
      }
    }
    return new Finding.Found(new HookTargets(files, providers));
  }

  private static Finding missing(ExitCode code, String why, String todo) {
    return new Finding.Missing(Outcome.Failure.of(code, "no hooks were touched", why, todo));
  }
}
