package comity.cli;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.files.ConfigFile;
import comity.files.Home;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.util.List;

/** Adds to the {@code config.toml} of a home, for the commands that do. */
final class ConfigChange {
  private ConfigChange() {}

  /**
   * Adds a table.
   *
   * @param what for a person, such as {@code agent qa}
   * @param json what the command prints
   */
  static Outcome append(
      Context context, List<String> path, JsonObject values, String what, JsonObject json) {
    Home home;
    switch (context.home().open()) {
      case Home.Opening.Opened(Home opened) -> home = opened;
      case Home.Opening.Refused(String reason) -> {
        return Outcome.Failure.of(ExitCode.REFUSED, what + " was not added", reason, "");
      }
    }
    return switch (ConfigFile.of(home).append(path, values)) {
      case ConfigCheck.Checked _ ->
          new Outcome.Deed(
              json.with("file", home.config().toString()),
              List.of("added " + what + " to " + home.config()));
      case ConfigCheck.Faulty(List<ConfigFault> faults) ->
          new Outcome.Failure(
              ExitCode.REFUSED,
              what + " was not added",
              text(faults.getFirst(), home),
              faults.size() == 1 ? "" : "and " + (faults.size() - 1) + " more: comity doctor",
              JsonObject.empty().with("faults", JsonArray.of(texts(faults, home))));
    };
  }

  static String text(ConfigFault fault, Home home) {
    return fault.text(home.config().toString());
  }

  private static List<JsonString> texts(List<ConfigFault> faults, Home home) {
    return faults.stream().map(fault -> new JsonString(text(fault, home))).toList();
  }
}
